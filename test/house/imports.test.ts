/**
 * Tests the layers of the source code. A room imports only the rooms and packages of its row in the table, so imports
 * point in one direction:
 *
 *     cli → tools → oracle → properties → semantics
 *      └──→ server → sources → sources/runner → writing → reference → util
 */
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Source, sources } from './sources.ts'

interface Row {
  readonly rooms: readonly string[]
  /** The packages by name; `node:` means every module of Node. */
  readonly packages?: readonly string[]
}

/**
 * Each room with the rooms and packages that it may import. `doors` are the files directly under `src`. The runner is a
 * part of `sources` with its own row, because the runner must not import the rest of `sources`.
 */
const ROOMS: Readonly<Record<string, Row>> = {
  util: { rooms: [], packages: ['@noble/hashes', 'lru-cache'] },
  reference: {
    rooms: ['util'],
    packages: ['@vercel/stega', 'date-fns', 'fastest-levenshtein', 'immer', 'node:fs', 'node:path', 'qs'],
  },
  semantics: { rooms: ['reference', 'util'] },
  writing: { rooms: ['reference', 'util'], packages: ['immer'] },
  explain: { rooms: ['reference', 'util', 'writing'], packages: ['fastest-levenshtein'] },
  'sources/runner': {
    rooms: ['reference', 'util', 'writing'],
    packages: [
      '@koa/router',
      'bcryptjs',
      'date-fns',
      'es-toolkit',
      'get-tsconfig',
      'http-errors',
      'koa',
      'koa-compose',
      'node-sqlite3-wasm',
      'node:',
      'qs',
      'resolve.exports',
      'sucrase',
    ],
  },
  sources: {
    rooms: ['reference', 'sources/runner', 'util', 'writing'],
    packages: [
      ...['@faker-js/faker', '@noble/hashes', 'fastest-levenshtein', 'modern-tar', 'node:', 'pure-rand'],
    ],
  },
  doors: { rooms: ['explain', 'reference', 'semantics', 'util', 'writing'] },
  properties: {
    rooms: ['explain', 'reference', 'semantics', 'sources', 'util', 'writing'],
    packages: ['@vercel/stega', 'fast-check', 'node:'],
  },
  oracle: {
    rooms: ['explain', 'properties', 'reference', 'sources', 'util', 'writing'],
    packages: ['@vercel/stega', 'fast-check', 'fastest-levenshtein', 'node:', 'picocolors'],
  },
  tools: {
    rooms: ['doors', 'explain', 'oracle', 'reference', 'sources', 'util', 'writing'],
    packages: ['marked', 'node:fs', 'node:path', 'node:zlib', 'preact'],
  },
  server: {
    rooms: ['explain', 'reference', 'sources', 'sources/runner', 'tools', 'util', 'writing'],
    packages: [
      'bcryptjs',
      'chokidar',
      'hono',
      '@sindresorhus/slugify',
      'image-size',
      'mrmime',
      'msw',
      'node:',
      'playwright-core',
      'pure-rand',
      'vite',
    ],
  },
  cli: {
    rooms: [
      ...['doors', 'explain', 'oracle', 'reference', 'server', 'sources', 'sources/runner'],
      ...['tools', 'util'],
    ],
    packages: [
      '@bomb.sh/tab',
      'chokidar',
      'commander',
      'fast-check',
      'fastest-levenshtein',
      'node:',
      'picocolors',
    ],
  },
  'test/search': {
    rooms: [
      ...['cli', 'oracle', 'properties', 'reference', 'semantics', 'server', 'sources'],
      ...['tools', 'util', 'writing'],
    ],
    packages: ['fast-check', 'node:', 'sucrase'],
  },
}

/**
 * Each phase of the reference with the other folders of `src/reference` that it may import. A phase of the reference
 * imports no later phase, except for the types of the data that it passes on.
 */
const PHASES: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  graph: ['schema'],
  load: ['graph', 'schema'],
  parse: ['strapi'],
  names: ['parse', 'schema', 'strapi'],
  check: ['graph', 'names', 'parse', 'plan', 'schema', 'strapi'],
  plan: ['graph', 'names', 'parse', 'schema', 'strapi'],
  evaluate: ['graph', 'plan', 'schema', 'strapi'],
  respond: ['evaluate', 'plan', 'schema', 'strapi'],
  cite: ['evaluate', 'names', 'parse', 'plan', 'schema'],
  fast: ['evaluate', 'graph', 'parse', 'plan', 'respond', 'schema', 'strapi'],
  strapi: ['check', 'evaluate', 'graph', 'names', 'parse', 'plan', 'schema'],
}

/** The folder with the records of operators, which each phase may import. */
const SHARED = 'operators'

/** The folder `http` of the thread creates the objects of Koa and `node:http` for the code of a project. */
const KOA = 'src/sources/runner/thread/http/'

/** The folder `guard` replaces the functions and classes that open connections. */
const GUARD = 'src/sources/runner/thread/guard/'

/** Each package with the only files or folders under `src` that may import it. */
const FEW_DOORS: readonly (readonly [string, readonly string[]])[] = [
  ['koa', [KOA]],
  ['qs', ['src/reference/parse/url.ts', `${KOA}query.ts`]],
  ['node:http', ['src/server/', KOA, GUARD]],
]

/** The oracle may import the packages for HTTP too, because it is a client. */
const CLIENTS = ['src/oracle/']

/** Returns the package of an import path: `fast-check/x` and `@scope/name/x` are imports of the package. */
const packageOf = (from: string): string => from.replace(/^(@[^/]+\/[^/]+|[^@/][^/]*)\/.*$/, '$1')

function roomOf(path: string): string {
  const [top = '', room = '', ...rest] = path.split('/')
  if (top === 'properties') return 'properties'
  if (top === 'test') return `test/${room}`
  if (room === 'sources' && rest[0] === 'runner') return 'sources/runner'
  return rest.length === 0 ? 'doors' : room
}

/** Returns every module that a file imports, including types; a file of this project is a path from the root. */
const importsOf = ({ path, text }: Source): readonly string[] =>
  [...text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|import\('([^']+)'\)/gm)].map(
    ([, from, bare, lazy]) => {
      const target = from ?? bare ?? lazy ?? ''
      return target.startsWith('.') ? posix.join(posix.dirname(path), target) : packageOf(target)
    },
  )

const isOurs = (target: string): boolean => /^(src|properties|test)\//.test(target)

function strays(file: Source): readonly string[] {
  const room = roomOf(file.path)
  const { rooms = [], packages = [] } = ROOMS[room] ?? {}
  return importsOf(file)
    .filter((target) => {
      if (isOurs(target)) return roomOf(target) !== room && !rooms.includes(roomOf(target))
      return !packages.some((one) => (one === 'node:' ? target.startsWith(one) : one === target))
    })
    .map((target) => `${file.path} imports ${target}`)
}

function phaseOf(path: string): string | undefined {
  const folder = /^src\/reference\/([a-z]+)\//.exec(path)?.[1]
  return folder === SHARED ? undefined : folder
}

function phaseStrays(file: Source): readonly string[] {
  const phase = phaseOf(file.path)
  if (phase === undefined) return []
  return importsOf(file)
    .filter((target) => {
      const other = phaseOf(target)
      return other !== undefined && other !== phase && PHASES[phase]?.includes(other) !== true
    })
    .map((target) => `${file.path} imports ${target}`)
}

/**
 * Returns the nodes on a cycle or between two cycles: nodes without an incoming or outgoing arrow are removed in turn.
 */
function onCircles(arrows: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const open = new Map(arrows)
  for (let found = true; found; ) {
    found = false
    const entered = new Set([...open.values()].flat())
    for (const [name, targets] of open)
      if (!entered.has(name) || !targets.some((target) => open.has(target))) found = open.delete(name)
  }
  return [...open.keys()]
}

const files = [...sources('src'), ...sources('properties'), ...sources('test/search')].filter(
  ({ path }) => !/\.test\.ts$/.test(path),
)
const planted = (path: string, from: string): Source => ({
  path,
  text: `import { x } from '${from}'`,
  lines: [],
})

describe('imports', () => {
  test('more than 500 files with more than 2,000 imports are checked', () => {
    expect(files.length).toBeGreaterThan(500)
    expect(files.flatMap(importsOf).length).toBeGreaterThan(2000)
  })

  test('every room has a row in the table of imports, and at most nine rooms exist besides util', () => {
    const rooms = new Set(files.map(({ path }) => roomOf(path)))
    expect([...rooms].filter((room) => !(room in ROOMS))).toEqual([])
    const underSrc = [...rooms].filter(
      (room) => !['util', 'doors', 'properties', 'sources/runner', 'test/search'].includes(room),
    )
    expect(underSrc.length).toBeLessThanOrEqual(9)
  })

  test('each room imports only the rooms and packages that its row lists', () => {
    expect(strays(planted('src/util/planted.ts', '../cli/main.ts'))).toHaveLength(1)
    expect(strays(planted('src/util/planted.ts', 'qs'))).toHaveLength(1)
    expect(files.flatMap(strays)).toEqual([])
  })

  test('each phase of the reference imports only the folders that its row lists', () => {
    expect(phaseStrays(planted('src/reference/parse/planted.ts', '../evaluate/scan.ts'))).toHaveLength(1)
    expect(files.flatMap(phaseStrays)).toEqual([])
  })

  test('rooms do not import each other in a cycle', () => {
    const arrows = new Map(Object.entries(ROOMS).map(([room, { rooms }]) => [room, rooms]))
    expect(onCircles(new Map([...arrows, ['util', ['cli']]]))).toContain('cli')
    expect(onCircles(arrows)).toEqual([])
  })

  test('files do not import each other in a cycle, not even for types', () => {
    const arrows = new Map(files.map((file) => [file.path, importsOf(file)]))
    expect(onCircles(arrows)).toEqual([])
  })

  test('no folder under src holds more than fifteen files', () => {
    const counts = new Map<string, number>()
    for (const { path } of files.filter((file) => file.path.startsWith('src/')))
      counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
    expect(
      [...counts].filter(([, count]) => count > 15),
      'move the files of one subject to a subfolder',
    ).toEqual([])
  })

  test('plan, check and evaluate import no database, except the interface of databases', () => {
    const byPath = new Map(files.map((file) => [file.path, file]))
    const reached = new Set<string>()
    const left = [...byPath.keys()].filter((path) => /^src\/reference\/(plan|check|evaluate)\//.test(path))
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const file = byPath.get(path)
      if (file === undefined || reached.has(path)) continue
      reached.add(path)
      left.push(...importsOf(file))
    }
    const databases = [...reached].filter((path) => path.startsWith('src/reference/strapi/databases/'))
    expect(databases).toEqual(['src/reference/strapi/databases/database.ts'])
  })

  test.each(FEW_DOORS)('only few files import %s: %s', (name, doors) => {
    const users = files.filter((file) => importsOf(file).includes(name)).map(({ path }) => path)
    expect(users.length).toBeGreaterThan(0)
    const known = [...doors, ...CLIENTS]
    const others = users.filter((path) => path.startsWith('src/'))
    expect(others.filter((path) => !known.some((door) => path.startsWith(door)))).toEqual([])
  })
})
