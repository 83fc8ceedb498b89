/** How a command ends where it cannot do what it is asked. */

/** Errors whose message is all that whoever started the program needs. */
const TOLD = new Set([
  'DatasetError',
  'ProfileError',
  'RuleError',
  'SourceError',
  'TrafficError',
  'RangeError',
  'TypeError',
])

/** The caller's mistakes are told in their own words; ours keep their stack. Exit status 2. */
export function fail(error: unknown): void {
  const isTold = error instanceof Error && (TOLD.has(error.name) || 'code' in error)
  const text = isTold ? sentence(error) : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 2
}

/** What to do about what an operating system says. */
const ADVICE: { readonly [code: string]: (error: Error) => string } = {
  EADDRINUSE: (error) =>
    `${error.message}: another program listens there; --port names another port, --port 0 any free one`,
  EACCES: (error) => `${error.message}: this user may not; choose another`,
  ENOENT: (error) => `${error.message}: there is nothing; check the path`,
}

function sentence(error: Error): string {
  const advice = 'code' in error ? ADVICE[String(error.code)] : undefined
  return advice?.(error) ?? error.message
}

/** A command's action that tells its errors. */
export const told =
  <Args extends readonly unknown[]>(action: (...args: Args) => void | Promise<void>) =>
  async (...args: Args): Promise<void> => {
    try {
      await action(...args)
    } catch (error) {
      fail(error)
    }
  }
