/** The rows that an entry links to at one attribute: which of them it shows, and why it hides the others. */
import { may } from '../../reference/access.ts'
import { followStep } from '../../reference/evaluate/follow.ts'
import type { Entry } from '../../reference/evaluate/populate.ts'
import type { Node, Row } from '../../reference/graph/graph.ts'
import { type Branch, EVERY_ROW, type Populated } from '../../reference/plan/plan.ts'
import type { Model } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { modelOf, targetOf } from '../../reference/schema/target.ts'
import { onceFor } from '../../util/cache/once.ts'
import { type Change, REASONS } from '../explanation.ts'
import type { Way } from '../place.ts'
import { lacks } from '../sentences.ts'
import { type ExplainContext, requestChange } from '../told.ts'
import { withKind, withMember, withoutFilters } from '../written.ts'
import { filterSieves, type Sieve, statusSieves, stopped, type VisibleNode } from './sieve.ts'

export interface Linking {
  /** The rows that a node links to, without those that the caller may not know. */
  readonly linked: (node: Node) => readonly VisibleNode[]
  /** The reason for a row that only the draft of a published row links to. */
  readonly draftAlone: Sieve
  readonly linkedByDraft: (node: Node) => readonly VisibleNode[]
  /** Why a linked row is not shown by an entry that does not show it. */
  readonly whyNot: (row: VisibleNode) => Sieve
  /** The sieves of one kind, in order. */
  readonly sievesOf: (uid: string) => readonly Sieve[]
  /** The linked rows that an entry shows, with their values in the answer. */
  readonly shownBy: (
    entry: Entry,
    linked: readonly VisibleNode[],
  ) => readonly (readonly [VisibleNode, Entry])[]
}

/** `way` is the path to the entries that link. */
export function linking(item: Populated, way: Way, told: ExplainContext): Linking {
  const linked = follower(item, told)
  // Created once per kind: an entry can link to thousands of rows.
  const [sieves, kinds] = [onceFor<readonly Sieve[]>(), onceFor<Sieve>()]
  const sievesOf = (uid: string): readonly Sieve[] => sieves(item, uid, () => sievesFor(uid, item, way, told))
  const closed = (uid: string): Sieve | undefined => {
    const model = modelOf(told.context.schema, uid)
    if (model === undefined || item.branches.has(uid)) return undefined
    return kinds(item, uid, () => kindSieve(model, item, way, told))
  }
  const isToOne = item.attribute.kind !== 'zone' && !item.attribute.many
  return {
    linked,
    draftAlone: onlyInDraft(told),
    linkedByDraft: (node) => {
      const draft = draftOf(node, told)
      return draft === undefined ? [] : linked(draft)
    },
    whyNot: (row) => closed(row.uid) ?? stopped(row, sievesOf(row.uid)) ?? (isToOne ? ONE : OTHER),
    sievesOf,
    shownBy: (entry, rows) => shownBy(entry, rows, item, told),
  }
}

/** Follows the links of an attribute to the rows that the caller may know. */
function follower({ attribute, branches }: Populated, told: ExplainContext): Linking['linked'] {
  const { context, graph, isDeveloper } = told
  const asReal = { includesSelf: false, seesPrivate: isDeveloper }
  const follow = followStep({ attribute, rows: EVERY_ROW, onlyFirst: false, asReal }, graph)
  const isKnown = ({ uid }: VisibleNode): boolean =>
    isDeveloper ||
    branches.has(uid) ||
    uid === FILE_UID ||
    context.schema.components.has(uid) ||
    may(context.role, uid, 'find')
  return (node) => follow(node).filter(isKnown)
}

function sievesFor(uid: string, item: Populated, way: Way, told: ExplainContext): readonly Sieve[] {
  const branch = item.branches.get(uid)
  const model = modelOf(told.context.schema, uid)
  return branch === undefined || model === undefined ? [] : branchSieves(branch, model, item, way, told)
}

/** Matches the values of an attribute with the linked rows. */
function shownBy(
  entry: Entry,
  linked: readonly VisibleNode[],
  { attribute, tag }: Populated,
  { context }: ExplainContext,
): readonly (readonly [VisibleNode, Entry])[] {
  const value = entry[attribute.name]
  const items = Array.isArray(value) ? value : [value]
  const byId = new Map(linked.map((row) => [`${row.uid} ${row.id}`, row]))
  const target = targetOf(context.schema, attribute)
  return items.filter(isEntry).flatMap((shown): readonly (readonly [VisibleNode, Entry])[] => {
    const uid = target?.uid ?? (tag === null ? '' : String(shown[tag]))
    const row = byId.get(`${uid} ${shown['id']}`) ?? linked.find(({ id }) => id === shown['id'])
    return row === undefined ? [] : [[row, shown]]
  })
}

/** The draft of a published row. */
function draftOf(node: Node, { graph }: ExplainContext): Row | undefined {
  if (!('status' in node)) return undefined
  const table = graph.tables.get(node.uid)
  const row = table?.byId.get(node.id)
  if (table === undefined || row?.status !== 'published' || !table.type.draftAndPublish) return undefined
  const rows = table.byDocument.get(row.documentId) ?? []
  return rows.find(({ status, locale }) => status === 'draft' && locale === row.locale)
}

/** Publishing drops a link to a row that is not published, so that only the draft has it. */
const onlyInDraft = (told: ExplainContext): Sieve => ({
  step: 'status',
  says: 'linked by the draft',
  keeps: () => false,
  reason: () => 'draft',
  rules: ['populate.status'],
  because: () => 'only the draft of the entry has it: what was published has not',
  change: () => requestChange(told, withMember(told.query, 'status', 'draft'), 'status'),
})

/** Why an attribute of an entry is empty: the row to name and the sieve that hides it; nulls if nothing is linked. */
export function whyEmpty(node: Node, hidden: readonly VisibleNode[], links: Linking): Empty {
  if (hidden.length > 0) return firstReason(hidden, links)
  const [row] = links.linkedByDraft(node)
  return row === undefined ? { sieve: null, row: null } : { sieve: links.draftAlone, row }
}

interface Empty {
  readonly sieve: Sieve | null
  readonly row: VisibleNode | null
}

/** The hidden row whose reason comes first in the order of evaluation. */
function firstReason(hidden: readonly VisibleNode[], links: Linking): Empty {
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
  told: ExplainContext,
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

/** Hides rows of a kind that `on` does not list, or that the role may not read. */
function kindSieve(model: Model, { attribute }: Populated, way: Way, told: ExplainContext): Sieve {
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

/** A to-one relation with several rows shows the first. */
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
