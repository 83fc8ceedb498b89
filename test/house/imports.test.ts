/** Who may import whom. A later phase knows the types of the one before it, never the other way round. */
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sources } from './sources.ts'

/** Room → the rooms and packages it may import, besides itself. A room is a folder of `src`, or a file in it. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  rules: [],
  invariant: [],
  schema: ['invariant', 'fastest-levenshtein'],
  values: ['schema', 'date-fns'],
  operators: ['rules', 'values'],
  graph: ['schema', 'invariant', 'immer', 'date-fns', 'node:fs', 'node:path', 'node:crypto'],
  profile: ['fastest-levenshtein'],
  parse: ['rules', 'qs'],
  refusal: ['parse', 'profile', 'rules'],
  plan: ['parse', 'schema', 'graph', 'operators', 'values', 'profile', 'refusal', 'rules', 'invariant'],
  evaluate: ['plan', 'graph', 'schema', 'operators', 'values', 'refusal', 'rules'],
  respond: ['evaluate', 'plan', 'schema', 'profile', 'refusal', 'rules', '@vercel/stega'],
  route: ['graph', 'plan', 'profile', 'refusal', 'rules', 'schema'],
  api: ['route', 'parse', 'plan', 'evaluate', 'respond', 'graph', 'profile', 'refusal', 'rules', 'schema'],
  http: ['api', 'node:http', 'node:perf_hooks'],
  suite: ['rules', 'schema', 'graph', 'api', 'profile', 'node:fs', 'node:path', 'node:url'],
}
/** Rooms above the phases: they may use all of them. */
const ABOVE = ['index', 'cli', 'oracle']

const roomOf = (path: string): string => path.replace(/^src\//, '').replace(/\/.*|\.ts$/g, '')

function importsOf({ path, text }: { path: string; text: string }): string[] {
  return [...text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'/gm)].map(
    ([, from, bare]) => {
      const target = from ?? bare ?? ''
      if (target.startsWith('.')) return roomOf(posix.join(posix.dirname(path), target))
      // A file of a package counts as the package.
      return target.startsWith('@') ? target : target.replace(/^([^/]+)\/.*$/, '$1')
    },
  )
}

describe('imports', () => {
  const files = sources('src')

  test('there is something to look at', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(files.flatMap(importsOf).length).toBeGreaterThan(200)
  })

  test('every room has a place in the table', () => {
    const rooms = new Set(files.map(({ path }) => roomOf(path)))
    expect([...rooms].filter((room) => !(room in MAY_IMPORT) && !ABOVE.includes(room))).toEqual([])
  })

  test('each room imports what it may', () => {
    const strays = files.flatMap((file) => {
      const room = roomOf(file.path)
      const allowed = ABOVE.includes(room) ? undefined : MAY_IMPORT[room]
      if (allowed === undefined) return []
      return importsOf(file)
        .filter((target) => target !== room && !allowed.includes(target))
        .map((target) => `${file.path} imports ${target}`)
    })
    expect(strays).toEqual([])
  })

  test.each([
    ['immer', 'src/graph/'],
    ['qs', 'src/parse/url.ts'],
    ['node:http', 'src/http/serve.ts'],
  ])('%s has one door: %s', (name, door) => {
    const users = files.filter((file) => importsOf(file).includes(name)).map(({ path }) => path)
    expect(users.length).toBeGreaterThan(0)
    expect(users.filter((path) => !path.startsWith(door) && !path.startsWith('src/oracle/'))).toEqual([])
  })
})
