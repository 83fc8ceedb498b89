/** Tests that the declared types match the answers to generated queries, and reject wrong answers and queries. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { buildGraph } from '../../src/reference/load/build.ts'
import { REAL_PROFILES } from '../../src/reference/strapi/profile.ts'
import { declarationsOf, undeclaredIn } from '../../src/tools/types/index.ts'
import { batchOf, generatedBatch, joined } from '../search/types/batch.ts'
import { compile, REFUSED } from '../search/types/compile.ts'
import { graphOf } from '../support/datasets.ts'
import { SEED } from '../support/seed.ts'

const guide = declarationsOf(graphOf('guide'))

/** All programs are compiled in one run, because the start of the compiler takes longest. */
const batch = joined([generatedBatch(5, 12, SEED), batchOf(graphOf('guide'), 'guide', 24, SEED)])
const REAL = 'strapi-5.54-sqlite'
const real = joined([
  generatedBatch(5, 12, SEED, REAL, 'real'),
  batchOf(graphOf('strapi-5.54'), 'recorded', 24, SEED, REAL),
])
/** The newest release, with those departures of older releases that the types describe. */
const OLD = ['strapi-5.54-sqlite', 'file-focalPoint', 'empty-morph-many-is-array', 'morphToOne-__type'].join(
  ',+',
)
const old = generatedBatch(8, 12, SEED, OLD, 'old')
const realGuide = declarationsOf(graphOf('guide'), { profile: REAL })
const strange = graphWith({
  'a-b': {
    attributes: {
      'x*/y': { type: 'string' },
      'it’s "quoted" \'twice\'': { type: 'string' },
      'näme-1': { type: 'integer' },
    },
  },
  answer: {
    attributes: { kind: { type: 'enumeration', enum: ['*/', "o'k", '\n', '\u2028', '😀', '\ud83c'] } },
  },
  'a-b-2': { uid: 'api::x.a-b', attributes: { json: { type: 'json' } } },
})
/** A dataset that shows departures of the real server, one for each switch. */
const departing = departingGraph()
const WRONG = `import type { Answer } from './guide.schema.ts'
export const one: Answer<'api::author.author'> = 1
`
const PAGE = fileURLToPath(new URL('../../.github/docs/types.md', import.meta.url))
const shown =
  /^```typescript\n(import type \{ Answer.*?)^```/ms.exec(readFileSync(PAGE, 'utf8'))?.[1] ?? 'none'
let faults: readonly string[] = []
beforeAll(async () => {
  faults = await compile({
    ...batch.files,
    ...real.files,
    ...old.files,
    'departing.schema.ts': declarationsOf(departing, { profile: REAL }),
    'followed.schema.ts': declarationsOf(departing),
    'departing.ts': DEPARTING,
    'guide.schema.ts': guide,
    'by-hand.ts': BY_HAND,
    'content-types.ts': guide,
    'shown.ts': shown,
    'wrong.ts': WRONG,
    'strange.ts': declarationsOf(strange),
  })
})
const faultsIn = (file: RegExp): readonly string[] => faults.filter((fault) => file.test(fault))

describe('declarations', () => {
  test('type declarations of generated schemas and of the guide match the answers to generated queries', () => {
    expect(faultsIn(/world|guide/)).toEqual([])
    expect(batch.schemas).toBeGreaterThan(10)
    expect(batch.answers).toBeGreaterThan(60)
    expect(batch.refused).toBeGreaterThan(250)
  })

  test('type declarations of a real server match answers that depart from the documentation', () => {
    expect(faultsIn(/real|recorded|departing|followed/)).toEqual([])
    expect(real.answers).toBeGreaterThan(50)
    expect(real.refused).toBeGreaterThan(200)
    expect(realGuide).toMatch(/^type Departs =\s+\|? ?'sort-field-leak'/m)
    expect(guide).toContain('type Departs = never\n')
    expect(() => declarationsOf(graphOf('guide'), { profile: 'strapi-6' })).toThrow(/Unknown version/)
  })

  test('type declarations of older releases match the answers of these releases', () => {
    expect(faultsIn(/old\d/)).toEqual([])
    expect(old.answers).toBeGreaterThan(60)
    const declared = declarationsOf(graphOf('guide'), { profile: OLD })
    expect([guide, declared].map((text) => text.includes('focalPoint:'))).toEqual([true, false])
  })

  test('type declarations list the departures that they do not describe', () => {
    expect(undeclaredIn(undefined)).toEqual([])
    for (const { name } of REAL_PROFILES) expect(undeclaredIn(name)).toEqual([])
    expect(undeclaredIn('strapi-5.44-sqlite')).toContain('morph-populate-count')
    expect(undeclaredIn('guide')).toContain('file-members')
  })

  test('type declarations reject misspelt names, and accept the examples', () => {
    expect(faultsIn(/by-hand/)).toEqual([])
  })

  test('the program with queries in the documentation compiles with the type declarations', () => {
    expect(shown).toContain('satisfies Query')
    expect(faultsIn(/shown|content-types/)).toEqual([])
  })

  test('the compiler reports a program that contradicts the type declarations', () => {
    expect(faultsIn(/wrong/)).toEqual([expect.stringContaining('error TS2322')])
  })

  test('type declarations of types with unusual names can be compiled', () => {
    expect(faultsIn(/strange/)).toEqual([])
    const text = declarationsOf(strange)
    for (const name of ['AB', 'AB2', 'Answer2']) expect(text).toContain(`export interface ${name} {`)
  })

  test('type declarations are the same text each time, without imports', () => {
    expect(declarationsOf(graphOf('guide'))).toBe(guide)
    expect(guide).not.toMatch(/\bimport\b/)
  })

  test('type declarations of a role contain only types that it may find', () => {
    const real = graphOf('strapi-5.54')
    expect(declarationsOf(real)).toContain("'api::secret.secret'")
    expect(declarationsOf(real, { role: 'public' })).not.toContain("'api::secret.secret'")
    expect(() => declarationsOf(real, { role: 'no-role' })).toThrow(/no role no-role: expected one of/)
  })

  test('type declarations omit passwords from answers, and read-only attributes from bodies', () => {
    const [answered = '', written = ''] = guide.split('export interface Inputs')
    expect(answered).not.toMatch(/password|resetPasswordToken|confirmationToken/i)
    expect(written).toMatch(/password/i)
    expect(written).not.toMatch(/resetPasswordToken|confirmationToken/i)
  })
})

function graphWith(types: Readonly<Record<string, object>>): Graph {
  const contentTypes = Object.entries(types).map(([name, type]) => [
    name,
    { info: { singularName: name, pluralName: `${name}s` }, ...type },
  ])
  const built = buildGraph({ contentTypes: Object.fromEntries(contentTypes) })
  if ('graph' in built) return built.graph
  throw new Error(JSON.stringify(built.faults))
}

function departingGraph(): Graph {
  const to = (target: string, more = {}) => ({ type: 'relation', relation: 'manyToMany', target, ...more })
  const built = buildGraph({
    components: { 'part/step': { attributes: { order: { type: 'string' }, text: { type: 'string' } } } },
    contentTypes: {
      note: {
        info: { singularName: 'note', pluralName: 'notes' },
        attributes: {
          title: { type: 'string' },
          rank: { type: 'integer' },
          notes: to('api::note.note'),
          steps: { type: 'component', component: 'part.step', repeatable: true },
          zone: { type: 'dynamiczone', components: ['part.step'] },
          about: { type: 'relation', relation: 'morphToOne' },
          mentions: { type: 'relation', relation: 'morphMany', target: 'api::note.note', morphBy: 'about' },
        },
      },
    },
  })
  if ('graph' in built) return built.graph
  throw new Error(JSON.stringify(built.faults))
}

/** This program is compiled twice: with the types of the guide, and with the types of \`strapi-5.54-sqlite\`. */
const DEPARTING = `
import type { Entry, Query } from './departing.schema.ts'
import type { Entry as Followed } from './followed.schema.ts'
type N = 'api::note.note'

type Sorted = { populate: { notes: { fields: ['title']; sort: 'rank:desc' } } }
export const rank = (one: Entry<N, Sorted>): number | null | undefined => one.notes[0]?.rank
${REFUSED}
export const unasked = (one: Followed<N, Sorted>) => one.notes[0]?.rank
${REFUSED}
export const root = (one: Entry<N, { fields: ['title']; sort: 'rank' }>) => one.rank
type Joined = { fields: ['title']; sort: 'rank'; filters: { $or: [{ title: 'a' }, { notes: { title: 'b' } }] } }
export const joined = (one: Entry<N, Joined>): number | null => one.rank

type Steps = { populate: { steps: { fields: ['text'] } } }
export const position = (one: Entry<N, Steps>): number | undefined => one.steps[0]?.order
${REFUSED}
export const noPosition = (one: Followed<N, Steps>) => one.steps[0]?.order

type About = { fields: ['title']; populate: { about: true } }
export const lost = (one: Entry<N, About>): null => one.about
${REFUSED}
export const found = (one: Followed<N, About>): null => one.about
type Mentions = { populate: { mentions: { fields: ['title'] } } }
export const none = (one: Entry<N, Mentions>): never[] => one.mentions

type Order = { populate: ['notes.steps', 'notes'] }
${REFUSED}
export const forgotten = (one: Entry<N, Order>) => one.notes[0]?.steps
export const followed = (one: Followed<N, Order>) => one.notes[0]?.steps

export const lists: Query<N>['populate'][] = [['zone', 'about', 'notes.steps'], ['notes.steps', 'zone']]
`

/** A hand-written example. */
const BY_HAND = `
import type { Answer, AnswerOne, Entry, ListUid, Query, Refusal, Sound, UidOf } from './guide.schema.ts'

declare function find<U extends ListUid, const Q extends Query<U> & Sound<Q, Query<U>> = {}>(
  uid: U,
  query?: Q,
): Answer<U, Q>

const [article] = find('api::article.article', { fields: ['title'], populate: { author: { fields: ['name'] } } }).data
export const name: string | null | undefined = article?.author?.name
${REFUSED}
article?.slug
${REFUSED}
article?.author?.email
${REFUSED}
article?.category
${REFUSED}
find('api::article.article', { populate: { author: true, athor: true } })
${REFUSED}
find('api::article.article', { populate: { author: { fields: ['nam'] } } })
${REFUSED}
find('api::article.article', { filters: { title: { $eqq: 'x' } } })
${REFUSED}
find('api::article.article', { sort: 'titel:desc' })
${REFUSED}
find('api::artikel.artikel')
${REFUSED}
find('api::homepage.homepage')

type Bare = Answer<UidOf<'articles'>>['data'][number]
${REFUSED}
export type NotAsked = Bare['author']
export const topic: 'news' | 'portrait' | 'recipe' | null | undefined = find('api::article.article').data[0]?.topic

export let kind: 'blocks.hero' | undefined
export let other: 'blocks.quote' | undefined
declare const home: AnswerOne<'api::homepage.homepage', { populate: { blocks: { on: { 'blocks.hero': { fields: ['heading'] } } } } }>
for (const block of home.data.blocks) {
  kind = block.__component
  ${REFUSED}
  other = block.__component
}
type Unsaid = { populate: { blocks: { on: { 'blocks.hero': true; 'blocks.quote': { populate: {} } } } } }
export const unsaid = ({ blocks }: Entry<'api::homepage.homepage', Unsaid>): 'blocks.hero' | undefined =>
  blocks[0]?.__component
declare const every: AnswerOne<'api::homepage.homepage', { populate: '*' }>
for (const block of every.data.blocks) if (block.__component === 'blocks.hero') block.heading?.trim()

declare const count: Entry<'api::author.author', { populate: { articles: { count: true } } }>
export const articles: number = count.articles.count
${REFUSED}
count.articles.length

declare const uncounted: Answer<'api::article.article', { pagination: { withCount: false } }>
${REFUSED}
uncounted.meta.pagination.total
declare const offset: Answer<'api::article.article', { pagination: { start: 5 } }>
export const start: number = offset.meta.pagination.start
${REFUSED}
offset.meta.pagination.page

// If a list may contain several names, each named attribute may be absent from the answer.
declare const names: ('title' | 'slug')[]
declare const some: Entry<'api::article.article', { fields: typeof names }>
export const title: string | null | undefined = some.title
${REFUSED}
export const sure: string | null = some.title
declare const perhaps: Entry<'api::article.article', { populate: { author: boolean } }>
${REFUSED}
perhaps.author.id
export const refusal: Refusal = { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } }
`
  .replaceAll('export const kind', 'const kind')
  .replaceAll('export const other', 'const other')
