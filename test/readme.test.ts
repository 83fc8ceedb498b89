/**
 * Runs the examples of the README in one process, and compares their output. `readme.long.test.ts` runs each in
 * a process of its own, with the commands and the check of a server.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { examples, readme, root, run } from './support/readme.ts'

describe('README', () => {
  test('its folders and links exist', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^https?:/.test(link))
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) expect(() => readFileSync(join(root, link)), link).not.toThrow()
    const paths = [...readme.matchAll(/`(src\/[\w./-]+)`/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(10)
    for (const path of paths) {
      expect(() => readFileSync(join(root, path)), path).not.toThrow(/ENOENT/)
    }
  })

  test('its functions stand in the files it names them with', () => {
    const rows = readme.split('\n').filter((line) => line.startsWith('|') && /\w\(\)`/.test(line))
    const named = rows.flatMap((line) => {
      const [file = ''] = line.match(/src\/[\w./-]+\.ts/) ?? []
      return [...line.matchAll(/`(\w+)\(\)`/g)].map(([, name = '']) => ({ file, name }))
    })
    expect(named.length).toBeGreaterThan(10)
    const strays = named.filter(({ file, name }) => {
      const text = readFileSync(join(root, file), 'utf8')
      return !['(', '<'].some((next) => text.includes(`function ${name}${next}`))
    })
    expect(strays).toEqual([])
  })

  test('has an example of each use', () => {
    expect(examples.length).toBeGreaterThanOrEqual(4)
    for (const { prints } of examples) expect(prints.length).toBeGreaterThan(0)
  })

  // Inside the project Node resolves the package by its own name, so the examples run unchanged.
  const folder = mkdtempSync(join(root, 'dist', 'readme-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('its examples print the output that it claims', async () => {
    const short = examples.filter(({ isLong }) => !isLong)
    const imports = short.map(({ number, code }) => {
      writeFileSync(join(folder, `example-${number}.mjs`), code)
      return `console.log('example ${number}')\nawait import('./example-${number}.mjs')\n`
    })
    const all = join(folder, 'all.mjs')
    writeFileSync(all, imports.join(''))
    const { code, out } = await run(process.execPath, [all])
    const expected = short.flatMap(({ number, prints }) => [`example ${number}`, ...prints])
    expect(out.trim().split('\n')).toEqual(expected)
    expect(code).toBe(0)
  })
})
