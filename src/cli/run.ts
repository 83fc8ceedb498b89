/** Ends a command with an error message. */
import { printableLines } from '../util/printable.ts'
import { printError } from './terminal.ts'

/**
 * The names of errors whose cause the user can correct. The command prints the message of an error with such a name,
 * without the stack.
 */
const EXPECTED = new Set([
  'CodeStartError',
  'DatasetError',
  'FileError',
  'ProfileError',
  'RuleError',
  'SourceError',
  'TrafficError',
  'RangeError',
  'TypeError',
])

/** Prints the message of a user's mistake, and the stack of an internal error. Exit status 2. */
export function fail(error: unknown): void {
  const isExpected = error instanceof Error && (EXPECTED.has(error.name) || 'code' in error)
  const text = isExpected ? sentence(error) : error instanceof Error ? error.stack : String(error)
  printError(printableLines(String(text)))
  process.exitCode = 2
}

const asFileForFolder = (error: Error): string =>
  `${error.message}: a file has the name of a folder; check the path`

/** Advice for errors of the operating system, such as an occupied port. */
const ADVICE: { readonly [code: string]: (error: Error) => string } = {
  EADDRINUSE: (error) =>
    `${error.message}: another program listens there; --port names another port, --port 0 any free one`,
  EACCES: (error) => `${error.message}: this user lacks the permission; choose another path or port`,
  EEXIST: asFileForFolder,
  ENOTDIR: asFileForFolder,
  ENOENT: (error) => `${error.message}: the file or folder does not exist; check the path`,
}

function sentence(error: Error): string {
  const advice = 'code' in error ? ADVICE[String(error.code)] : undefined
  return advice?.(error) ?? error.message
}

/** Wraps an action of a command: prints its error and sets the exit status. */
export const reportingErrors =
  <Args extends readonly unknown[]>(action: (...args: Args) => void | Promise<void>) =>
  async (...args: Args): Promise<void> => {
    try {
      await action(...args)
    } catch (error) {
      fail(error)
    }
  }
