/**
 * Explains the links of one populated attribute. The explanation names the linked rows that an entry shows, and
 * gives the reason for each linked row that the entry hides.
 */
import { may } from '../../reference/access.ts'
import { followStep } from '../../reference/evaluate/follow.ts'
import type { Entry } from '../../reference/evaluate/populate.ts'
import type { Node, Row } from '../../reference/graph/graph.ts'
import { type Branch, EVERY_ROW, type Populated } from '../../reference/plan/plan.ts'
import type { Model } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { modelOf, targetOf } from '../../reference/schema/target.ts'
import { onceFor } from '../../util/cache/once.ts'
import { type ExplainContext, requestChange } from '../explain-context.ts'
import { type Change, REASONS } from '../explanation.ts'
import type { Way } from '../place.ts'
import { lacks } from '../sentences.ts'
import { withKind, withMember, withoutFilters } from '../written.ts'
import {
  type ExclusionStep,
  excludedBy,
  filterExclusions,
  statusExclusions,
  type VisibleNode,
} from './exclusion.ts'

/** The rows that one entry links to. */
export interface LinkedRows {
  /** All linked rows that an explanation may name to the caller. */
  readonly linked: readonly VisibleNode[]
  /** The linked rows that the entry shows, each with the form in which the answer shows the row. */
  readonly shown: readonly (readonly [VisibleNode, Entry])[]
  readonly hidden: readonly VisibleNode[]
}

/**
 * The reason for an empty attribute: a hidden linked row, and the exclusion step that hides this row. If the
 * attribute links to no row at all, both `exclusion` and `row` are null.
 */
export type Empty =
  | { readonly exclusion: ExclusionStep; readonly row: VisibleNode }
  | { readonly exclusion: null; readonly row: null }

const NOTHING_LINKED: Empty = { exclusion: null, row: null }

/** Explains the links of one populated attribute, for all entries at one path of the answer. */
export class AttributeLinks {
  private readonly item: Populated
  private readonly way: Way
  private readonly context: ExplainContext
  private readonly follow: (node: Node) => readonly VisibleNode[]
  private readonly draftOnly: ExclusionStep
  // Caches the exclusion steps of each linked type, because an entry can link to thousands of rows.
  private readonly exclusions = onceFor<readonly ExclusionStep[]>()
  private readonly kinds = onceFor<ExclusionStep>()

  /**
   * Creates an explainer of one attribute. The parameter `way` is the path of the entries that have the explained
   * attribute.
   */
  constructor(item: Populated, way: Way, context: ExplainContext) {
    this.item = item
    this.way = way
    this.context = context
    this.follow = follower(item, context)
    this.draftOnly = onlyInDraft(context)
  }

  /** Splits the rows to which a node links into two groups: rows that the entry of the node shows, and hidden rows. */
  rowsOf(node: Node, entry: Entry): LinkedRows {
    const linked = this.follow(node)
    const shown = shownBy(entry, linked, this.item, this.context)
    const rows = new Set(shown.map(([row]) => row))
    return { linked, shown, hidden: linked.filter((row) => !rows.has(row)) }
  }

  /** Returns the exclusion steps for the linked rows of one type, in the order of evaluation. */
  exclusionsOf(uid: string): readonly ExclusionStep[] {
    return this.exclusions(this.item, uid, () => {
      const branch = this.item.branches.get(uid)
      const model = modelOf(this.context.context.schema, uid)
      if (branch === undefined || model === undefined) return []
      return branchExclusions(branch, model, this.item, this.way, this.context)
    })
  }

  /** Returns the exclusion step that hides a linked row. */
  whyHidden(row: VisibleNode): ExclusionStep {
    const { attribute } = this.item
    const isToOne = attribute.kind !== 'zone' && !attribute.many
    const byKind = this.kindExclusionOf(row.uid) ?? excludedBy(row, this.exclusionsOf(row.uid))
    return byKind ?? (isToOne ? ONE : OTHER)
  }

  /** Returns the reason why an attribute shows none of its linked rows. */
  whyEmpty(node: Node, hidden: readonly VisibleNode[]): Empty {
    if (hidden.length > 0) return this.firstReason(hidden)
    const draft = draftOf(node, this.context)
    const row = draft === undefined ? undefined : this.follow(draft)[0]
    return row === undefined ? NOTHING_LINKED : { exclusion: this.draftOnly, row }
  }

  /** Finds the hidden row that the earliest exclusion step hides, in the order of evaluation. */
  private firstReason(hidden: readonly VisibleNode[]): Empty {
    let first: Empty = NOTHING_LINKED
    let rank: number = REASONS.length
    for (const row of hidden) {
      const exclusion = this.whyHidden(row)
      const at = REASONS.indexOf(exclusion.reason(row))
      if (at < rank) {
        first = { exclusion, row }
        rank = at
      }
    }
    return first
  }

  /**
   * Returns the exclusion step that hides all rows of a type; undefined if the plan reads the type, or if the type is
   * unknown.
   */
  private kindExclusionOf(uid: string): ExclusionStep | undefined {
    const model = modelOf(this.context.context.schema, uid)
    if (model === undefined || this.item.branches.has(uid)) return undefined
    return this.kinds(this.item, uid, () => kindExclusion(model, this.item, this.way, this.context))
  }
}

/** Creates a function that follows the links of an attribute to the rows that an explanation may name to the caller. */
function follower(
  { attribute, branches }: Populated,
  explained: ExplainContext,
): (node: Node) => readonly VisibleNode[] {
  const { context, graph, isDeveloper } = explained
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

/** Finds the linked row for each entry that an attribute shows. */
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

/** Returns the draft of the document to which a published row belongs. */
function draftOf(node: Node, { graph }: ExplainContext): Row | undefined {
  if (!('status' in node)) return undefined
  const table = graph.tables.get(node.uid)
  const row = table?.byId.get(node.id)
  if (table === undefined || row?.status !== 'published' || !table.type.draftAndPublish) return undefined
  const rows = table.byDocument.get(row.documentId) ?? []
  return rows.find(({ status, locale }) => status === 'draft' && locale === row.locale)
}

/**
 * Returns the exclusion step for a row to which only the draft of an entry links. The published version of an entry
 * has no links to unpublished rows.
 */
const onlyInDraft = (explained: ExplainContext): ExclusionStep => ({
  step: 'status',
  says: 'linked by the draft',
  keeps: () => false,
  reason: () => 'draft',
  rules: ['populate.status'],
  because: () => 'only the draft links to it, and the published entry does not',
  change: () => requestChange(explained, withMember(explained.query, 'status', 'draft'), 'status'),
})

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'id' in value

function branchExclusions(
  branch: Branch,
  model: Model,
  { attribute }: Populated,
  way: Way,
  explained: ExplainContext,
): readonly ExclusionStep[] {
  const inside: Way = { root: way.root, steps: [...way.steps, { attribute, model }] }
  const without = () => withoutFilters(explained.query, inside, explained.context)
  return [
    ...statusExclusions(model, branch.rows, explained, ['populate.status']),
    ...(model.modelType === 'contentType' && branch.where.kind === 'all' && branch.where.of.length === 0
      ? []
      : filterExclusions(branch.where, explained, without, 'populate')),
  ]
}

/**
 * Creates the exclusion step for the rows of a type that the parameter `on` does not list, or that the role may not
 * find.
 */
function kindExclusion(
  model: Model,
  { attribute }: Populated,
  way: Way,
  explained: ExplainContext,
): ExclusionStep {
  const { context, query } = explained
  const isClosed = model.modelType === 'contentType' && !may(context.role, model.uid, 'find')
  const change: Change | null = isClosed
    ? { kind: 'permission', role: context.role.name, action: `${model.uid}.find` }
    : requestChange(explained, withKind(query, way, attribute, model, context), 'populate')
  return {
    step: 'kind',
    says: model.uid,
    keeps: () => false,
    reason: () => (isClosed ? 'role' : 'kind'),
    rules: [isClosed ? 'populate.permission' : 'populate.on'],
    because: () => (isClosed ? lacks(context.role.name, model) : `on does not list its type ${model.uid}`),
    change: () => change,
  }
}

const never = { step: 'page', keeps: () => false, change: () => null } as const

/** The exclusion step for a to-one relation with several linked rows, of which the answer shows only the first. */
const ONE: ExclusionStep = {
  ...never,
  says: 'one',
  reason: () => 'limit',
  rules: ['populate.to-one'],
  because: () => 'a to-one relation shows only the first of several linked entries',
}

const OTHER: ExclusionStep = {
  ...never,
  says: 'profile',
  reason: () => 'profile',
  rules: [],
  because: () => 'servers of this profile omit this row',
}
