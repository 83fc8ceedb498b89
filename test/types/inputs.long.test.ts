/** Tests that the types of bodies accept generated valid bodies, and reject bodies with a wrong structure. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { dice } from '../../properties/arbitraries/dice.ts'
import { worlds } from '../../properties/arbitraries/world.ts'
import { type RandomWrite, randomWrite, requestFor } from '../../properties/writes/request.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { declarationsOf } from '../../src/tools/types/index.ts'
import { firstState, type WriteRuleId, write } from '../../src/writing/index.ts'
import { compile, REFUSED } from '../search/types/compile.ts'
import { graphOf } from '../support/datasets.ts'
import { hasUnfinishedComponent } from '../support/new-components.ts'
import { SEED } from '../support/seed.ts'

const guide = declarationsOf(graphOf('guide'))

interface Tried {
  readonly one: RandomWrite
  readonly status: number
  readonly rules: readonly WriteRuleId[]
  readonly message: string
}

const triedOn = (graph: Graph, count: number, seed: number): readonly Tried[] =>
  fc.sample(dice(80), { numRuns: count, seed }).flatMap((throws): Tried[] => {
    const one = randomWrite(graph, throws)
    if (one === undefined || one.method === 'DELETE') return []
    const rules: WriteRuleId[] = []
    const made = write(firstState(graph), requestFor(one), { cite: (rule) => rules.push(rule) })
    if (made === undefined) return []
    const { status, body } = made.answer
    return [{ one, status, rules, message: body }]
  })

/** Returns the declared type of the body of a write, as source text. */
function typeOf({ type, method, query }: RandomWrite): string {
  const kind = method === 'POST' ? 'Create' : 'Update'
  const isDraft = type.draftAndPublish && query.includes('status=draft')
  return `${kind}${isDraft ? 'Draft' : ''}<'${type.uid}'>`
}

/** The rules that the types can express. */
const SHAPES: readonly WriteRuleId[] = ['write.keys.unknown', 'write.keys.kept', 'write.keys.identity']

interface Batch {
  readonly files: Readonly<Record<string, string>>
  readonly taken: number
  readonly refused: number
}

function batchOf(graphs: readonly Graph[]): Batch {
  let [taken, refused] = [0, 0]
  const files: Record<string, string> = {}
  for (const [number, graph] of graphs.entries()) {
    files[`world${number}.schema.ts`] = declarationsOf(graph)
    const lines = triedOn(graph, 40, SEED + number).flatMap(({ one, status, rules, message }) => {
      // Skips bodies with `publishedAt` or `locale`, which the query sets, or with a morph relation, which has no type.
      const unsaid = [...one.type.attributes.values()].filter(({ kind }) => kind.startsWith('morph'))
      const names = ['publishedAt', 'locale', ...unsaid.map(({ name }) => name)]
      if (names.some((name) => name in one.data)) return []
      const isWrong =
        SHAPES.some((rule) => rules.includes(rule)) || /must be a `(?:number|string)` type/.test(message)
      if (status >= 300 && !isWrong) return []
      if (one.method === 'PUT' && hasUnfinishedComponent(graph, one.type.uid, one.data)) return []
      if (isWrong) refused++
      else taken++
      const data = JSON.stringify(one.data)
      return [`${isWrong ? `${REFUSED}\n` : ''}accept<${typeOf(one)}>(${data})`]
    })
    files[`world${number}.ts`] =
      `import type { Create, CreateDraft, Update, UpdateDraft } from './world${number}.schema.ts'\n` +
      `export const accept = <T>(body: T): unknown => body\nexport type All = [Create<never>, CreateDraft<never>, Update<never>, UpdateDraft<never>]\n${lines.join('\n')}\n`
  }
  return { files, taken, refused }
}

const generated = fc
  .sample(worlds({ restrictions: false }), { numRuns: 8, seed: SEED })
  .map(({ graph }) => graph)
const batch = batchOf([...generated, graphOf('strapi-5.54')])
const PAGE = fileURLToPath(new URL('../../.github/docs/types.md', import.meta.url))
const shown =
  /^```typescript\n(import type { Create.*?)^```/ms.exec(readFileSync(PAGE, 'utf8'))?.[1] ?? 'none'
let faults: readonly string[] = []
beforeAll(async () => {
  faults = await compile({
    ...batch.files,
    'guide.schema.ts': guide,
    'public.schema.ts': declarationsOf(graphOf('guide'), { role: 'public' }),
    'by-hand.ts': BY_HAND,
    'content-types.ts': guide,
    'shown.ts': shown,
  })
})
const faultsIn = (file: RegExp): readonly string[] => faults.filter((fault) => file.test(fault))

describe('declarations of bodies', () => {
  test('declarations of bodies accept generated valid bodies, and reject generated bodies of a wrong structure', () => {
    expect(faultsIn(/world/)).toEqual([])
    expect(batch.taken).toBeGreaterThan(60)
    expect(batch.refused).toBeGreaterThan(10)
  })

  test('declarations of bodies reject misspelt names', () => {
    expect(faultsIn(/by-hand|guide|public/)).toEqual([])
  })

  test('the program with write bodies in the documentation compiles with the declarations', () => {
    expect(shown).toContain('Update<')
    expect(faultsIn(/shown|content-types/)).toEqual([])
  })

  test('the declarations of bodies for a role without permission to create allow no content type', () => {
    const seen = (role: string): string => declarationsOf(graphOf('strapi-5.54'), { role })
    expect(seen('public')).toMatch(/^export type CreateUid = never$/m)
    expect(guide).toMatch(/'api::article.article'/)
  })
})

/** A hand-written example. */
const BY_HAND = `
import type { Create, CreateDraft, DeleteUid, Sound, Update, UpdateDraft, WriteAnswer, WriteQuery } from './guide.schema.ts'
import type { CreateUid as Nobody } from './public.schema.ts'

declare function create<
  U extends 'api::article.article' | 'api::restaurant.restaurant',
  const Q extends WriteQuery<U> & Sound<Q, WriteQuery<U>> = {},
>(
  uid: U,
  data: Create<U>,
  query?: Q,
): WriteAnswer<U, Q>

const { data } = create('api::article.article', {
  title: 'Rye',
  topic: 'recipe',
  cover: 3,
  author: 'authorana000000000000001',
  categories: { connect: [{ documentId: 'a', position: { before: 'b' } }], disconnect: [2] },
  related: { set: [] },
  seo: { metaTitle: 'Rye' },
  blocks: [{ __component: 'blocks.quote', text: 'Salt' }],
}, { status: 'published', locale: 'fr', fields: ['title'] })
export const title: string | null = data.title
${REFUSED}
data.slug
${REFUSED}
create('api::article.article', {})
${REFUSED}
create('api::article.article', { title: 'x', topic: 'other' })
${REFUSED}
create('api::article.article', { title: 'x', id: 1 })
${REFUSED}
create('api::article.article', { title: 'x', createdAt: '2024-01-01' })
${REFUSED}
create('api::article.article', { title: 'x', blocks: [{ text: 'no component' }] })
${REFUSED}
create('api::article.article', { title: 'x', blocks: [{ __component: 'place.address' }] })
${REFUSED}
create('api::article.article', { title: 'x', seo: { id: 1 } })
${REFUSED}
create('api::article.article', { title: 'x' }, { status: 'odd' })
${REFUSED}
create('api::article.article', { title: 'x' }, { filters: {} })
export const empty: CreateDraft<'api::article.article'> = {}
export const kept: Update<'api::article.article'> = { seo: { id: 1, metaTitle: null } }
export const part: UpdateDraft<'api::article.article'> = { blocks: [{ __component: 'blocks.hero', id: 3 }] }
${REFUSED}
export const taken: Update<'api::article.article'> = { title: null }
${REFUSED}
export const undrafted: CreateDraft<'api::restaurant.restaurant'> = {}
export const gone: DeleteUid[] = ['api::article.article', 'api::homepage.homepage']
export const nobody: Nobody[] = []
${REFUSED}
nobody.push('api::article.article')
`
