/**
 * Tests the guides for new developers: the architecture page links every room (a folder of `src`), and the README of
 * each room is short and says where to start.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './sources.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const DOCS = '.github/docs'
const architecture = read(`${DOCS}/architecture.md`)

const rooms = readdirSync(join(root, 'src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `src/${name}`)
const all = [...rooms, 'test/search']

/** Returns the paths of this project that a page contains in backticks. Names with a placeholder are not paths. */
const pathsIn = (page: string): readonly string[] =>
  Array.from(
    page.matchAll(/`((?:src|properties|test|fixtures)\/[\w./-]+)`/g),
    ([, path = '']) => path,
  ).filter((path) => !/[A-Z]{3}/.test(path))

describe('the pages about the code', () => {
  test.each(all)('the README of %s has four to twenty lines, and says where to start', (room) => {
    const lines = read(`${room}/README.md`)
      .split('\n')
      .filter((line) => line.trim() !== '')
    expect(lines.length).toBeGreaterThanOrEqual(4)
    expect(lines.length).toBeLessThanOrEqual(20)
    expect(lines.join('\n')).toMatch(/[Ss]tart with|Read them first|Each folder has/)
  })

  test.each(all)('the architecture page links %s', (room) => {
    expect(architecture).toContain(`](../../${room}/README.md)`)
  })

  test('every path that a documentation page or the README of a room names exists', () => {
    const docs = readdirSync(join(root, DOCS)).map((name) => `${DOCS}/${name}`)
    const pages = ['README.md', ...docs, ...all.map((room) => `${room}/README.md`)]
    const paths = pages.flatMap((page) => pathsIn(read(page)))
    expect(paths.length).toBeGreaterThan(40)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
