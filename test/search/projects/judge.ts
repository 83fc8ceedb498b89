/** Opens a hostile project with a command, and checks how the command ends. */
import { spawn } from 'node:child_process'
import { performance } from 'node:perf_hooks'

export interface Ended {
  readonly status: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
  readonly milliseconds: number
}

/** The maximum length of the output in characters. */
const MOST_OUTPUT = 200_000
const CONTROL = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u
const STACK = /^\s+at .+:\d+:\d+\)?$|FATAL ERROR|node:internal|Aborted|core dumped/m
const LIMIT = /did not finish .+ within|used more than its \d+ MB of memory/

/** Runs a command of Populace. The command is stopped after `most` milliseconds. */
export function run(cli: string, args: readonly string[], most: number): Promise<Ended> {
  return new Promise((resolve) => {
    const began = performance.now()
    const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: ENV })
    const [out, err]: [string[], string[]] = [[], []]
    child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text))
    const timer = setTimeout(() => child.kill('SIGTERM'), most)
    const hard = setTimeout(() => child.kill('SIGKILL'), most + 1_000)
    child.on('close', (status, signal) => {
      clearTimeout(timer)
      clearTimeout(hard)
      const milliseconds = performance.now() - began
      resolve({ status, signal, stdout: out.join(''), stderr: err.join(''), milliseconds })
    })
  })
}

/** The environment of the command, so that no other variable changes how it opens a project. */
const ENV = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' }

/** Returns the reason why a command has ended in a wrong way; undefined if it has ended as documented. */
export function faultOf(
  { status, signal, stdout, stderr, milliseconds }: Ended,
  most: number,
): string | undefined {
  if (milliseconds > most) return `did not end within ${most} ms`
  const wasStopped = signal === 'SIGKILL' && LIMIT.test(stderr)
  if (!wasStopped && ![0, 1, 2].includes(status ?? -1)) return `status ${status}, signal ${signal}`
  if (CONTROL.test(stderr)) return 'control characters on stderr'
  if (CONTROL.test(stdout)) return 'control characters on stdout'
  if (STACK.test(stderr)) return 'the output has a stack trace instead of a sentence'
  if (stdout.length + stderr.length > MOST_OUTPUT) return 'a long output'
  if (status !== 0 && stdout === '' && stderr.trim() === '') return 'no sentence'
  return undefined
}
