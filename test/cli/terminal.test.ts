/** Tests that no output of a command controls the terminal, whatever names and values a source has. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { fail } from '../../src/cli/run.ts'
import { openSound } from '../../src/cli/source.ts'
import { writeDataset } from '../../src/reference/load/files/folder.ts'
import { SourceError } from '../../src/sources/index.ts'
import { printable, printableLines } from '../../src/util/printable.ts'
import { FILES } from '../search/killer/writes.ts'

const HOSTILE = 'na\u001b[31mme\u009b2J\u202e\u2028\u0007\r'
const CONTROL = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u

afterEach(() => vi.restoreAllMocks())

function printed(): string[] {
  const texts: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => texts.push(String(text)) > 0)
  return texts
}

test('control characters in names of files and members are escaped in reported faults', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'populace-terminal-'))
  const texts = printed()
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('exit')
  })
  try {
    writeDataset(folder, FILES)
    writeFileSync(join(folder, 'entries', `x${HOSTILE}.json`), '[]')
    writeFileSync(join(folder, 'entries/tag.json'), JSON.stringify([{ id: 1, [HOSTILE]: HOSTILE }]))
    await expect(openSound(folder, { projectCode: false })).rejects.toThrow('exit')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const text = texts.join('')
  expect(text).toContain('faults in')
  expect(text).toContain('\\u001b[31mme\\u009b')
  expect(text).not.toMatch(CONTROL)
})

test('control characters in error messages are escaped', () => {
  const texts = printed()
  const { exitCode } = process
  fail(new SourceError(`${HOSTILE}: expected a folder\nfound none`))
  fail(new Error(HOSTILE))
  process.exitCode = exitCode
  expect(texts.join('')).not.toMatch(CONTROL)
  expect(texts[0]).toMatch(/\nfound none\n$/)
})

test('printable text of every script is unchanged, and line breaks are kept', () => {
  expect(printable('Crêpes 日本語 🥞', 100)).toBe('Crêpes 日本語 🥞')
  expect(printable('a\nb', 100)).toBe('a\\u000ab')
  expect(printableLines('a\nb\r\tc')).toBe('a\nb\\u000d\\u0009c')
  for (let unit = 0; unit < 0x3000; unit++)
    expect(printable(String.fromCharCode(unit), 1)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
})

test('in `src/cli`, only terminal.ts writes to the standard error stream', () => {
  const root = join(import.meta.dirname, '../../src/cli')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const writers = files.filter((name) => readFileSync(join(root, name), 'utf8').includes('stderr.write'))
  expect(writers).toEqual(['terminal.ts'])
})
