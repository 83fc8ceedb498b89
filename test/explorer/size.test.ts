/** Tests the size of the files of the explorer, and that the explorer loads nothing from other servers. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { PACKED_FILE, packed, unpacked } from '../../src/tools/explorer/packed.ts'
import { LOOK } from '../../src/util/look.ts'
import { root } from '../house/sources.ts'

const folder = join(root, 'dist/explorer')
const names = readdirSync(folder)
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** The files of the explorer whose size counts: all except the dataset and the licences. */
const loaded = names.filter((name) => name !== 'guide.json' && name !== 'LICENSES.txt')

test('the explorer has at most 214 kB, compressed', () => {
  expect(loaded).toEqual(expect.arrayContaining(['app.js', 'index.html', 'style.css', 'worker.js']))
  const sizes = loaded.map((name) => gzipSync(read(name)).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(214_000)
})

test('the explorer has no inline scripts, inline styles or eval, and links its files by relative paths', () => {
  const html = read('index.html')
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\son[a-z]+=|style=/)
  expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, to]) => to)).toEqual([
    'data:,',
    './style.css',
    './app.js',
  ])
  for (const name of loaded.filter((one) => one.endsWith('.js')))
    expect(read(name).match(/\beval\(|new Function\(/), name).toBeNull()
  expect(read('style.css')).not.toMatch(/@import|url\(/)
  expect(read('style.css').startsWith(LOOK)).toBe(true)
})

test('the published archive contains exactly the files of the explorer', () => {
  const file = join(root, 'dist/bundle', PACKED_FILE)
  const files = unpacked(file)
  expect([...files].sort()).toEqual(names.map((name) => [name, read(name)]).sort())
  expect(statSync(file).size).toBeLessThan(250_000)
})

test('packed files unpack unchanged', () => {
  const home = mkdtempSync(join(tmpdir(), 'populace-'))
  const files = new Map([
    ['a.js', 'é'],
    ['b.html', ''],
  ])
  writeFileSync(join(home, PACKED_FILE), packed(files))
  expect(unpacked(join(home, PACKED_FILE))).toEqual(files)
  rmSync(home, { recursive: true })
})
