/**
 * Tests the clean path. With the profile `documented`, no table of releases or databases is loaded, because the rooms
 * that answer requests import only types from these tables. In the rooms that answer requests, a departure is at most a
 * function call, never a branch. The folder `src/reference/strapi` has the code of each departure, with its name and
 * its reason.
 */
import { posix } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, test } from 'vitest'
import { CHANGE_IDS } from '../../src/reference/strapi/changes.ts'
import { QUIRK_IDS } from '../../src/reference/strapi/quirks.ts'
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

/** Returns the files that a file loads when it runs: its imports and re-exports, except types. */
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

/** Returns the files of a room with every file that they load, directly or indirectly. */
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

/** The folders of `src/reference` that only call functions for departures. */
const CALLERS = ['check']

const DEPARTURES: ReadonlySet<unknown> = new Set([...QUIRK_IDS, ...CHANGE_IDS])
/**
 * The departures whose ids are also names of query parameters. Code may use the query parameter, but may not test
 * whether a profile has the departure of the same name.
 */
const PARAMETERS: ReadonlySet<unknown> = new Set(['publicationFilter', 'hasPublishedVersion'])

/** The files that may use the member `database` of a profile, each with the reason. */
const DATABASE_READERS: Readonly<Record<string, string>> = {
  'src/reference/check/context.ts':
    'the file copies the database of the profile into the context of a check, and reads no database decision',
}

const isNode = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nameOf = (node: unknown): unknown => (isNode(node) ? Reflect.get(node, 'name') : undefined)

/** Returns the departures and the database decisions that a node of the syntax tree names. */
function namedBy(node: object): readonly string[] {
  switch (Reflect.get(node, 'type')) {
    case 'Literal': {
      const value: unknown = Reflect.get(node, 'value')
      return DEPARTURES.has(value) && !PARAMETERS.has(value) ? [String(value)] : []
    }
    case 'CallExpression': {
      const [callee, [first]]: [unknown, unknown[]] = [
        Reflect.get(node, 'callee'),
        Reflect.get(node, 'arguments'),
      ]
      const called = isNode(callee) ? (nameOf(callee) ?? nameOf(Reflect.get(callee, 'property'))) : undefined
      const value: unknown = isNode(first) ? Reflect.get(first, 'value') : undefined
      return called === 'has' && PARAMETERS.has(value) ? [String(value)] : []
    }
    case 'MemberExpression':
      return nameOf(Reflect.get(node, 'property')) === 'database' ? ['database'] : []
    case 'ObjectPattern':
      return Object(Reflect.get(node, 'properties')).flatMap((property: object) =>
        nameOf(Reflect.get(property, 'key')) === 'database' ? ['database'] : [],
      )
    default:
      return []
  }
}

/** Returns all departures and uses of the database in a file, as `file name`. */
function branches({ path, text }: Source): readonly string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    if (!isNode(node)) return
    found.push(...namedBy(node).map((name) => `${path} ${name}`))
    Object.values(node).forEach(visit)
  }
  visit(parseAst(text, { lang: 'ts' }).body)
  return found
}

const planted = (text: string): Source => ({ path: 'x.ts', text, lines: [] })

describe('departures', () => {
  test('the check of the sources detects a named departure, and a use of the database', () => {
    expect(branches(planted("if (has('huge-offset')) refuse()"))).toEqual(['x.ts huge-offset'])
    expect(branches(planted("refuse(crash('shape-errors-400'))"))).toEqual(['x.ts shape-errors-400'])
    expect(branches(planted("known.has('publicationFilter')"))).toEqual(['x.ts publicationFilter'])
    expect(branches(planted("report('publicationFilter')"))).toEqual([])
    expect(branches(planted("context.database.nul === 'fails'"))).toEqual(['x.ts database'])
    expect(branches(planted('const { nul } = context.database'))).toEqual(['x.ts database'])
    expect(branches(planted('const f = ({ database }: Context) => database.nul'))).toEqual(['x.ts database'])
    expect(branches(planted('if (real.readsObjects(context)) refuse()'))).toEqual([])
  })

  test.each(CALLERS)('%s only calls functions for departures, and has no branch on a departure', (room) => {
    const files = filesOf(room)
    expect(files.length).toBeGreaterThan(1)
    const allowed = Object.keys(DATABASE_READERS).map((path) => `${path} database`)
    expect(files.flatMap(branches).filter((found) => !allowed.includes(found))).toEqual([])
  })

  test('every file of DATABASE_READERS reads the database of the profile', () => {
    for (const path of Object.keys(DATABASE_READERS))
      expect(branches(all.get(path) ?? planted(''))).toContain(`${path} database`)
  })
})

describe('the clean path', () => {
  test('a file that is imported only for its types does not count as loaded', () => {
    const text =
      "import { type A } from './a.ts'\nimport { type B, c } from './b.ts'\nimport type { D } from './d.ts'"
    expect(needs({ path: 'src/x.ts', text, lines: [] })).toEqual(['src/b.ts'])
    expect(reached(filesOf('strapi')).has('src/reference/strapi/changes.ts')).toBe(true)
    expect(reached(filesOf('plan')).size).toBeGreaterThan(20)
  })

  test.each(PHASES)('%s loads no table of quirks, changes or databases', (room) => {
    const files = reached(filesOf(room))
    const tables = TABLES.map((table) => `src/reference/${table}.ts`)
    expect(files.size).toBeGreaterThan(0)
    expect(tables.filter((table) => files.has(table))).toEqual([])
  })

  test.each(['strapi/check', 'strapi/plan', 'strapi/releases'])(
    'every file of %s is imported by some file',
    (room) => {
      const old = filesOf(room)
      expect(old.length).toBeGreaterThan(1)
      const called = new Set([...all.values()].flatMap(needs))
      expect(old.filter(({ path }) => !called.has(path)).map(({ path }) => path)).toEqual([])
    },
  )
})
