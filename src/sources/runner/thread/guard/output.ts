/** Converts the output of the project's code to log lines. The length and the number of the log lines are limited. */
import fs from 'node:fs'
import { printable } from '../../../../util/printable.ts'
import { withOwnFrames } from './frames.ts'
import { replaceMethod } from './refuse.ts'

type OutputLevel = 'info' | 'error'
export type Send = (level: OutputLevel, text: string) => void

const MAX_LENGTH = 1000
/** The maximum number of output lines that Populace prints in one period. Populace only counts further lines. */
const MAX_LINES = 200
/** The length of a period for `MAX_LINES`, in milliseconds. */
const PERIOD_MS = 1000

/**
 * Makes a function that passes at most `MAX_LINES` lines of output to `send` in each period. If lines were dropped, the
 * function sends a line with their number at the end of the period.
 */
export function limitedLines(send: Send): Send {
  let passed = 0
  let dropped = 0
  let isOpen = false
  const endPeriod = (): void => {
    isOpen = false
    passed = 0
    if (dropped > 0) send('info', `${dropped} more lines of output omitted`)
    dropped = 0
  }
  return (level, text) => {
    if (!isOpen) {
      isOpen = true
      setTimeout(endPeriod, PERIOD_MS).unref()
    }
    passed++
    if (passed > MAX_LINES) dropped++
    else send(level, printable(text, MAX_LENGTH))
  }
}

/**
 * Makes a function that splits output into lines. Text without a line feed waits until a line feed arrives or the
 * text becomes too long.
 */
export function lineWriter(send: (line: string) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) send(line.replace(/\r$/, ''))
    if (rest.length <= MAX_LENGTH) return
    send(rest)
    rest = ''
  }
}

/**
 * Redirects stdout and stderr of this thread, and direct writes to their file descriptors. Of the stack frames in a
 * printed error, only those of the project in `folder` remain.
 */
export function captureOutput(folder: string, send: Send): void {
  const limited = limitedLines(send)
  const writer = (level: OutputLevel): ((text: string) => void) => {
    const write = lineWriter((line) => limited(level, line))
    return (text) => write(withOwnFrames(folder, text))
  }
  const writers = { 1: writer('info'), 2: writer('error') }
  for (const [stream, write] of [
    [process.stdout, writers[1]],
    [process.stderr, writers[2]],
  ] as const)
    replaceMethod(stream, 'write', () => (chunk, encoding, done) => {
      write(textOf(chunk))
      const callback = typeof encoding === 'function' ? encoding : done
      if (typeof callback === 'function') process.nextTick(callback)
      return true
    })
  replaceMethod(
    process,
    '_rawDebug',
    () =>
      (...parts) =>
        writers[2](`${parts.map(String).join(' ')}\n`),
  )
  captureDescriptors((descriptor, text) => writers[descriptor](text))
}

const textOf = (chunk: unknown): string =>
  ArrayBuffer.isView(chunk)
    ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('utf8')
    : String(chunk)

const sizeOf = (chunk: unknown): number =>
  ArrayBuffer.isView(chunk) ? chunk.byteLength : Buffer.byteLength(String(chunk))

function captureDescriptors(write: (descriptor: 1 | 2, text: string) => void): void {
  replaceMethod(
    fs,
    'writeSync',
    (usual) =>
      function (...args) {
        const [descriptor, chunk] = args
        if (descriptor !== 1 && descriptor !== 2) return Reflect.apply(usual, this, args)
        write(descriptor, textOf(chunk))
        return sizeOf(chunk)
      },
  )
  replaceMethod(
    fs,
    'write',
    (usual) =>
      function (...args) {
        const [descriptor, chunk] = args
        if (descriptor !== 1 && descriptor !== 2) return Reflect.apply(usual, this, args)
        write(descriptor, textOf(chunk))
        const callback = args.at(-1)
        if (typeof callback === 'function') process.nextTick(callback, null, sizeOf(chunk), chunk)
        return undefined
      },
  )
}
