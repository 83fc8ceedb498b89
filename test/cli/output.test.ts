/** Tests how a command writes its output file. */
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeFile } from '../../src/cli/output.ts'

const folder = mkdtempSync(join(tmpdir(), 'populace-output-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('missing folders of an output file are created, and no temporary file is left', () => {
  const file = join(folder, 'new', 'folder', 'out.json')
  writeFile('{}', file)
  expect(readFileSync(file, 'utf8')).toBe('{}')
  expect(readdirSync(join(folder, 'new', 'folder'))).toEqual(['out.json'])
})

test('a symbolic link stays a link, and its target receives the output', () => {
  const [target, link] = [join(folder, 'target.json'), join(folder, 'link.json')]
  writeFileSync(target, 'old')
  symlinkSync(target, link)
  writeFile('new', link)
  expect(readFileSync(target, 'utf8')).toBe('new')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
})

test('an output path below an existing file is an error, and the file stays unchanged', () => {
  const file = join(folder, 'file')
  writeFileSync(file, 'kept')
  expect(() => writeFile('x', join(file, 'out.json'))).toThrow(/EEXIST|ENOTDIR/)
  expect(readFileSync(file, 'utf8')).toBe('kept')
})
