/**
 * Tests the pages of the documentation. `examples.long.test.ts` runs the examples of all pages; `docs.long.test.ts` also
 * tests commands.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { brokenLinks, examples, pageNamed, pages, root } from './support/docs.ts'

/** The maximum number of lines of a page, because a longer page is hard to read. */
const MAX_LINES = 300
const MAX_LINES_OF_README = 150

describe('the documentation', () => {
  test.each(pages)('the documentation has only valid links in $path', (page) => {
    expect(brokenLinks({ path: page.path, text: '[a](no.md) [b](#none)' })).toEqual(['no.md', '#none'])
    expect(brokenLinks(page)).toEqual([])
  })

  test('no page of the documentation exceeds the maximum number of lines', () => {
    const most = (path: string): number => (path === 'README.md' ? MAX_LINES_OF_README : MAX_LINES)
    const long = pages.filter(({ path, text }) => text.trimEnd().split('\n').length > most(path))
    expect(long.map(({ path }) => path)).toEqual([])
  })

  test('the documentation lists each page in the table of contents', () => {
    const contents = pageNamed('README')
    const names = pages
      .map(({ path }) => path.replace('.github/docs/', ''))
      .filter((name) => name !== 'README.md')
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !contents.includes(`](${name})`))).toEqual([])
  })

  test('a function in a table of the architecture page is declared in the file that its row names', () => {
    const rows = pageNamed('architecture')
      .split('\n')
      .filter((line) => line.startsWith('|') && /\w\(\)`/.test(line))
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

  test('the documentation has an output for each example', () => {
    expect(examples.length).toBeGreaterThanOrEqual(15)
    for (const { prints } of examples) expect(prints.length).toBeGreaterThan(0)
  })
})
