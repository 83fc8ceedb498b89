/**
 * `populate` → what to show of every attribute that links or holds something. Each way of writing it ends in one
 * `Populated` per attribute: which kinds of entries, cut by which conditions, in which order, showing what.
 */
import { booleanText } from '../parse/populate.ts'
import type { PopulateEntry, PopulateOptions, PopulateSyntax, PopulateValue } from '../parse/syntax.ts'
import { invalidKey, type Refusal, validation } from '../refusal.ts'
import type { Model, PopulatableAttribute } from '../schema/schema.ts'
import { modelOf, targetOf } from '../schema/target.ts'
import { join, type Level, type PlaceContext } from './context.ts'
import {
  branch,
  citeCreator,
  everything,
  isOpen,
  isPopulatable,
  openMorph,
  plain,
  populated,
  scalarsOf,
} from './linked.ts'
import { onMorph } from './morph.ts'
import { planOptions } from './options.ts'
import { type PathTree, planPaths } from './paths.ts'
import { checkNoOptions, closed, noValue, tooMany } from './places.ts'
import type { Populated } from './plan.ts'
import { selectsFields } from './selection.ts'

/** What is populated at one level, in schema order. */
export function planPopulate(
  syntax: PopulateSyntax,
  level: Level,
  context: PlaceContext,
): readonly Populated[] {
  const { report, cite, param } = context
  if (syntax.kind !== 'none') cite('param.populate')
  switch (syntax.kind) {
    case 'none':
      cite('populate.without')
      return []
    case 'all':
      return everything(level.model, context, openMorph(context))
    case 'paths':
      cite(
        syntax.clauses.flatMap(({ paths }) => paths).length > 1
          ? 'populate.form.several'
          : 'populate.form.one',
      )
      return inSchemaOrder(alongPaths(planPaths(syntax, level, context), level.model, context), level.model)
    case 'attributes':
      return inSchemaOrder(namedAttributes(syntax.entries, level, context), level.model)
    case 'malformed':
      for (const { key } of syntax.entries) {
        if (booleanText(key) === undefined)
          report('populate.names', invalidKey(key, { rule: 'populate.forms', path: level.path, param }))
      }
      report('convert.populate', malformed())
      return []
    case 'overflow':
      report('populate.names', tooMany(syntax.count, param))
      return []
  }
}

const malformed = (): Refusal =>
  validation(
    'populate.forms',
    'Invalid populate parameter. Expected a string, an array of strings, a populate object',
  )

function inSchemaOrder(populated: readonly Populated[], model: Model): readonly Populated[] {
  const position = new Map([...model.attributes.keys()].map((name, at) => [name, at]))
  const at = (item: Populated): number => position.get(item.attribute.name) ?? 0
  return [...populated].sort((a, b) => at(a) - at(b))
}

interface Pending {
  readonly tree: PathTree
  readonly model: Model
  readonly into: Populated[]
}

/** A tree of names, however deep: no recursion, for a path may have thousands of names. */
function alongPaths(tree: PathTree, root: Model, context: PlaceContext): readonly Populated[] {
  const top: Populated[] = []
  const pending: Pending[] = [{ tree, model: root, into: top }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [name, below] of next.tree.below) {
      const attribute = next.model.attributes.get(name)
      if (attribute === undefined || !isPopulatable(attribute) || attribute.private) continue
      if (!isOpen(attribute, context)) continue
      citePath(attribute, next.model, below, context)
      const here = attribute.kind === 'morphTo' && !below.inCommaList ? openMorph(context) : context
      const plan = populated(attribute, next.model, here, (model) => {
        const into: Populated[] = []
        pending.push({ tree: below, model, into })
        return branch(attribute, { ...scalarsOf(model, context), populate: into }, {}, here)
      })
      next.into.push(below.inCommaList ? stripped(plan, context) : plan)
    }
  }
  return top
}

/** Of a comma list the real server reads everything and takes away what the role may not see, the attribute with it. */
function stripped(plan: Populated, { has, rows }: PlaceContext): Populated {
  const isMorph = plan.attribute.kind === 'morphTo' && has('comma-morph-absent')
  return isMorph ? { ...plan, absentIfHidden: rows } : plan
}

/** What a name of a path is, and whether the path goes on. */
function citePath(
  attribute: PopulatableAttribute,
  owner: Model,
  { below }: PathTree,
  { cite }: PlaceContext,
): void {
  if (attribute.kind === 'zone') cite('populate.form.zone')
  if (attribute.kind === 'component')
    cite(owner.modelType === 'component' ? 'populate.form.component-nested' : 'populate.form.component')
  if (below.size === 0) {
    cite('populate.explicit')
    if (attribute.kind === 'zone') cite('component.bare')
    return
  }
  if (attribute.kind === 'component' || attribute.kind === 'zone') cite('populate.form.component-path')
  cite('populate.depth')
  cite('limit.depth')
}

/** `populate[name]=…`: private names are told only when nothing else at this level is wrong. */
function namedAttributes(
  entries: readonly PopulateEntry[],
  level: Level,
  context: PlaceContext,
): readonly Populated[] {
  const { report, param, cite } = context
  const hidden: Refusal[] = []
  const found: Populated[] = []
  cite('populate.forms')
  for (const entry of entries) {
    const attribute = level.model.attributes.get(entry.key)
    if (attribute === undefined) {
      strayKey(entry, level, context)
    } else if (!isPopulatable(attribute)) {
      report(
        'populate.names',
        invalidKey(entry.key, { rule: 'populate.unknown', path: join(level.raw, entry.key), param }),
      )
    } else {
      const path = join(level.path, entry.key)
      citeCreator(attribute, context)
      if (attribute.private) hidden.push(invalidKey(entry.key, { rule: 'populate.private', path, param }))
      const place: Level = { model: level.model, path, raw: join(level.raw, entry.key), nested: true }
      const plan = onAttribute(
        attribute,
        entry.value,
        place,
        isOpen(attribute, context) ? context : closed(context),
      )
      if (plan !== undefined && !attribute.private && isOpen(attribute, context)) found.push(plan)
    }
  }
  for (const refusal of hidden) report('populate.names', refusal)
  return found
}

/** A key that is no attribute: refused, but for those that the real server reads as something else and forgets. */
function strayKey({ key, value }: PopulateEntry, level: Level, context: PlaceContext): void {
  const { report, param, has } = context
  const keywords = ['sort', 'filters', 'fields', 'populate', 'on', 'count']
  const isForgotten = has('populate-stray-keys') && (booleanText(key) !== undefined || keywords.includes(key))
  if (isForgotten && key !== 'on' && key !== 'count') return
  if (isForgotten && key === 'on' && value.kind === 'options') return
  if (isForgotten && key === 'count' && value.kind === 'flag') return
  report('populate.names', invalidKey(key, { rule: 'populate.unknown', path: level.path, param }))
}

/** One attribute of the object form; undefined where it is switched off. `place.model` is its owner. */
function onAttribute(
  attribute: PopulatableAttribute,
  value: PopulateValue,
  place: Level,
  context: PlaceContext,
): Populated | undefined {
  if (value.kind === 'overflow') {
    context.report('populate.names', tooMany(value.count, context.param))
    return undefined
  }
  if (attribute.kind === 'zone' || attribute.kind === 'morphTo')
    return onMorph(attribute, value, place, context)
  const target = targetOf(context.schema, attribute)
  if (target === undefined) return undefined
  if (attribute.kind === 'component') context.cite('populate.form.component')
  return inTarget(attribute, value, target, place, context)
}

type SimpleAttribute = Exclude<PopulatableAttribute, { kind: 'zone' | 'morphTo' }>

function inTarget(
  attribute: SimpleAttribute,
  value: Exclude<PopulateValue, { kind: 'overflow' }>,
  target: Model,
  place: Level,
  context: PlaceContext,
): Populated | undefined {
  switch (value.kind) {
    case 'flag':
      return value.on ? plain(attribute, context, place.model) : undefined
    case 'null':
      context.report('convert.populate', noValue(place))
      return undefined
    case 'star':
    case 'names':
    case 'list': {
      const isPlain = checkNoOptions(value, target, place, context)
      return isPlain ? plain(attribute, context, place.model) : undefined
    }
    case 'options': {
      const cut = planOptions(attribute, value.options, target, place, context)
      const base = populated(attribute, place.model, context, () => cut.branch)
      return {
        ...base,
        count: cut.count && countsOf(attribute, context),
        alwaysEmpty: isEmptied(attribute, value.options, context),
      }
    }
  }
}

/** `count` counts what is linked; a database join is all the real server can count. */
function countsOf(attribute: PopulatableAttribute, { has, cite }: PlaceContext): boolean {
  cite('populate.count')
  if (!has('count-ignored')) return true
  return attribute.kind === 'component' || (attribute.kind === 'relation' && attribute.via === 'stored')
}

/** A field selection on the far side of a morphToOne loses the columns that hold the link. */
function isEmptied(
  attribute: PopulatableAttribute,
  options: PopulateOptions,
  context: PlaceContext,
): boolean {
  if (!context.has('morphmany-fields-empty') || attribute.kind !== 'morphBy') return false
  const by = modelOf(context.schema, attribute.target)?.attributes.get(attribute.by)
  return by?.kind === 'morphTo' && !by.many && options.entries.some(selectsFields)
}
