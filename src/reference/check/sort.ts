/** Checks that each key of `sort` leads to an attribute that a sort can use, and that its order is valid. */
import { isBlankOrder, namesInOrder, throughRelation } from '../parse/sort.ts'
import type { SortKey, SortSyntax } from '../parse/syntax.ts'
import { isInherited } from '../parse/url.ts'
import { join, validation } from '../refusal.ts'
import type { Attribute, Model, PopulatableAttribute, ScalarAttribute } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import { failsAtRepeats } from '../strapi/check/database.ts'
import * as failure from '../strapi/check/failures.ts'
import * as morph from '../strapi/check/morph-sort.ts'
import { skipsNamesBehind } from '../strapi/check/relations.ts'
import * as real from '../strapi/check/sort.ts'
import { type CheckContext, report, sideBySide } from './context.ts'
import type { KeyContext } from './sort-context.ts'
import {
  isOrder,
  isOrdered,
  refuseHidden,
  refuseIncomplete,
  refuseOrder,
  refuseStep,
  refuseUnknown,
  refuseUnreadable,
} from './sort-faults.ts'

/** Checks `sort`, at the root or inside a populated attribute; returns whether the sort has any effect. */
export function checkSort(
  { keys, meaningful, unnamed, nested, mixed, listed, idle = [] }: SortSyntax,
  root: Model,
  context: CheckContext,
): boolean {
  if (unnamed) real.refuseEmptyOrder(context)
  if (nested) real.refuseNestedList(context)
  if (mixed) real.refuseMixedList(context)
  const reading = { ...context, clock: { now: context.clock.now } }
  const skipsBlank =
    listed === true && !real.readsIdleKeys(context) && keys.every((key) => hasNoOrder(key, root, context))
  const effect = { meaningful: meaningful && !skipsBlank, skipsBlank }
  const key: KeyContext = { walking: context, reading, ...effect, root, start: root, listedAt: null }
  if (real.readsIdleKeys(context)) checkItems(idle, key)
  const steps = checkItems(keys, key)
  if (context.param === 'populate' && steps.some((through) => through !== null && through > 0)) {
    const message = 'Invalid sort: a populated attribute cannot be sorted through another one'
    report('query.run', failure.ofNestedSort('sort.through', message), context)
  }
  checkRepeats(keys, steps, context)
  return steps.some((through) => through !== null)
}

/**
 * Returns whether a sort key in a list has no order. Measured on 5.54: the real server ignores a blank order at the
 * end of a path through relations, but not the blank order of a scalar attribute.
 */
function hasNoOrder({ path, order }: SortKey, root: Model, { schema }: CheckContext): boolean {
  if (order.kind !== 'text' || order.text === '') return true
  if (!isBlankOrder(order.text)) return false
  let model: Model | undefined = root
  for (const name of path) {
    const attribute: Attribute | undefined = model?.attributes.get(name)
    if (attribute === undefined || attribute.kind === 'scalar') return false
    model = targetOf(schema, attribute)
  }
  return true
}

/**
 * Refuses a sort with two keys for one column and another key through a relation, if the database fails at such a
 * sort.
 */
function checkRepeats(
  keys: readonly SortKey[],
  steps: readonly (number | null)[],
  context: CheckContext,
): void {
  const own = keys.filter((_key, at) => steps[at] === 0).map(({ path }) => path.join('.'))
  const isDeep = steps.some((through) => through !== null && through > 0)
  if (!isDeep || !failsAtRepeats(context) || new Set(own).size === own.length) return
  const message = 'Invalid sort: an attribute occurs twice, and another key leads through a relation'
  report('query.run', failure.ofDatabase('sort.text', message), context)
}

/**
 * Checks the keys of `sort`. The walk counts steps: all items of a list begin at the same step, and each member of an
 * object begins after the previous member.
 */
function checkItems(keys: readonly SortKey[], context: KeyContext): readonly (number | null)[] {
  const items = [...new Set(keys.map(({ item }) => item))]
  const membersOf = (wanted: number): readonly SortKey[] => keys.filter(({ item }) => item === wanted)
  return sideBySide(items, context.walking, (item) =>
    membersOf(item).map((one) => checkMember(one, context)),
  ).flat()
}

/**
 * Checks one member of a sort object, or one text of `sort`. The more lists enclose a sort key, the later the walk
 * reaches the key.
 */
function checkMember(one: SortKey, key: KeyContext): number | null {
  const { clock } = key.walking
  clock.now += one.depth / 4
  const through = checkKey(one, key)
  clock.now += STEPS_PAST
  return through
}

/**
 * The number of steps that the walk counts for one member of a sort object. Recorded answers show that a member takes
 * more steps than a file on a sort path, and fewer than a component.
 */
const STEPS_PAST = 11.75

/**
 * Returns the number of steps that the walk counts for one name on a sort path. For each name on a sort path, the
 * real server looks for a relation first, and for a component last.
 */
const stepsThrough = ({ kind }: PopulatableAttribute): number =>
  kind === 'component' ? 12 : kind === 'media' ? 11 : 10

/**
 * Checks one key of `sort`. Returns the number of relations, files and components on the path of the key, or null for
 * a key without effect.
 */
function checkKey(written: SortKey, context: KeyContext): number | null {
  const { schema, clock } = context.walking
  if (written.path.length === 0) isOrdered(written, context)
  // In `sort[relation]=name`, a name that starts with a dot has no effect.
  if (context.listedAt !== null && written.path[0] === '') return null
  let key = written
  let model = context.start
  let above = context.listedAt
  let through = 0
  let behindMorph = false
  for (let at = 0; at < key.path.length; at++) {
    const name = key.path[at] ?? ''
    if (name === '' && at > 0) continue
    const attribute = model.attributes.get(name)
    if (attribute === undefined || attribute.kind === 'scalar') {
      const end: SortTarget = { key, name, rest: key.path.slice(at + 1), above, through, model, behindMorph }
      return attribute === undefined && name !== 'id' && name !== 'documentId'
        ? checkUnknownName(end, context)
        : checkEnd(end, attribute, context)
    }
    if (through === 0 && attribute.kind !== 'morphBy') key = throughRelation(key)
    const here: string = join(above, name)
    const isSkipped = context.skipsBlank && key.order.kind === 'text' && key.order.text === ''
    if (!behindMorph && !isSkipped) refuseStep(attribute, here, context)
    const target = targetOf(schema, attribute)
    const isLast = key.path.slice(at + 1).every((rest) => rest === '')
    if (isLast && context.skipsBlank) return null
    const entersMorph = skipsNamesBehind(attribute, context.walking)
    if (behindMorph && (isLast || target === undefined)) return morph.refuseColumn(key, here, context)
    if (target === undefined) return null
    if (isLast)
      return entersMorph
        ? morph.refuseFarSide(key, here, context)
        : checkRelation(key, attribute, target, here, context)
    clock.now += stepsThrough(attribute)
    behindMorph ||= entersMorph
    through++
    above = here
    model = target
  }
  return null
}

/** A sort key with the last attribute or name on its path: a scalar, an id, or a name that is not an attribute. */
interface SortTarget {
  readonly key: SortKey
  readonly name: string
  readonly rest: readonly string[]
  readonly above: string | null
  readonly through: number
  readonly model: Model
  readonly behindMorph: boolean
}

function checkEnd(
  end: SortTarget,
  attribute: ScalarAttribute | undefined,
  context: KeyContext,
): number | null {
  const { name, rest, above, through, model, key, behindMorph } = end
  const path = join(above, name)
  if (attribute !== undefined) refuseHidden(attribute, path, behindMorph, context)
  const isSorted = isOrdered(key, context)
  if (key.form === 'text' && rest.some((next) => isInherited(next) || next === 'prototype'))
    report('convert.sort', validation('sort.unknown', 'Invalid sort query'), context.reading)
  if (real.ignoresPosition(key, rest, context.reading)) return null
  if (rest.length > 0 && isSorted) {
    const message = `Invalid key ${rest.join('.')} at ${path}: a scalar attribute has nothing below it`
    report('query.run', failure.ofScalarPath('sort.unknown', message), context.reading)
  }
  if (name === 'documentId' && model.modelType === 'component') {
    const message = `Invalid key documentId at ${path}: a component cannot be sorted by it`
    report('query.sort', failure.ofComponentId('sort.unknown', message), context.reading)
  }
  const isIgnored = isSorted && real.ignoresOwnStatus(name, path, model, context.reading)
  return isSorted && !isIgnored ? through : null
}

/** Checks a sort key that ends at a name that is not an attribute. */
function checkUnknownName({ key, name, rest, above, behindMorph }: SortTarget, context: KeyContext): null {
  const { root, reading } = context
  if (name === '' && above === null) {
    checkLeadingDot(key, rest, context)
  } else if (isInherited(name)) {
    if (!real.ignoresInherited(reading))
      report('convert.sort', validation('sort.unknown', 'Invalid sort query'), reading)
  } else if (behindMorph) {
    morph.checkNameBehind(key, name, rest, above, context)
  } else if (name === 'status' && real.ignoresStatusOf(root, reading)) {
    real.checkIgnoredStatus(key, rest, above, context)
  } else {
    // A sort key in the object form without an order comes only from a `sort` list that mixes texts with other items.
    const isMixed = key.form === 'object' && key.order.kind === 'none'
    refuseUnknown(name, above, isMixed ? 'sort.shape' : 'sort.unknown', context)
  }
  return null
}

function checkLeadingDot(key: SortKey, rest: readonly string[], context: KeyContext): void {
  if (real.ignoresPosition(key, rest, context.reading)) {
    isOrdered(key, context)
    return
  }
  const message = `Invalid key ${key.path.join('.')} in sort: it starts with a dot`
  report('query.sort', failure.ofScalarPath('sort.unknown', message), context.reading)
}

/**
 * Checks a sort key that ends at a relation. The real server reads the order of a key that ends at a relation as
 * attribute names of the linked type.
 */
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
  const below: KeyContext = { ...context, start: target, meaningful: true, skipsBlank: false, listedAt: path }
  checkItems(names, below)
  return null
}
