/**
 * With `documented` nothing of releases and databases is on the way: the rooms that answer a request know their tables by
 * type alone. What a profile departs in is asked of a function, and what a database decides of a value.
 */
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Source, sources } from './sources.ts'

const PHASES = ['parse', 'names', 'check', 'plan', 'evaluate', 'respond', 'cite', 'schema', 'graph']
const TABLES = [
  'strapi/changes',
  'strapi/quirks',
  'strapi/versions',
  'strapi/profile',
  'strapi/databases/databases',
]

const all = new Map(sources('src/reference').map((file) => [file.path, file]))

/** The files that a file needs when it runs: what it imports or hands on, types aside. */
function needs({ path, text }: Source): readonly string[] {
  const imports = text.matchAll(/^(?:import|export)\b(?! type\b)([^'"]*?)from '(\.[^']+)'/gm)
  return [...imports].flatMap(([, names = '', from = '']) => {
    const isTypesAlone =
      /\{/.test(names) &&
      names
        .replace(/[{}\s]/g, '')
        .split(',')
        .filter(Boolean)
        .every(isType)
    return isTypesAlone ? [] : [posix.join(posix.dirname(path), from)]
  })
}
const isType = (name: string): boolean => name.startsWith('type')

/** Every file that is needed by those of a room, with those that they need in turn. */
function reached(from: readonly Source[]): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [...from]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next.path)) continue
    found.add(next.path)
    for (const path of needs(next)) {
      const file = all.get(path)
      if (file !== undefined) waiting.push(file)
    }
  }
  return found
}

const filesOf = (room: string): readonly Source[] =>
  [...all.values()].filter(({ path }) => path.startsWith(`src/reference/${room}/`))

describe('the clean path', () => {
  test('what is needed is told from what is a type', () => {
    const text =
      "import { type A } from './a.ts'\nimport { type B, c } from './b.ts'\nimport type { D } from './d.ts'"
    expect(needs({ path: 'src/x.ts', text, lines: [] })).toEqual(['src/b.ts'])
    expect(reached(filesOf('strapi')).has('src/reference/strapi/changes.ts')).toBe(true)
    expect(reached(filesOf('plan')).size).toBeGreaterThan(20)
  })

  test.each(PHASES)('no table of quirks, changes or databases is needed by %s', (room) => {
    const files = reached(filesOf(room))
    const tables = TABLES.map((table) => `src/reference/${table}.ts`)
    expect(files.size).toBeGreaterThan(0)
    expect(tables.filter((table) => files.has(table))).toEqual([])
  })

  test('the readings of older releases are called, never the other way round', () => {
    const old = filesOf('strapi/releases')
    expect(old.length).toBeGreaterThan(0)
    const called = new Set([...all.values()].flatMap(needs))
    expect(old.filter(({ path }) => !called.has(path)).map(({ path }) => path)).toEqual([])
  })
})
