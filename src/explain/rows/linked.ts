/** What an entry links to at one attribute: what of it is shown, and why the rest is not. */
import { may } from '../../reference/access.ts'
import { followStep } from '../../reference/evaluate/follow.ts'
import type { Entry } from '../../reference/evaluate/populate.ts'
import type { Node, Row } from '../../reference/graph/graph.ts'
import { type Branch, EVERY_ROW, type Populated } from '../../reference/plan/plan.ts'
import type { Model } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { modelOf, targetOf } from '../../reference/schema/target.ts'
import { type Change, REASONS } from '../explanation.ts'
import type { Way } from '../place.ts'
import { lacks } from '../sentences.ts'
import { requestChange, type Told } from '../told.ts'
import { withKind, withMember, withoutFilters } from '../written.ts'
import { type Found, filterSieves, type Sieve, statusSieves, stopped } from './sieve.ts'

export interface Linking {
  /** All that a node links to, of which the caller may know. */
  readonly linked: (node: Node) => readonly Found[]
  /** What the draft of a published row links to, where that row links to nothing. */
  readonly draftAlone: Sieve
  readonly linkedByDraft: (node: Node) => readonly Found[]
  /** Why a linked row is not shown by an entry that does not show it. */
  readonly whyNot: (row: Found) => Sieve
  /** The sieves of one kind, in order. */
  readonly sievesOf: (uid: string) => readonly Sieve[]
  /** The rows that an entry shows, by what it answers. */
  readonly shownBy: (entry: Entry, linked: readonly Found[]) => readonly (readonly [Found, Entry])[]
}

/** `way` leads to the entries that link. */
export function linking(item: Populated, way: Way, told: Told): Linking {
  const { context, graph, isDeveloper } = told
  const { attribute, branches } = item
  const follow = followStep(
    {
      attribute,
      rows: EVERY_ROW,
      onlyFirst: false,
      asReal: { includesSelf: false, seesPrivate: isDeveloper },
    },
    graph,
  )
  const isKnown = ({ uid }: Found): boolean =>
    isDeveloper ||
    branches.has(uid) ||
    uid === FILE_UID ||
    context.schema.components.has(uid) ||
    may(context.role, uid, 'find')
  const target = targetOf(context.schema, attribute)
  const known = new Map<string, readonly Sieve[]>()
  const sievesOf = (uid: string): readonly Sieve[] => {
    const before = known.get(uid)
    if (before !== undefined) return before
    const branch = branches.get(uid)
    const model = modelOf(context.schema, uid)
    const made =
      branch === undefined || model === undefined ? [] : branchSieves(branch, model, item, way, told)
    known.set(uid, made)
    return made
  }
  const closed = new Map<string, Sieve>()
  const whyNot = (row: Found): Sieve => {
    const model = modelOf(context.schema, row.uid)
    if (!branches.has(row.uid) && model !== undefined) {
      const one = closed.get(row.uid) ?? kindSieve(model, item, way, told)
      closed.set(row.uid, one)
      return one
    }
    return (
      stopped(row, sievesOf(row.uid)) ??
      (item.attribute.kind !== 'zone' && !item.attribute.many ? ONE : OTHER)
    )
  }
  const shownBy: Linking['shownBy'] = (entry, linked) => {
    const value = entry[attribute.name]
    const items = Array.isArray(value) ? value : [value]
    const byId = new Map(linked.map((row) => [`${row.uid} ${row.id}`, row]))
    return items.filter(isEntry).flatMap((shown): readonly (readonly [Found, Entry])[] => {
      const uid = target?.uid ?? (item.tag === null ? '' : String(shown[item.tag]))
      const row = byId.get(`${uid} ${shown['id']}`) ?? linked.find(({ id }) => id === shown['id'])
      return row === undefined ? [] : [[row, shown]]
    })
  }
  const linked = (node: Node): readonly Found[] => follow(node).filter(isKnown)
  return {
    linked,
    draftAlone: onlyInDraft(told),
    linkedByDraft: (node) => {
      const draft = draftOf(node, told)
      return draft === undefined ? [] : linked(draft)
    },
    whyNot,
    sievesOf,
    shownBy,
  }
}

/** The draft beside a published row. */
function draftOf(node: Node, { graph }: Told): Row | undefined {
  if (!('status' in node)) return undefined
  const table = graph.tables.get(node.uid)
  const row = table?.byId.get(node.id)
  if (table === undefined || row?.status !== 'published' || !table.type.draftAndPublish) return undefined
  const rows = table.byDocument.get(row.documentId) ?? []
  return rows.find(({ status, locale }) => status === 'draft' && locale === row.locale)
}

/** What the draft alone links to: publishing left it out, for what it leads to was not published. */
const onlyInDraft = (told: Told): Sieve => ({
  step: 'status',
  says: 'linked by the draft',
  keeps: () => false,
  reason: () => 'draft',
  rules: ['populate.status'],
  because: () => 'only the draft of the entry has it: what was published has not',
  change: () => requestChange(told, withMember(told.query, 'status', 'draft'), 'status'),
})

/** Why an entry shows nothing at all of an attribute: the row to name, and what keeps it out; nulls where nothing is linked. */
export function whyEmpty(node: Node, hidden: readonly Found[], links: Linking): Empty {
  if (hidden.length > 0) return firstReason(hidden, links)
  const [row] = links.linkedByDraft(node)
  return row === undefined ? { sieve: null, row: null } : { sieve: links.draftAlone, row }
}

interface Empty {
  readonly sieve: Sieve | null
  readonly row: Found | null
}

/** Of the rows that an entry does not show, the one whose reason is decided first. */
function firstReason(hidden: readonly Found[], links: Linking): Empty {
  let first: Empty = { sieve: null, row: null }
  let rank: number = REASONS.length
  for (const row of hidden) {
    const sieve = links.whyNot(row)
    const at = REASONS.indexOf(sieve.reason(row))
    if (at < rank) {
      first = { sieve, row }
      rank = at
    }
  }
  return first
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'id' in value

function branchSieves(
  branch: Branch,
  model: Model,
  { attribute }: Populated,
  way: Way,
  told: Told,
): readonly Sieve[] {
  const inside: Way = { root: way.root, steps: [...way.steps, { attribute, model }] }
  const without = () => withoutFilters(told.query, inside, told.context)
  return [
    ...statusSieves(model, branch.rows, told, ['populate.status']),
    ...(model.modelType === 'contentType' && branch.where.kind === 'all' && branch.where.of.length === 0
      ? []
      : filterSieves(branch.where, told, without, 'populate')),
  ]
}

/** What is linked is of a kind that is not shown: not listed under `on`, or closed to the role. */
function kindSieve(model: Model, { attribute }: Populated, way: Way, told: Told): Sieve {
  const { context, query } = told
  const isClosed = model.modelType === 'contentType' && !may(context.role, model.uid, 'find')
  const change: Change | null = isClosed
    ? { kind: 'permission', role: context.role.name, action: `${model.uid}.find` }
    : requestChange(told, withKind(query, way, attribute, model, context), 'populate')
  return {
    step: 'kind',
    says: model.uid,
    keeps: () => false,
    reason: () => (isClosed ? 'role' : 'kind'),
    rules: [isClosed ? 'populate.permission' : 'populate.on'],
    because: () =>
      isClosed ? lacks(context.role.name, model) : `its kind ${model.uid} is not among those that on lists`,
    change: () => change,
  }
}

const never = { step: 'page', keeps: () => false, change: () => null } as const

/** Of several rows of a to-one the first is shown. */
const ONE: Sieve = {
  ...never,
  says: 'one',
  reason: () => 'limit',
  rules: ['populate.to-one'],
  because: () => 'of several entries of a relation to one the first is shown',
}

const OTHER: Sieve = {
  ...never,
  says: 'profile',
  reason: () => 'profile',
  rules: [],
  because: () => 'servers of this profile leave it out',
}
