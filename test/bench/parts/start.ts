/** Measures how long commands take to start, compared to an empty Node program. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import type { Table } from '../table.ts'

const bundle = (name: string): string => join(ROOT, `dist/bundle/${name}.js`)
const COMMANDS: readonly (readonly [what: string, args: readonly string[], aim: string])[] = [
  ['an empty Node', ['-e', '0'], ''],
  ['populace --help', [bundle('cli'), '--help'], '≤ 2'],
  ['populace --version', [bundle('cli'), '--version'], ''],
  ['populace get', [bundle('cli'), 'get', '/api/articles'], ''],
  ['populace serve, ready', [bundle('cli'), 'serve', '--port', '0'], '≤ 2.5'],
  ["import 'populace'", ['--input-type=module', '-e', `import '${bundle('index')}'`], ''],
]

/** Starts a command; returns the milliseconds until its process ends, or until a server prints its address. */
function milliseconds(args: readonly string[]): Promise<number> {
  const begun = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  return new Promise((resolve) => {
    const over = (): void => resolve(performance.now() - begun)
    child.once('exit', over)
    child.stdout.on('data', () => {
      if (!args.includes('serve')) return
      over()
      child.kill('SIGKILL')
    })
  })
}

export async function start(isQuick: boolean): Promise<readonly Table[]> {
  const times: number[][] = COMMANDS.map(() => [])
  for (let run = 0; run < (isQuick ? 5 : 15); run++) {
    for (const [at, [, args]] of COMMANDS.entries()) times[at]?.push(await milliseconds(args))
  }
  const least = times.map((all) => Math.min(...all))
  const [empty = Number.NaN] = least
  return [
    {
      id: 'start',
      title: 'Start: commands, compared with an empty Node',
      says: 'Milliseconds, the minimum of several alternating runs.',
      columns: ['command', 'milliseconds', 'ratio', 'aim'],
      rows: COMMANDS.map(([what, , aim], at) => {
        const time = least[at] ?? Number.NaN
        return [what, time, time / empty, aim]
      }),
    },
  ]
}
