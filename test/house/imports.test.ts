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
  ground: ['@noble/hashes', 'lru-cache'],
  'reference/rules': [],
  'reference/schema': ['ground', 'fastest-levenshtein'],
  'reference/values': ['ground', 'reference/schema', 'date-fns'],
  'reference/operators': ['reference/rules', 'reference/values'],
  'reference/graph': ['ground', 'reference/schema', 'immer', 'date-fns', 'node:fs', 'node:path'],
  /** Who compares, folds and writes values as a database does. */
  'reference/database': ['ground', 'reference/schema', 'reference/values'],
  'reference/profile': ['reference/database', 'fastest-levenshtein'],
  'reference/parse': ['ground', 'reference/rules', 'qs'],
  'reference/refusal': ['reference/parse', 'reference/profile', 'reference/rules'],
  'reference/access': ['reference/graph', 'reference/schema'],
  /** What the names of a query lead to: for those who judge a query and those who plan one. */
  'reference/names': [
    'ground',
    'reference/parse',
    'reference/operators',
    'reference/profile',
    'reference/schema',
    'reference/values',
  ],
  'reference/plan': [
    'ground',
    'reference/database/database',
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
    'reference/database/database',
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
    'reference/database/database',
    'reference/plan/column',
    'reference/plan/plan',
    'reference/graph',
    'reference/schema',
    'reference/operators',
    'reference/values',
  ],
  /** How rows are found without looking at every one. */
  'reference/access-path': [
    'ground',
    'reference/database/database',
    'reference/evaluate',
    'reference/graph',
    'reference/plan/column',
    'reference/plan/plan',
    'reference/schema',
    'reference/values',
  ],
  /** Entries that are text already. */
  'reference/written': [
    'ground',
    'reference/evaluate',
    'reference/graph',
    'reference/parse/shape',
    'reference/plan',
    'reference/read',
    'reference/request',
    'reference/respond',
    'reference/response',
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
  /** What is wrong with a path that leads nowhere. */
  'reference/lost': ['ground', 'reference/refusal', 'reference/rules'],
  'reference/route': [
    'ground',
    'reference/graph',
    'reference/lost',
    'reference/plan',
    'reference/profile',
    'reference/refusal',
    'reference/rules',
    'reference/schema',
  ],
  'reference/by-letter': ['ground', 'reference/graph', 'reference/profile', 'reference/schema'],
  'reference/as-before': [
    'ground',
    'reference/graph',
    'reference/parse',
    'reference/profile',
    'reference/schema',
  ],
  /** A request, and what of it can be read. */
  'reference/request': ['ground', 'reference/parse'],
  'reference/response': ['reference/respond/pieces'],
  /** Reads that have no envelope. */
  'reference/bare': ['reference/graph', 'reference/parse', 'reference/plan', 'reference/schema'],
  'reference/read': [
    'ground',
    'reference/access-path',
    'reference/as-before',
    'reference/bare',
    'reference/by-letter',
    'reference/check',
    'reference/cite',
    'reference/evaluate',
    'reference/graph',
    'reference/parse',
    'reference/plan',
    'reference/profile',
    'reference/refusal',
    'reference/respond',
    'reference/rules',
    'reference/schema',
  ],
  'reference/api': [
    'ground',
    'reference/access',
    'reference/cite',
    'reference/evaluate',
    'reference/graph',
    'reference/access-path',
    'reference/lost',
    'reference/plan',
    'reference/profile',
    'reference/read',
    'reference/request',
    'reference/refusal',
    'reference/respond',
    'reference/response',
    'reference/route',
    'reference/rules',
    'reference/written',
  ],
  'reference/failure': ['ground', 'reference/api'],
  /** Writing: what a reader never imports. */
  writing: ['ground', 'reference'],
  'reference/fetch': ['reference/api', 'reference/failure'],
  /** The front doors of the reference: anywhere, and with a disk. */
  /** Why an answer is as it is: told from its plan and its rows, on its way to nobody. */
  explain: ['ground', 'reference', 'fastest-levenshtein'],
  /** Why a write is refused, and what would be taken. */
  'explain/writing': ['ground', 'reference', 'writing', 'explain/names-near'],
  core: ['ground', 'reference', 'explain'],
  index: ['core', 'reference/graph/load'],
  /** What pages have in common to the eye. */
  look: [],
  /** A world as a page draws it. */
  'explorer/described': ['reference'],
  /** The built page, as it is published. */
  'explorer/packed': ['node:fs', 'node:zlib'],
  /** A query as a tree and as a URL, and an answer as rows: no page is needed. */
  'explorer/model': [
    'ground',
    'explain/explanation',
    'explorer/described',
    'reference/operators',
    'reference/parse',
  ],
  /** Who answers the page: a server, or a worker of its own. */
  'explorer/backend': [
    'core',
    'ground',
    'explain',
    'explorer/described',
    'explorer/model',
    'sources/archive/exported',
    'sources/note',
  ],
  'explorer/page': [
    'core',
    'ground',
    'explain/explanation',
    'explain/writing/explanation',
    'explorer/backend',
    'explorer/described',
    'explorer/model',
    'reference/operators',
    'preact',
  ],
  /** A web-standard handler as others take one. */
  adapters: ['hono', 'msw', 'node:http', 'playwright-core', 'vite'],
  /** What a world was made of, looked after. */
  watch: ['reference', 'chokidar', 'node:fs', 'node:path', 'node:util'],
  /** Pleasant ways to change a graph. */
  world: ['explain/writing', 'ground', 'reference', 'writing'],
  properties: [
    'ground',
    'reference',
    'explain',
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
  /** Writes at random, and what must hold of them. */
  'properties/writes': [
    'properties/arbitraries',
    'properties/naive',
    'ground',
    'reference',
    'writing',
    'node:util',
  ],
  /** Which faults the suite of the check notices, and which its generated requests. */
  'properties/mutants': [
    'properties/laws',
    'oracle',
    'reference',
    'fast-check',
    'sucrase',
    'node:child_process',
    'node:fs',
    'node:os',
    'node:path',
    'node:util',
  ],
  /** What a content API answers, as declarations of TypeScript. */
  types: ['ground', 'reference', 'writing'],
  /** The same as an OpenAPI document. */
  openapi: ['ground', 'reference', 'types', 'writing'],
  /** Generated queries and their answers, put to the compiler. */
  'properties/types': [
    'ground',
    'reference',
    'types',
    'properties/arbitraries',
    'fast-check',
    'node:child_process',
    'node:fs',
    'node:os',
    'node:path',
    'node:url',
    'node:util',
  ],
  /** Requests that somebody made. */
  traffic: ['ground', 'reference'],
  /** What becomes of requests under another profile. */
  upgrade: ['ground', 'reference', 'oracle', 'traffic'],
  /** The outside world: what others keep, read and never run or written. */
  'sources/note': [],
  'sources/server': ['sources/note'],
  'sources/source': ['reference', 'sources/note', 'sources/server', 'sources/tokens'],
  /** Tokens as a server knows them again. */
  'sources/tokens': ['ground', 'node:crypto'],
  /** Files that the loader would refuse, made such as it takes. */
  'sources/repair': ['ground', 'reference', 'sources/note'],
  'sources/database': [
    'ground',
    'reference/graph/actions',
    'reference/schema',
    'sources/note',
    'sources/source',
    '@noble/hashes',
    'node:fs',
    'node:module',
    'node:os',
    'node:path',
    'node:timers',
  ],
  /** What was found of a server, as the files of a dataset. */
  'sources/assembly': [
    'ground',
    'reference',
    'sources/database',
    'sources/note',
    'sources/repair',
    'sources/source',
  ],
  /** Code as a tree, and the values that its text tells. */
  'sources/code': ['ground', 'acorn', '@sveltejs/acorn-typescript', 'node:path'],
  /** What a project's own code does to requests, read. */
  'sources/routes': ['ground', 'reference', 'sources/code', 'sources/note', 'node:path'],
  /** The same, run: in a thread of its own. */
  'sources/running': [
    'ground',
    'reference',
    'sources/routes',
    'sucrase',
    'node:events',
    'node:fs',
    'node:module',
    'node:path',
    'node:perf_hooks',
    'node:worker_threads',
  ],
  /** What plugins do that are not run. */
  'sources/plugins': ['ground', 'reference', 'sources/code', 'sources/database/model', 'sources/note'],
  'sources/project': [
    'ground',
    'reference',
    'sources/assembly',
    'sources/code',
    'sources/database',
    'sources/note',
    'sources/plugins',
    'sources/repair',
    'sources/routes',
    'sources/running',
    'sources/server',
    'sources/source',
    'sources/tokens',
    'node:path',
    'node:util',
  ],
  /** Entries for types that have none. */
  'sources/fake': [
    'ground',
    'reference',
    'sources/database/model',
    'sources/loaded',
    'sources/note',
    'sources/source',
    'pictures',
    '@faker-js/faker',
    'pure-rand',
  ],
  'sources/loaded': ['reference', 'sources/source'],
  /** What an export holds, wherever its bytes come from: a page reads one too. */
  'sources/archive/exported': [
    'ground',
    'reference',
    'sources/assembly',
    'sources/database',
    'sources/note',
    'sources/source',
    'modern-tar',
  ],
  /** An export on a disk. */
  'sources/archive': [
    'reference',
    'sources/archive/exported',
    'sources/source',
    'sources/tokens',
    'node:crypto',
    'node:fs',
    'node:path',
    'node:stream',
    'node:zlib',
  ],
  /** Entries as a server answers them, made into rows. */
  'sources/rest': ['ground', 'reference', 'sources/note', 'node:util'],
  /** A running server, asked for all it shows. */
  'sources/live': [
    'ground',
    'reference',
    'sources/code',
    'sources/assembly',
    'sources/database',
    'sources/note',
    'sources/project',
    'sources/repair',
    'sources/rest',
    'sources/source',
    'node:crypto',
    'node:fs',
    'node:path',
    'node:timers',
  ],
  /** Any of them, as a dataset folder. */
  'sources/write': [
    'ground',
    'reference',
    'sources/database',
    'sources/source',
    'modern-tar',
    'node:crypto',
    'node:fs',
    'node:path',
    'node:zlib',
  ],
  sources: [
    'ground',
    'reference',
    'sources/archive',
    'sources/fake',
    'sources/loaded',
    'sources/live',
    'sources/note',
    'sources/project',
    'sources/rest',
    'sources/server',
    'sources/source',
    'node:fs',
    'node:path',
  ],
  /** Pictures, papers and sounds that nobody has taken, written or heard. */
  pictures: ['node:zlib'],
  /** What a frontend asks a server besides content. */
  'mock/beside': [
    'ground',
    'reference',
    'mock/layer',
    'mock/stored',
    'mock/world',
    'writing',
    'sources/tokens',
    'bcryptjs',
    'image-size',
    'node:crypto',
  ],
  'mock/layer': ['reference'],
  /** Where uploaded files are. */
  'mock/stored': ['node:fs', 'node:path', 'node:stream'],
  /** What is served now, and may become another. */
  'mock/world': ['reference', 'writing'],
  mock: [
    'ground',
    'reference',
    'world',
    'mock/beside',
    'mock/layer',
    'mock/world',
    'writing',
    'explain',
    'explorer/described',
    'explorer/packed',
    'pictures',
    'sources/tokens',
    'mrmime',
    'pure-rand',
    'node:crypto',
    'node:events',
    'node:fs',
    'node:http',
    'node:net',
    'node:path',
    'node:perf_hooks',
    'node:stream',
  ],
  /** Bodies without measure, and what is shown of them. */
  'oracle/bodies': ['ground'],
  'oracle/target': [
    'ground',
    'reference',
    'oracle/bodies',
    'node:child_process',
    'node:fs',
    'node:http',
    'node:https',
    'node:os',
    'node:path',
    'node:readline',
    'node:tls',
    'node:util',
    'node:zlib',
  ],
  'oracle/compare': ['ground', 'reference', 'oracle/target', '@vercel/stega'],
  'oracle/names': ['ground', 'reference', 'oracle/bodies', 'oracle/target', 'oracle/compare'],
  'oracle/suite': [
    'ground',
    'reference',
    'writing/rules',
    'oracle/target',
    'oracle/compare',
    'node:fs',
    'node:path',
    'node:url',
  ],
  'oracle/exchange': [
    'ground',
    'reference',
    'writing/rules',
    'explain',
    'oracle/target',
    'oracle/compare',
    'oracle/names',
    'node:perf_hooks',
  ],
  'oracle/blame': [
    'ground',
    'reference',
    'writing/rules',
    'explain',
    'oracle/target',
    'oracle/compare',
    'oracle/exchange',
  ],
  'oracle/causes': [
    'ground',
    'reference',
    'oracle/bodies',
    'oracle/blame',
    'oracle/target',
    'oracle/compare',
    'oracle/suite',
    'oracle/exchange',
    'node:fs',
    'node:path',
  ],
  'oracle/shrink': ['ground', 'reference', 'fast-check'],
  /** Sessions of writes: played on both sides, made smaller, made up, and taken away again. */
  'oracle/writes': [
    'ground',
    'reference',
    'writing',
    'properties/arbitraries',
    'oracle/bodies',
    'oracle/target',
    'oracle/compare',
    'oracle/suite',
    'oracle/exchange',
    'oracle/shrink',
    'fast-check',
    'node:perf_hooks',
  ],
  'oracle/requests': ['reference', 'properties/arbitraries', 'fast-check'],
  /** What a target shows of its data, to ask it for more. */
  'oracle/learn': ['ground', 'reference', 'oracle/target'],
  /** Before anything is judged: who is it? */
  'oracle/look': [
    'ground',
    'reference',
    'oracle/bodies',
    'oracle/target',
    'oracle/compare',
    'oracle/names',
    'oracle/suite',
    'oracle/exchange',
    'oracle/requests',
    'fast-check',
    'node:perf_hooks',
  ],
  'oracle/parts': [
    'ground',
    'reference',
    'oracle/bodies',
    'properties/arbitraries',
    'properties/laws',
    'properties/check',
    'oracle/target',
    'oracle/compare',
    'oracle/suite',
    'oracle/exchange',
    'oracle/blame',
    'oracle/causes',
    'oracle/shrink',
    'oracle/learn',
    'oracle/requests',
    'oracle/writes',
    'fast-check',
    'node:perf_hooks',
  ],
  'oracle/report': [
    'ground',
    'reference',
    'oracle/bodies',
    'oracle/suite',
    'oracle/causes',
    'oracle/target',
    'oracle/exchange/masks',
    'oracle/exchange/rules',
    'explorer/model/asking',
    'look',
    'picocolors',
    'node:crypto',
    'node:fs',
    'node:path',
  ],
  /** The check, and the front door of the oracle. */
  oracle: [
    'reference',
    'oracle/bodies',
    'oracle/target',
    'oracle/compare',
    'oracle/suite',
    'oracle/exchange',
    'oracle/causes',
    'oracle/look',
    'oracle/parts',
    'oracle/report',
    'sources/write',
    'node:perf_hooks',
  ],
  /** The specification as pages: what is known, and files of it. */
  'site/address': [],
  'writing/rules': [],
  'site/search': ['reference', 'writing/rules', 'site/address', 'site/messages', 'site/model', 'site/pages'],
  /** What runs in the page, and beside it. */
  'site/browser': [
    'ground',
    'reference',
    'oracle/suite',
    'oracle/report/diff',
    'site/address',
    'site/search',
  ],
  site: [
    'writing/rules',
    'explorer/packed',
    'ground',
    'reference',
    'oracle/suite',
    'oracle/report/diff',
    'sources/write',
    'marked',
    'node:fs',
    'node:path',
    'node:zlib',
  ],
  /** Checks targets that answer anything: the one part of the properties above the check. */
  'properties/fuzz/answers': [
    'ground',
    'reference',
    'properties/arbitraries',
    'properties/fuzz/chance',
    'properties/fuzz/datasets',
    'oracle',
    'node:fs',
    'node:os',
    'node:path',
    'node:perf_hooks',
    'node:util',
  ],
  cli: [
    'ground',
    'reference',
    'explain',
    'mock',
    'oracle',
    'sources',
    'traffic',
    'types',
    'openapi',
    'site',
    'upgrade',
    'watch',
    'chokidar',
    'commander',
    'fast-check',
    'picocolors',
    'node:crypto',
    'node:events',
    'node:fs',
    'node:os',
    'node:path',
    'node:url',
  ],
}

const placeOf = (path: string): string => path.replace(/^src\//, '').replace(/\.tsx?$/, '')

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
      return target.replace(/^(@[^/]+\/[^/]+|[^@/][^/]*)\/.*$/, '$1')
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

  test('no database is on the way of a query but the plain one', () => {
    const byPlace = new Map(files.map((file) => [placeOf(file.path), file]))
    const reached = new Set<string>()
    const left = [...byPlace.keys()].filter((place) => /^reference\/(plan|check|evaluate)\//.test(place))
    for (let place = left.pop(); place !== undefined; place = left.pop()) {
      const file = byPlace.get(place)
      if (file === undefined || reached.has(place)) continue
      reached.add(place)
      left.push(...importsOf(file))
    }
    const rooms = [...reached].filter((place) => place.startsWith('reference/database/'))
    expect(rooms).toEqual(['reference/database/database'])
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
        (path) =>
          path.startsWith('src/') &&
          !path.startsWith(door) &&
          !['src/oracle/', 'src/adapters/'].some((other) => path.startsWith(other)),
      ),
    ).toEqual([])
  })
})
