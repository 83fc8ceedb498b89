/**
 * Cites the rules about entries, based on the finished plan and the rendered entries. A rule about an entry or a
 * populated attribute is cited only if the answer contains the entry or the attribute.
 */

import { isObject } from '../../util/json.ts'
import { may } from '../access.ts'
import type { Entry } from '../evaluate/populate.ts'
import { unaskedScalars } from '../plan/fields.ts'
import type { PlanContext, Populated, QueryPlan, RowFilter, Selection } from '../plan/plan.ts'
import type { Cite } from '../rules.ts'
import { FILE_UID, type Model } from '../schema/schema.ts'
import { isScalar } from '../schema/target.ts'
import { citeConditions, isCutByStatus } from './conditions.ts'
import { FILE_MEMBERS, MEMBERS, TYPES } from './members.ts'
import { type AnswerPart, type Held, held } from './part.ts'

/**
 * Cites every rule that the plan and the entries of the answer follow; returns the answer part with the entries at
 * the root.
 */
export function citeShown(
  plan: QueryPlan,
  entries: readonly Entry[],
  { role, schema }: Pick<PlanContext, 'role' | 'schema'>,
  cite: Cite,
): AnswerPart {
  const root: AnswerPart = {
    at: 'data',
    model: plan.type,
    entries: new Set(entries),
    viewer: { role, schema },
    cite,
  }
  citeConditions(plan.where, 'data', schema, cite)
  for (const { through } of plan.sort)
    if (through.some((step) => isCutByStatus(step, schema))) cite('status.default', 'data')
  if (plan.target.kind === 'list' && entries.length > 1) cite('sort.ties', 'data')
  const left: { readonly selection: Selection; readonly place: AnswerPart }[] = [
    { selection: plan.select, place: root },
  ]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { selection, place } = next
    if (place.entries.size === 0) continue
    citeScalars(selection, place)
    for (const item of selection.populate) {
      for (const below of citePopulated(item, place)) {
        const branch = item.branches.get(below.model.uid)
        if (branch !== undefined) left.push({ selection: branch.select, place: below })
      }
    }
  }
  return root
}

/** Cites the rules of `id`, `documentId` and each scalar attribute, one for the name and one for the type. */
function citeScalars({ model, scalars }: Selection, { entries, at, cite }: AnswerPart): void {
  const isFile = model.uid === FILE_UID
  const isComponent = model.modelType === 'component'
  const names = scalars.filter((name) => isScalar(model.attributes.get(name)))
  cite(isComponent ? 'component.id' : isFile ? 'media.id' : 'entry.id', `${at}.id`)
  if (isComponent || [...entries].some((entry) => entry.documentId !== undefined))
    cite(
      isComponent ? 'component.document-id' : isFile ? 'media.documentId' : 'entry.document-id',
      `${at}.documentId`,
    )
  if (isComponent && names.length > 0 && names.length === unaskedScalars(model).length)
    cite('component.fields', at)
  for (const name of names) {
    const attribute = model.attributes.get(name)
    const part = `${at}.${name}`
    if (isScalar(attribute)) cite(TYPES[attribute.type], part)
    if ([...entries].some((entry) => entry[name] === null)) cite('entry.answers-null', part)
    if (isFile) citeFile(name, part, entries, cite)
    else if (!isComponent) cite(MEMBERS.get(name) ?? 'entry.attributes', part)
  }
}

/**
 * Cites the rule of one attribute of an uploaded file. The guide does not mention some attributes of files, which
 * therefore have no rule.
 */
function citeFile(name: string, part: string, entries: ReadonlySet<Entry>, cite: Cite): void {
  const rule = FILE_MEMBERS.get(name)
  if (rule !== undefined) cite(rule, part)
  const hasFormats = [...entries].some(
    ({ formats }) => formats !== undefined && isObject(formats) && Object.values(formats).some(isObject),
  )
  if (name === 'formats' && hasFormats) cite('media.format', part)
}

/** Cites the rules of one populated attribute, and returns the answer parts of the linked entries. */
function citePopulated(item: Populated, above: AnswerPart): readonly AnswerPart[] {
  const found = held(above, item.attribute)
  const { at, values, places } = found
  const { cite } = above
  if (values.length === 0) return []
  cite('populate.adds', at)
  if (above.model.uid === FILE_UID && item.attribute.kind === 'morphTo') cite('media.related', at)
  citeBranches(item, above, at)
  if (item.count) {
    cite('populate.count', at)
    return []
  }
  citeKind(item, above, at)
  cite('entry.unwrapped', at)
  if (item.attribute.kind !== 'zone' && !item.attribute.many) cite('populate.to-one', at)
  citeOrder(item, found, cite)
  for (const { model } of places) {
    if (item.tag !== null) cite(item.tag === '__type' ? 'populate.morph' : 'component.discriminator', at)
    if (isEntryType(model)) cite('populate.no-id-lists', at)
  }
  return places
}

const isEntryType = ({ modelType, uid }: Model): boolean => modelType === 'contentType' && uid !== FILE_UID

/** Cites the rules that select the linked rows that a populated attribute shows. */
function citeBranches({ branches }: Populated, { viewer: { schema }, cite }: AnswerPart, at: string): void {
  for (const { rows, select, where } of branches.values()) {
    citeStatus(rows, select.model, at, cite)
    citeConditions(where, at, schema, cite)
  }
}

function citeStatus({ status }: RowFilter, model: Model, at: string, cite: Cite): void {
  if (model.modelType !== 'contentType' || !model.draftAndPublish || status === null) return
  cite('populate.status', at)
  cite(status === 'draft' ? 'status.draft' : 'status.default', at)
}

function citeKind({ attribute }: Populated, { viewer: { role }, cite }: AnswerPart, at: string): void {
  switch (attribute.kind) {
    case 'relation':
    case 'morphTo':
    case 'morphBy':
      cite('populate.kind.relation', at)
      if (attribute.kind === 'morphTo' || may(role, attribute.target, 'find')) {
        cite('access.role', at)
        cite('populate.permission', at)
      }
      if (attribute.kind === 'relation' && attribute.via === 'localizations')
        cite('populate.localizations', at)
      if (attribute.kind === 'relation' && attribute.via === 'creator') cite('populate.creators', at)
      return
    case 'media':
      return cite('populate.kind.media', at)
    case 'component':
      return cite('populate.kind.component', at)
    case 'zone':
      return cite('populate.kind.zone', at)
  }
}

/**
 * Cites the rules of the order of linked entries. A request can sort only entries of a single type. The entries of
 * dynamic zones and morph relations keep their stored order.
 */
function citeOrder({ tag, branches }: Populated, { at, values }: Held, cite: Cite): void {
  if (!values.some((value) => Array.isArray(value) && value.length > 1)) return
  const isSorted = tag === null && [...branches.values()].some(({ sort }) => sort.length > 0)
  cite(isSorted ? 'sort.ties' : 'populate.order', at)
}
