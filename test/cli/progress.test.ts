/** Tests the progress of a check: one rewritten line on a terminal, a new line every ten seconds elsewhere. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { progressPrinter } from '../../src/cli/check/progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const budget = {
  requests: 3000,
  bytes: 2_100_000,
  parts: [
    { part: 'suite', of: 2000 },
    { part: 'generated', of: 1000 },
  ],
} as const

function printerTo(isTTY: boolean): {
  readonly lines: string[]
  readonly printer: ReturnType<typeof progressPrinter>
} {
  const lines: string[] = []
  return { lines, printer: progressPrinter({ isTTY, write: (text) => lines.push(text) }) }
}

test('on a terminal, progress appears at once and is one rewritten line', () => {
  const { lines, printer } = printerTo(true)
  expect(lines.join('')).toContain('examining the checked server, 0 s')
  printer.onBudget(budget)
  printer.onProgress({ part: 'suite', done: 500, of: 2000, differing: 0, sent: 600 })
  vi.advanceTimersByTime(2000)
  const bar = `${'█'.repeat(6)}${'░'.repeat(18)}`
  expect(lines.at(-1)).toBe(`\r\u001b[2Ksuite     ${bar} 500/2000  2,500 left  300/s  none different`)
  printer.stop()
  const { length } = lines
  expect(lines.at(-1)).toBe('\r\u001b[2K')
  vi.advanceTimersByTime(60_000)
  expect(lines.length).toBe(length)
})

test('without a terminal, progress is a line every ten seconds', () => {
  const { lines, printer } = printerTo(false)
  printer.onLook(['It answers slowly.'])
  printer.onBudget(budget)
  printer.onProgress({ part: 'generated', done: 10, of: 1000, differing: 1200, sent: 4000 })
  vi.advanceTimersByTime(25_000)
  printer.stop()
  expect(lines).toEqual([
    'It answers slowly.\n',
    'About 3,000 requests, with 2.1 MB of answers.\n',
    expect.stringMatching(/ 10\/1000 {2}990 left {2}400\/s {2}1,200 different\n$/),
    expect.stringMatching(/ 10\/1000 {2}990 left {2}200\/s {2}1,200 different\n$/),
  ])
})
