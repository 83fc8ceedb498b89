/** How long commands take to start, beside a Node that does nothing: the least of some runs of each, and their ratio. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bench } from 'vitest'

const bundle = (name: string): string =>
  fileURLToPath(new URL(`../../dist/bundle/${name}.js`, import.meta.url))
const COMMANDS: readonly (readonly [what: string, args: readonly string[]])[] = [
  ['an empty Node', ['-e', '0']],
  ['populace --help', [bundle('cli'), '--help']],
  ['populace --version', [bundle('cli'), '--version']],
  ['populace get', [bundle('cli'), 'get', '/api/articles']],
  ['populace serve, ready', [bundle('cli'), 'serve', '--port', '0']],
  ["import 'populace'", ['--input-type=module', '-e', `import '${bundle('index')}'`]],
]
const RUNS = 15

/** Until it ends, or, for a server, until it says where it listens. */
function milliseconds(args: readonly string[]): Promise<number> {
  const start = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  return new Promise((resolve) => {
    const over = (): void => resolve(performance.now() - start)
    child.once('exit', over)
    child.stdout.on('data', () => {
      if (!args.includes('serve')) return
      over()
      child.kill('SIGKILL')
    })
  })
}

/** In turn, so that a busy moment of the machine is everybody's. */
const times: number[][] = COMMANDS.map(() => [])
for (let run = 0; run < RUNS; run++) {
  for (const [at, [, args]] of COMMANDS.entries()) times[at]?.push(await milliseconds(args))
}
const least = times.map((all) => Math.min(...all))
const [empty = 1] = least
const rows = COMMANDS.map(([what], at) => {
  const time = least[at] ?? 0
  return `${what.padEnd(24)} ${time.toFixed(0).padStart(6)} ms ${(time / empty).toFixed(2).padStart(6)} ×`
})
process.stdout.write(`\n${rows.join('\n')}\n\n`)

bench('an empty Node', async () => void (await milliseconds(['-e', '0'])), {
  iterations: 3,
  time: 0,
  warmupIterations: 0,
})
