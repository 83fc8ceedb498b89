/** `sort`: does each key lead to something that can be sorted by, and is its order one? */
import { throughRelation } from '../parse/sort.ts'
import type { SortKey, SortSyntax } from '../parse/syntax.ts'
import { isInherited } from '../parse/url.ts'
import { crash, invalidKey, join, validation } from '../refusal.ts'
import type { Model, PopulatableAttribute, ScalarAttribute } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import { type Judge, notice, sideBySide } from './judge.ts'
import {
  isOrdered,
  type KeyJudge,
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
export function checkSort({ keys, meaningful }: SortSyntax, root: Model, judge: Judge): boolean {
  const reading = { ...judge, clock: { now: judge.clock.now } }
  const key: KeyJudge = { walking: judge, reading, meaningful, root, listedAt: null }
  const steps = sideBySide(keys, judge, (one) => checkKey(one, key))
  if (judge.param === 'populate' && steps.some((through) => through !== null && through > 0)) {
    const message = 'Invalid sort: a populated attribute cannot be sorted through another one'
    notice('query.run', crash('nested-deep-sort-500', 'sort.through', message), judge)
  }
  return steps.some((through) => through !== null)
}

/** How long the real server takes for a step: relations are tried first, components last. */
const stepsThrough = ({ kind }: PopulatableAttribute): number =>
  kind === 'component' ? 12 : kind === 'media' ? 11 : 10

/** Walks one key: through how many steps it is sorted by; null where it is not. */
function checkKey(written: SortKey, judge: KeyJudge): number | null {
  const { schema, has, clock } = judge.walking
  let key = written
  let model = judge.root
  let above: string | null = null
  let through = 0
  let beyondMorph = false
  for (let at = 0; at < key.path.length; at++) {
    const name = key.path[at] ?? ''
    if (name === '' && at > 0) continue
    const attribute = model.attributes.get(name)
    if (attribute === undefined || attribute.kind === 'scalar') {
      const end: End = { key, name, rest: key.path.slice(at + 1), above, through, model, beyondMorph }
      return attribute === undefined && name !== 'id' && name !== 'documentId'
        ? checkStranger(end, judge)
        : checkEnd(end, attribute, judge)
    }
    if (above === null && attribute.kind !== 'morphBy') key = throughRelation(key)
    const here: string = join(above, name)
    if (!beyondMorph) refuseStep(attribute, here, judge)
    const target = targetOf(schema, attribute)
    const isLast = key.path.slice(at + 1).every((rest) => rest === '')
    const entersMorph = attribute.kind === 'morphBy' && has('morph-filter-unchecked')
    if (beyondMorph && (isLast || target === undefined)) return refuseColumn(key, here, judge)
    if (target === undefined) return null
    if (isLast)
      return entersMorph ? refuseMorph(key, here, judge) : checkRelation(key, attribute, target, here, judge)
    clock.now += stepsThrough(attribute)
    beyondMorph ||= entersMorph
    through++
    above = here
    model = target
  }
  return null
}

/** Where a key ends: at a scalar, at an id, or at a name that is no attribute. */
interface End {
  readonly key: SortKey
  readonly name: string
  readonly rest: readonly string[]
  readonly above: string | null
  readonly through: number
  readonly model: Model
  readonly beyondMorph: boolean
}

function checkEnd(end: End, attribute: ScalarAttribute | undefined, judge: KeyJudge): number | null {
  const { name, rest, above, through, model, key, beyondMorph } = end
  const path = join(above, name)
  if (attribute !== undefined) refuseHidden(attribute, path, beyondMorph, judge)
  const isSorted = isOrdered(key, judge)
  if (rest.length > 0) {
    const message = `Invalid key ${rest.join('.')} at ${path}: a scalar attribute has nothing below it`
    notice('query.run', crash('sort-scalar-path-500', 'sort.unknown', message), judge.reading)
  }
  if (name === 'documentId' && model.modelType === 'component') {
    const message = `Invalid key documentId at ${path}: a component cannot be sorted by it`
    notice('query.sort', crash('component-documentid-500', 'sort.unknown', message), judge.reading)
  }
  return isSorted ? through : null
}

/** A name that is no attribute. */
function checkStranger({ key, name, rest, above, beyondMorph }: End, judge: KeyJudge): null {
  const { root, reading } = judge
  const isStatus = name === 'status' && root.modelType === 'contentType' && root.draftAndPublish
  if (name === '' && above === null) {
    const message = `Invalid key ${key.path.join('.')} in sort: it starts with a dot`
    notice('query.sort', crash('sort-scalar-path-500', 'sort.unknown', message), reading)
  } else if (isInherited(name)) {
    notice('convert.sort', validation('sort.unknown', 'Invalid sort query'), reading)
  } else if (beyondMorph) {
    const isIgnored = name === 'status' && rest.length === 0 && reading.has('sort-status-ignored')
    if (isIgnored) isOrdered(key, judge)
    else refuseColumn(key, join(above, name), judge)
  } else if (isStatus && reading.has('sort-status-ignored')) {
    checkIgnoredStatus(key, rest, above, judge)
  } else {
    refuseUnknown(name, above, 'sort.unknown', judge)
  }
  return null
}

/** The real server ignores `status`. A name behind it is as good as an order. */
function checkIgnoredStatus(
  { order, form }: SortKey,
  rest: readonly string[],
  above: string | null,
  { walking, reading }: KeyJudge,
): void {
  const isFollowed = rest.some((next) => next !== '') || (order.kind === 'text' && order.text !== '')
  if (!isFollowed) {
    const where = { rule: 'sort.unknown', path: above, param: walking.param } as const
    notice('sort.incomplete', invalidKey('status', where), walking)
  }
  // What is left of a longer text when the last name is ignored cannot be sorted by.
  if (form === 'text' && above?.includes('.'))
    notice(
      'query.sort',
      crash('sort-status-ignored', 'sort.unknown', `Invalid key status at ${above}`),
      reading,
    )
}

/** A relation alone, or with nothing but an order, which is then taken for a name. */
function checkRelation(
  { order }: SortKey,
  attribute: PopulatableAttribute,
  target: Model,
  path: string,
  judge: KeyJudge,
): null {
  const { walking } = judge
  const name = order.kind === 'text' ? order.text.trim() : ''
  const names = order.kind === 'other' ? order.names : []
  if (name === '' && names.length === 0) return refuseIncomplete(path, judge)
  walking.clock.now += stepsThrough(attribute)
  if (names.length > 0) {
    const below: KeyJudge = { ...judge, root: target, meaningful: true, listedAt: path }
    sideBySide(names, walking, (key) => checkKey(key, below))
    return refuseOrder(true, judge)
  }
  return target.attributes.has(name)
    ? refuseUnreadable(name, judge)
    : refuseUnknown(name, path, 'sort.incomplete', judge)
}
