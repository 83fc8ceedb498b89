/**
 * Which rules an answer follows for what it shows, from the finished plan and the entries that it made: a rule of a
 * place is told where the answer has something at that place, and with the part of the answer that it is about.
 */
import { isOpen } from '../access.ts'
import type { Answer, Entry } from '../evaluate/populate.ts'
import { OPERATORS } from '../operators.ts'
import { unaskedScalars } from '../plan/fields.ts'
import type { Branch, Condition, PlanContext, Populated, QueryPlan, Selection, Step } from '../plan/plan.ts'
import type { Cite } from '../rules.ts'
import { FILE_UID, type Model, type Schema } from '../schema/schema.ts'
import { isPopulatable, isScalar, targetOf } from '../schema/target.ts'
import { FILE_MEMBERS, MEMBERS, TYPES } from './members.ts'

type Viewer = Pick<PlanContext, 'role' | 'schema'>

/** Entries of one selection at one part of the answer. */
interface Shown {
  readonly selection: Selection
  readonly entries: ReadonlySet<Entry>
  readonly at: string
}

/** Every rule of the plan and of its entries; answers the parts that the answer has. */
export function citeShown(
  plan: QueryPlan,
  entries: readonly Entry[],
  viewer: Viewer,
  cite: Cite,
): ReadonlySet<string> {
  const parts = new Set(['data'])
  citeConditions(plan.where, 'data', viewer.schema, cite)
  for (const { through } of plan.sort)
    if (through.some((step) => isCutByStatus(step, viewer.schema))) cite('status.default', 'data')
  if (plan.target.kind === 'list' && entries.length > 1) cite('sort.ties', 'data')
  const left: Shown[] = [{ selection: plan.select, entries: new Set(entries), at: 'data' }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next.entries.size === 0) continue
    parts.add(`${next.at}.id`)
    citeScalars(next, cite)
    citeAbsent(next, viewer, cite)
    for (const item of next.selection.populate)
      left.push(...citePopulated(item, next, viewer.schema, parts, cite))
  }
  return parts
}

/** id, documentId, and each scalar by what it is and by its type. */
function citeScalars({ selection: { model, scalars }, entries, at }: Shown, cite: Cite): void {
  const isFile = model.uid === FILE_UID
  const isComponent = model.modelType === 'component'
  const names = scalars.filter((name) => isScalar(model.attributes.get(name)))
  cite(isComponent ? 'component.id' : isFile ? 'media.id' : 'entry.id', `${at}.id`)
  if (isComponent || [...entries].some((entry) => entry.documentId !== undefined))
    cite(
      isComponent ? 'component.document-id' : isFile ? 'media.documentId' : 'entry.document-id',
      `${at}.documentId`,
    )
  if (isComponent && names.length > 0) cite('component.fields', at)
  for (const name of names) {
    const attribute = model.attributes.get(name)
    const part = `${at}.${name}`
    if (isScalar(attribute)) cite(TYPES[attribute.type], part)
    if ([...entries].some((entry) => entry[name] === null)) cite('entry.answers-null', part)
    if (isFile) citeFile(name, part, cite)
    else if (!isComponent) cite(MEMBERS.get(name) ?? 'entry.attributes', part)
  }
}

/** Files have attributes that the guide does not tell of; those follow no rule of their own. */
function citeFile(name: string, part: string, cite: Cite): void {
  const rule = FILE_MEMBERS.get(name)
  if (rule !== undefined) cite(rule, part)
  if (name === 'formats') cite('media.format', part)
}

/** What could have been populated and was not: not asked for, private, or closed to the role. */
function citeAbsent({ selection: { model, populate }, at }: Shown, viewer: Viewer, cite: Cite): void {
  const present = new Set(populate.map(({ attribute }) => attribute.name))
  for (const attribute of model.attributes.values()) {
    if (!isPopulatable(attribute) || present.has(attribute.name)) continue
    const part = `${at}.${attribute.name}`
    if (attribute.kind === 'relation' && attribute.via === 'creator' && attribute.private)
      cite('populate.creators', part)
    if (!isOpen(attribute, viewer)) for (const rule of CLOSED) cite(rule, part)
  }
}

const CLOSED = ['access.role', 'access.unpopulated', 'populate.permission'] as const

/** One populated attribute, and the entries it leads to. */
function citePopulated(
  item: Populated,
  { entries, at: above, selection }: Shown,
  schema: Schema,
  parts: Set<string>,
  cite: Cite,
): Shown[] {
  const { attribute } = item
  const at = `${above}.${attribute.name}`
  const values = [...entries].flatMap((entry) => {
    const value = entry[attribute.name]
    return value === undefined ? [] : [value]
  })
  if (values.length === 0) return []
  parts.add(at)
  cite('populate.adds', at)
  if (selection.scalars.length < unaskedScalars(selection.model).length) cite('fields.not-populate', at)
  citeKind(item, selection.model, at, cite)
  const branches = [...item.branches.values()]
  const hasStatus = ({ select: { model } }: Branch): boolean =>
    model.modelType === 'contentType' && model.draftAndPublish
  if (branches.some(hasStatus)) {
    cite('populate.status', at)
    if (branches.some(({ rows }) => rows.status === 'published')) cite('status.default', at)
  }
  for (const { where } of branches) citeConditions(where, at, schema, cite)
  if (item.count) {
    cite('populate.count', at)
    return []
  }
  cite('entry.unwrapped', at)
  if (attribute.kind !== 'zone' && !attribute.many) cite('populate.to-one', at)
  const isSorted = branches.some(({ sort }) => sort.length > 0)
  if (values.some((value) => Array.isArray(value) && value.length > 1))
    cite(isSorted ? 'sort.ties' : 'populate.order', at)
  return branches.flatMap((branch) => below(item, branch, values, at, cite))
}

function citeKind({ attribute }: Populated, owner: Model, at: string, cite: Cite): void {
  switch (attribute.kind) {
    case 'relation':
    case 'morphTo':
    case 'morphBy':
      cite('populate.kind.relation', at)
      cite('access.role', at)
      if (attribute.name === 'localizations') cite('populate.localizations', at)
      if (attribute.kind === 'relation' && attribute.via === 'creator') cite('populate.creators', at)
      return
    case 'media':
      return cite('populate.kind.media', at)
    case 'component':
      cite('populate.kind.component', at)
      return cite(owner.modelType === 'component' ? 'populate.explicit' : 'populate.form.component', at)
    case 'zone':
      return cite('populate.kind.zone', at)
  }
}

/** The entries of one branch among the values of an attribute. */
function below(
  { attribute, tag }: Populated,
  { select }: Branch,
  values: readonly Answer[],
  at: string,
  cite: Cite,
): Shown[] {
  const all = values.flatMap((value): readonly Answer[] => (Array.isArray(value) ? value : [value]))
  const isOfBranch = (entry: Entry): boolean => tag === null || entry[tag] === select.model.uid
  const entries = new Set(all.filter(isEntry).filter(isOfBranch))
  if (entries.size === 0) return []
  const { model, populate, scalars } = select
  const isBare = populate.length === 0 && scalars.length === unaskedScalars(model).length
  if ([...model.attributes.values()].some(isPopulatable) && populate.length === 0)
    cite('populate.explicit', at)
  if (attribute.kind === 'zone') {
    cite('component.discriminator', at)
    if (isBare) cite('component.bare', at)
    if (isBare) cite('populate.form.zone', at)
  } else if (tag === '__type') {
    cite('populate.morph', at)
  }
  if (model.modelType === 'contentType' && model.uid !== FILE_UID) cite('populate.no-id-lists', at)
  return [{ selection: select, entries, at }]
}

const isEntry = (value: Answer): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a step leads to published rows alone, of a type that has drafts as well. */
const isCutByStatus = ({ attribute, rows }: Step, schema: Schema): boolean => {
  const target = targetOf(schema, attribute)
  return rows.status === 'published' && target?.modelType === 'contentType' && target.draftAndPublish
}

/** Which operators a condition uses, and what it goes through. */
function citeConditions(condition: Condition, at: string, schema: Schema, cite: Cite): void {
  switch (condition.kind) {
    case 'test':
      if (condition.operator === '$jsonSupersetOf') cite('filters.op.$jsonSupersetOf', at)
      else cite(OPERATORS[condition.operator].rule, at)
      return
    case 'not':
      cite('filters.op.$not', at)
      return citeConditions(condition.of, at, schema, cite)
    case 'some':
      if (isCutByStatus(condition.link, schema)) cite('status.default', at)
      return citeConditions(condition.of, at, schema, cite)
    case 'all':
    case 'any':
      if (condition.group === '$and') cite('filters.op.$and', at)
      if (condition.group === '$or') cite('filters.op.$or', at)
      for (const member of condition.of) citeConditions(member, at, schema, cite)
  }
}
