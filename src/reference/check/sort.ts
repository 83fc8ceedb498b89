/** `sort`: does each key lead to something that can be sorted by, and is its order one? */
import { isPosition, namesInOrder, throughRelation } from '../parse/sort.ts'
import type { SortKey, SortSyntax } from '../parse/syntax.ts'
import { isInherited } from '../parse/url.ts'
import { crash, invalidKey, join, validation } from '../refusal.ts'
import type { Model, PopulatableAttribute, ScalarAttribute } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import * as before from '../strapi/releases/check.ts'
import { type CheckContext, report, sideBySide } from './context.ts'
import {
  isOrder,
  isOrdered,
  type KeyContext,
  refuseColumn,
  refuseHidden,
  refuseIncomplete,
  refuseMorph,
  refuseOrder,
  refuseStep,
  refuseUnknown,
  refuseUnreadable,
} from './sort-faults.ts'

/** `sort`, at the root or inside a populated attribute; true where anything is sorted by. */
export function checkSort(
  { keys, meaningful, unnamed, mixed }: SortSyntax,
  root: Model,
  context: CheckContext,
): boolean {
  if (unnamed) before.refuseEmptyOrder(context)
  if (mixed) before.refusePosition(context)
  const reading = { ...context, clock: { now: context.clock.now } }
  const key: KeyContext = { walking: context, reading, meaningful, root, start: root, listedAt: null }
  const steps = checkItems(keys, key)
  if (context.param === 'populate' && steps.some((through) => through !== null && through > 0)) {
    const message = 'Invalid sort: a populated attribute cannot be sorted through another one'
    report('query.run', crash('nested-deep-sort-500', 'sort.through', message), context)
  }
  checkRepeats(keys, steps, context)
  return steps.some((through) => through !== null)
}

/** A database may want the columns of an entry once each where it sorts through others. */
function checkRepeats(
  keys: readonly SortKey[],
  steps: readonly (number | null)[],
  context: CheckContext,
): void {
  const own = keys.filter((_key, at) => steps[at] === 0).map(({ path }) => path.join('.'))
  const isDeep = steps.some((through) => through !== null && through > 0)
  if (context.database.repeats === 'sorted' || !isDeep || new Set(own).size === own.length) return
  const message = 'Invalid sort: an attribute stands twice beside a path through a relation'
  report('query.run', crash('database', 'sort.text', message), context)
}

/** Items of a list side by side, the members of one object after one another. */
function checkItems(keys: readonly SortKey[], context: KeyContext): readonly (number | null)[] {
  const items = [...new Set(keys.map(({ item }) => item))]
  const membersOf = (wanted: number): readonly SortKey[] => keys.filter(({ item }) => item === wanted)
  return sideBySide(items, context.walking, (item) =>
    membersOf(item).map((one) => checkMember(one, context)),
  ).flat()
}

/** A member of an object, or a text alone. What stands deeper in lists is come to a moment later. */
function checkMember(one: SortKey, key: KeyContext): number | null {
  const { clock } = key.walking
  clock.now += one.depth / 4
  const through = checkKey(one, key)
  clock.now += STEPS_PAST
  return through
}

/** How long the real server takes until it is past a member: longer than for a file, not as long as for a component. */
const STEPS_PAST = 11.75

/** How long the real server takes for a step: relations are tried first, components last. */
const stepsThrough = ({ kind }: PopulatableAttribute): number =>
  kind === 'component' ? 12 : kind === 'media' ? 11 : 10

/** Walks one key: through how many steps it is sorted by; null where it is not. */
function checkKey(written: SortKey, context: KeyContext): number | null {
  const { schema, has, clock } = context.walking
  if (written.path.length === 0) isOrdered(written, context)
  // Of what begins with a dot, the names of a relation's order hold nothing.
  if (context.listedAt !== null && written.path[0] === '') return null
  let key = written
  let model = context.start
  let above = context.listedAt
  let through = 0
  let beyondMorph = false
  for (let at = 0; at < key.path.length; at++) {
    const name = key.path[at] ?? ''
    if (name === '' && at > 0) continue
    const attribute = model.attributes.get(name)
    if (attribute === undefined || attribute.kind === 'scalar') {
      const end: SortTarget = { key, name, rest: key.path.slice(at + 1), above, through, model, beyondMorph }
      return attribute === undefined && name !== 'id' && name !== 'documentId'
        ? checkUnknownName(end, context)
        : checkEnd(end, attribute, context)
    }
    if (through === 0 && attribute.kind !== 'morphBy') key = throughRelation(key)
    const here: string = join(above, name)
    if (!beyondMorph) refuseStep(attribute, here, context)
    const target = targetOf(schema, attribute)
    const isLast = key.path.slice(at + 1).every((rest) => rest === '')
    const entersMorph = attribute.kind === 'morphBy' && has('morph-filter-unchecked')
    if (beyondMorph && (isLast || target === undefined)) return refuseColumn(key, here, context)
    if (target === undefined) return null
    if (isLast)
      return entersMorph
        ? refuseMorph(key, here, context)
        : checkRelation(key, attribute, target, here, context)
    clock.now += stepsThrough(attribute)
    beyondMorph ||= entersMorph
    through++
    above = here
    model = target
  }
  return null
}

/** Where a key ends: at a scalar, at an id, or at a name that is no attribute. */
interface SortTarget {
  readonly key: SortKey
  readonly name: string
  readonly rest: readonly string[]
  readonly above: string | null
  readonly through: number
  readonly model: Model
  readonly beyondMorph: boolean
}

function checkEnd(
  end: SortTarget,
  attribute: ScalarAttribute | undefined,
  context: KeyContext,
): number | null {
  const { name, rest, above, through, model, key, beyondMorph } = end
  const path = join(above, name)
  if (attribute !== undefined) refuseHidden(attribute, path, beyondMorph, context)
  const isSorted = isOrdered(key, context)
  if (key.form === 'text' && rest.some((next) => isInherited(next) || next === 'prototype'))
    report('convert.sort', validation('sort.unknown', 'Invalid sort query'), context.reading)
  if (isPosition(key, rest) && context.reading.has('sort-array-value-ignored')) return null
  if (rest.length > 0 && isSorted) {
    const message = `Invalid key ${rest.join('.')} at ${path}: a scalar attribute has nothing below it`
    report('query.run', crash('sort-scalar-path-500', 'sort.unknown', message), context.reading)
  }
  if (name === 'documentId' && model.modelType === 'component') {
    const message = `Invalid key documentId at ${path}: a component cannot be sorted by it`
    report('query.sort', crash('component-documentid-500', 'sort.unknown', message), context.reading)
  }
  return isSorted ? through : null
}

/** A name that is no attribute. */
function checkUnknownName({ key, name, rest, above, beyondMorph }: SortTarget, context: KeyContext): null {
  const { root, reading } = context
  const isStatus = name === 'status' && root.modelType === 'contentType' && root.draftAndPublish
  if (name === '' && above === null && isPosition(key, rest) && reading.has('sort-array-value-ignored')) {
    isOrdered(key, context)
  } else if (name === '' && above === null) {
    const message = `Invalid key ${key.path.join('.')} in sort: it starts with a dot`
    report('query.sort', crash('sort-scalar-path-500', 'sort.unknown', message), reading)
  } else if (isInherited(name)) {
    if (!reading.has('sort-proto-refused'))
      report('convert.sort', validation('sort.unknown', 'Invalid sort query'), reading)
  } else if (beyondMorph && isPosition(key, [name, ...rest])) {
    isOrdered(key, context)
  } else if (beyondMorph) {
    const isIgnored = name === 'status' && rest.length === 0 && reading.has('sort-status-ignored')
    if (isIgnored) isOrdered(key, context)
    else refuseColumn(key, join(above, name), context)
  } else if (isStatus && reading.has('sort-status-ignored')) {
    checkIgnoredStatus(key, rest, above, context)
  } else {
    refuseUnknown(name, above, 'sort.unknown', context)
  }
  return null
}

/** The real server ignores `status`. A name behind it is as good as an order. */
function checkIgnoredStatus(
  { order, form }: SortKey,
  rest: readonly string[],
  above: string | null,
  { walking, reading }: KeyContext,
): void {
  const isOrdered = order.kind === 'text' ? order.text !== '' : order.kind === 'other' && order.names !== null
  const isFollowed = isOrdered || rest.some((next) => next !== '')
  if (!isFollowed) {
    const where = { rule: 'sort.unknown', path: above, param: walking.param } as const
    report('sort.incomplete', invalidKey('status', where), walking)
  }
  // What is left of a longer text when the last name is ignored cannot be sorted by.
  if (form === 'text' && above?.includes('.'))
    report(
      'query.sort',
      crash('sort-status-ignored', 'sort.unknown', `Invalid key status at ${above}`),
      reading,
    )
}

/** A relation alone, or with nothing but an order, which is then read as names of what it leads to. */
function checkRelation(
  { order }: SortKey,
  attribute: PopulatableAttribute,
  target: Model,
  path: string,
  context: KeyContext,
): null {
  const { walking } = context
  const names = order.kind === 'text' ? namesInOrder(order.text) : order.kind === 'other' ? order.names : null
  if (names === null) return refuseIncomplete(path, context)
  if (
    order.kind === 'text' &&
    isOrder(order.text, context.reading) &&
    !target.attributes.has(order.text.trim())
  ) {
    walking.clock.now += stepsThrough(attribute)
    return refuseUnknown(order.text.trim(), path, 'sort.incomplete', context)
  }
  if (order.kind === 'text') refuseUnreadable(order.text, context)
  else refuseOrder(context.meaningful, context)
  walking.clock.now += stepsThrough(attribute)
  const below: KeyContext = { ...context, start: target, meaningful: true, listedAt: path }
  checkItems(names, below)
  return null
}
