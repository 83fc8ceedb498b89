/**
 * Who may import whom: each room knows those below it, never the other way round.
 *
 *     cli ──▶ mock ──▶ reference ──▶ ground
 *      └────▶ oracle ──▶ properties ──▶ reference
 */
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sources } from './sources.ts'

/**
 * Room → the rooms and packages it may import, besides itself. A room is a folder, or a file beside folders; of a room
 * one file may be named alone.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  ground: [],
  'reference/rules': [],
  'reference/schema': ['ground', 'fastest-levenshtein'],
  'reference/values': ['ground', 'reference/schema', 'date-fns'],
  'reference/operators': ['reference/rules', 'reference/values'],
  'reference/graph': [
    'ground',
    'reference/schema',
    'immer',
    'date-fns',
    'node:fs',
    'node:path',
    'node:crypto',
  ],
  'reference/profile': ['fastest-levenshtein'],
  'reference/parse': ['ground', 'reference/rules', 'qs'],
  'reference/refusal': ['reference/parse', 'reference/profile', 'reference/rules'],
  'reference/access': ['reference/graph', 'reference/schema'],
  /** What the names of a query lead to: for those who judge a query and those who plan one. */
  'reference/names': ['reference/parse', 'reference/operators', 'reference/profile', 'reference/schema'],
  'reference/plan': [
    'ground',
    'reference/access',
    'reference/names',
    'reference/parse',
    'reference/schema',
    'reference/graph',
    'reference/operators',
    'reference/values',
    'reference/profile',
  ],
  /** The only room that refuses a query. */
  'reference/check': [
    'ground',
    'reference/access',
    'reference/names',
    'reference/parse',
    'reference/plan/plan',
    'reference/schema',
    'reference/graph',
    'reference/operators',
    'reference/values',
    'reference/profile',
    'reference/refusal',
  ],
  'reference/evaluate': [
    'ground',
    'reference/plan/plan',
    'reference/graph',
    'reference/schema',
    'reference/operators',
    'reference/values',
  ],
  /** Which rules an answer follows. */
  'reference/cite': [
    'reference/access',
    'reference/names',
    'reference/parse',
    'reference/plan',
    'reference/evaluate',
    'reference/operators',
    'reference/schema',
    'reference/refusal',
    'reference/rules',
  ],
  'reference/respond': [
    'ground',
    'reference/evaluate',
    'reference/plan',
    'reference/schema',
    'reference/profile',
    'reference/refusal',
    'reference/rules',
    '@vercel/stega',
  ],
  'reference/route': [
    'ground',
    'reference/graph',
    'reference/plan',
    'reference/profile',
    'reference/refusal',
    'reference/rules',
    'reference/schema',
  ],
  'reference/by-letter': ['reference/graph', 'reference/profile', 'reference/schema'],
  'reference/api': [
    'reference/by-letter',
    'ground',
    'reference/access',
    'reference/check',
    'reference/cite',
    'reference/route',
    'reference/parse',
    'reference/plan',
    'reference/evaluate',
    'reference/respond',
    'reference/graph',
    'reference/profile',
    'reference/refusal',
    'reference/rules',
    'reference/schema',
  ],
  'reference/failure': ['ground', 'reference/api'],
  'reference/fetch': ['reference/api', 'reference/failure'],
  /** The front door of the reference. */
  index: ['ground', 'reference'],
  properties: [
    'ground',
    'reference',
    'fast-check',
    '@vercel/stega',
    'node:child_process',
    'node:fs',
    'node:http',
    'node:os',
    'node:path',
    'node:perf_hooks',
    'node:url',
    'node:util',
  ],
  mock: ['ground', 'reference', 'node:events', 'node:http', 'node:net', 'node:perf_hooks', 'node:stream'],
  'oracle/target': [
    'ground',
    'reference',
    'node:child_process',
    'node:fs',
    'node:http',
    'node:https',
    'node:os',
    'node:path',
    'node:readline',
  ],
  'oracle/compare': ['ground', 'reference', 'oracle/target', '@vercel/stega'],
  'oracle/names': ['ground', 'reference', 'oracle/target', 'oracle/compare'],
  'oracle/suite': [
    'ground',
    'reference',
    'oracle/target',
    'oracle/compare',
    'node:fs',
    'node:path',
    'node:url',
  ],
  'oracle/exchange': ['reference', 'oracle/target', 'oracle/compare', 'oracle/names'],
  'oracle/causes': [
    'ground',
    'reference',
    'oracle/target',
    'oracle/compare',
    'oracle/suite',
    'oracle/exchange',
    'node:fs',
  ],
  'oracle/shrink': ['ground', 'reference', 'fast-check'],
  'oracle/requests': ['reference', 'properties', 'fast-check'],
  'oracle/parts': [
    'ground',
    'reference',
    'properties',
    'oracle/target',
    'oracle/compare',
    'oracle/suite',
    'oracle/exchange',
    'oracle/causes',
    'oracle/shrink',
    'oracle/requests',
    'fast-check',
    'node:perf_hooks',
  ],
  'oracle/report': [
    'ground',
    'reference',
    'oracle/suite',
    'oracle/causes',
    'picocolors',
    'node:crypto',
    'node:fs',
    'node:path',
  ],
  /** The check, and the front door of the oracle. */
  oracle: [
    'reference',
    'oracle/target',
    'oracle/compare',
    'oracle/suite',
    'oracle/exchange',
    'oracle/causes',
    'oracle/parts',
    'oracle/report',
    'node:perf_hooks',
  ],
  cli: [
    'ground',
    'reference',
    'mock',
    'oracle',
    'commander',
    'picocolors',
    'node:events',
    'node:fs',
    'node:path',
    'node:url',
  ],
}

const placeOf = (path: string): string => path.replace(/^src\//, '').replace(/\.ts$/, '')

/** The longest name in the table that a path begins with. */
function roomOf(path: string): string {
  const parts = placeOf(path).split('/')
  const names = parts.map((_, at) => parts.slice(0, parts.length - at).join('/'))
  return names.find((name) => name in MAY_IMPORT) ?? parts.join('/')
}

function importsOf({ path, text }: { path: string; text: string }): string[] {
  return [...text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'/gm)].map(
    ([, from, bare]) => {
      const target = from ?? bare ?? ''
      if (target.startsWith('.')) return placeOf(posix.join(posix.dirname(path), target))
      // A file of a package counts as the package.
      return target.startsWith('@') ? target : target.replace(/^([^/]+)\/.*$/, '$1')
    },
  )
}

/** A storey of which all rooms may be entered covers each of them. */
const covers = (allowed: string, target: string): boolean =>
  target === allowed || target.startsWith(`${allowed}/`)

/** What a file imports and its room may not. */
function strays(file: { readonly path: string; readonly text: string }): readonly string[] {
  const room = roomOf(file.path)
  const allowed = MAY_IMPORT[room] ?? []
  return importsOf(file)
    .filter((target) => !covers(room, target) && !allowed.some((one) => covers(one, target)))
    .map((target) => `${file.path} imports ${target}`)
}

/** The rooms that are on a circle, or above one. */
function circle(table: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const open = new Map(Object.entries(table))
  const isDone = (name: string): boolean =>
    ![...open.keys()].some((room) => covers(name, room) || room === roomOf(name))
  for (let found = true; found; ) {
    found = false
    for (const [room, allowed] of open) if (allowed.every(isDone)) found = open.delete(room)
  }
  return [...open.keys()]
}

describe('imports', () => {
  const files = [...sources('src'), ...sources('properties')].filter(
    ({ path }) => !/\.(test|property\.test)\.ts$/.test(path),
  )

  test('there is something to look at', () => {
    expect(files.length).toBeGreaterThan(150)
    expect(files.flatMap(importsOf).length).toBeGreaterThan(400)
  })

  test('every room has a place in the table', () => {
    const rooms = new Set(files.map(({ path }) => roomOf(path)))
    expect([...rooms].filter((room) => !(room in MAY_IMPORT))).toEqual([])
  })

  test('each room imports what it may', () => {
    const planted = { path: 'src/ground/planted.ts', text: "import { run } from '../cli/main.ts'" }
    expect(strays(planted)).toEqual(['src/ground/planted.ts imports cli/main'])
    expect(files.flatMap(strays)).toEqual([])
  })

  test('the table has no circle', () => {
    expect(circle({ below: [], a: ['b'], b: ['a', 'below'] })).toEqual(['a', 'b'])
    expect(circle(MAY_IMPORT)).toEqual([])
  })

  test.each([
    ['immer', 'src/reference/graph/'],
    ['qs', 'src/reference/parse/url.ts'],
    ['node:http', 'src/mock/'],
  ])('%s has one door: %s', (name, door) => {
    const users = files.filter((file) => importsOf(file).includes(name)).map(({ path }) => path)
    expect(users.length).toBeGreaterThan(0)
    expect(
      users.filter(
        (path) => path.startsWith('src/') && !path.startsWith(door) && !path.startsWith('src/oracle/'),
      ),
    ).toEqual([])
  })
})
