/**
 * A read under `documented` loads no code of releases and databases: the rooms on its path import their tables
 * as types only. They call functions of the profile for departures, and of its database for decisions.
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

/** The files that a file loads when it runs: imports and re-exports, except types. */
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

/** All files that the files of a room load, directly or indirectly. */
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
  test('a type import is not counted as needed', () => {
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
    expect(old.length).toBeGreaterThan(4)
    const called = new Set([...all.values()].flatMap(needs))
    expect(old.filter(({ path }) => !called.has(path)).map(({ path }) => path)).toEqual([])
  })
})
