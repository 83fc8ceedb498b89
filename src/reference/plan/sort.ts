/** `sort` → the steps to each key. */
import type { SortKey, SortOrder, SortSyntax } from '../parse/syntax.ts'
import { isInherited } from '../parse/url.ts'
import { crash, invalidKey, type Refusal, type Report, type Stage, validation } from '../refusal.ts'
import type { Attribute, Model, ScalarAttribute } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import { collator, compare } from '../values.ts'
import { reader } from './column.ts'
import { join, mayFollow, type PlaceContext } from './context.ts'
import { stepThrough } from './linked.ts'
import type { SortStep, Step } from './plan.ts'

/** `sort`, at the root or inside a populated attribute: keys in order; ties are the evaluation's business. */
export function planSort(syntax: SortSyntax, model: Model, context: PlaceContext): readonly SortStep[] {
  const found: [number, Stage, Refusal][] = []
  const report: Report = (stage, refusal) => found.push([stepsTo(refusal, model, context), stage, refusal])
  if (syntax.keys.length > 0) context.cite('param.sort')
  const steps = syntax.keys.flatMap((key) => planKey(key, model, syntax.meaningful, { ...context, report }))
  // The keys of a list are looked at side by side: of several that are wrong, the shortest path is told.
  for (const [, stage, refusal] of found.sort(([a], [b]) => a - b)) context.report(stage, refusal)
  if (context.param === 'populate' && steps.some((step) => step.through.length > 0)) {
    const message = 'Invalid sort: a populated attribute cannot be sorted through another one'
    context.report('query.run', crash('nested-deep-sort-500', 'sort.through', message))
  }
  return steps
}

/** How long the real server takes to reach the name that is refused, in steps: relations are tried first, components last. */
function stepsTo({ details }: Refusal, root: Model, { schema }: PlaceContext): number {
  const { key, path } = details ?? {}
  if (typeof path !== 'string') return 0
  const names = path.split('.')
  let model: Model | undefined = root
  let steps = 0
  for (const name of names.at(-1) === key ? names.slice(0, -1) : names) {
    const attribute: Attribute | undefined = model?.attributes.get(name)
    if (attribute === undefined) break
    steps += attribute.kind === 'component' ? 12 : attribute.kind === 'media' ? 11 : 10
    model = targetOf(schema, attribute)
  }
  return steps
}

/** The real server only finds out about names beyond a morph relation when it sorts. Passwords stay out of reach. */
function unchecked(context: PlaceContext): PlaceContext {
  const report: Report = (stage, refusal) => {
    if (stage === 'sort.unknown')
      context.report('query.sort', { ...refusal, crash: 'morph-filter-unchecked' })
    else if (stage === 'sort.password') context.report('query.sort', refusal)
    else if (!stage.startsWith('sort.')) context.report(stage, refusal)
  }
  return { ...context, report }
}

/** Where a key leads: a column at the end of a path, or nothing that can be sorted by. */
function planKey(key: SortKey, root: Model, meaningful: boolean, outer: PlaceContext): SortStep[] {
  let context = outer
  let beyondMorph = false
  const through: Step[] = []
  let model = root
  let above: string | null = null
  let names = key.path
  let { order } = key
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? ''
    if (name === '' && at > 0) continue
    const attribute = model.attributes.get(name)
    if (attribute === undefined || attribute.kind === 'scalar') {
      const rest = names.slice(at + 1)
      const place = { name, attribute, rest, above, model, root, beyondMorph }
      return endOfPath({ ...place, key: { ...key, order }, through, meaningful }, context)
    }
    const entersMorph = attribute.kind === 'morphBy' && context.has('morph-filter-unchecked')
    if (key.form === 'text' && through.length === 0 && attribute.kind !== 'morphBy')
      ({ names, order } = throughRelation(key))
    above = join(above, name)
    checkStep(attribute, above, context)
    const target = targetOf(context.schema, attribute)
    const isLast = names.slice(at + 1).every((rest) => rest === '')
    const leadsNowhere = target === undefined || attribute.kind === 'morphTo' || attribute.kind === 'zone'
    if (beyondMorph && (isLast || leadsNowhere))
      return noColumn({ key: { ...key, order }, meaningful }, above, context)
    if (leadsNowhere) return []
    if (isLast) {
      return entersMorph
        ? noMorphName({ ...key, order }, above, context)
        : noName({ ...key, order }, target, above, context)
    }
    if (entersMorph) {
      context = unchecked(context)
      beyondMorph = true
    }
    through.push(stepThrough(attribute, context))
    model = target
  }
  return []
}

interface End {
  readonly key: SortKey
  readonly name: string
  readonly attribute: ScalarAttribute | undefined
  readonly rest: readonly string[]
  readonly above: string | null
  readonly model: Model
  readonly root: Model
  readonly beyondMorph: boolean
  readonly through: readonly Step[]
  readonly meaningful: boolean
}

function endOfPath(end: End, context: PlaceContext): SortStep[] {
  const { name, attribute, rest, above, model, through, key } = end
  const path = join(above, name)
  const isId = name === 'id' || name === 'documentId'
  if (attribute === undefined && !isId) return notAnAttribute(end, context)
  if (attribute !== undefined) checkScalar(attribute, path, context)
  const descending = direction(end, context)
  if (rest.length > 0) {
    const message = `Invalid key ${rest.join('.')} at ${path}: a scalar attribute has nothing below it`
    context.report('query.run', crash('sort-scalar-path-500', 'sort.unknown', message))
  }
  if (name === 'documentId' && model.modelType === 'component') {
    const message = `Invalid key documentId at ${path}: a component cannot be sorted by it`
    context.report('query.sort', crash('component-documentid-500', 'sort.unknown', message))
  }
  if (descending === undefined) return []
  context.cite(key.form === 'text' ? 'sort.text' : 'sort.object')
  if (through.length > 0) context.cite('sort.through')
  const column = { path, attribute: attribute ?? (name === 'id' ? 'id' : 'documentId') } as const
  const nullsFirst = context.has('nulls-last') ? descending : !descending
  context.cite('sort.nulls')
  const order = attribute !== undefined && context.has('collation') ? collator(attribute.type) : compare
  return [{ through, read: reader(column), descending, nullsFirst, compare: order }]
}

function notAnAttribute(end: End, context: PlaceContext): SortStep[] {
  const { key, name, rest, above, root } = end
  const { report, param, has } = context
  const isStatus = name === 'status' && root.modelType === 'contentType' && root.draftAndPublish
  if (name === '' && above === null) {
    report(
      'query.sort',
      crash(
        'sort-scalar-path-500',
        'sort.unknown',
        `Invalid key ${key.path.join('.')} in sort: it starts with a dot`,
      ),
    )
  } else if (isInherited(name)) {
    report('convert.sort', validation('sort.unknown', 'Invalid sort query'))
  } else if (end.beyondMorph) {
    const isIgnored = name === 'status' && rest.length === 0 && has('sort-status-ignored')
    if (isIgnored) direction(end, context)
    else noColumn(end, join(above, name), context)
  } else if (isStatus && has('sort-status-ignored')) {
    // A name behind it is as good as an order.
    const isOrdered = rest.some((next) => next !== '') || (key.order.kind === 'text' && key.order.text !== '')
    if (!isOrdered) report('sort.incomplete', invalidKey(name, { rule: 'sort.unknown', path: above, param }))
    // What is left of a longer text when the last name is ignored cannot be sorted by.
    if (key.form === 'text' && above?.includes('.')) {
      report('query.sort', crash('sort-status-ignored', 'sort.unknown', `Invalid key status at ${above}`))
    }
  } else {
    report('sort.unknown', invalidKey(name, { rule: 'sort.unknown', path: above, param }))
  }
  return []
}

/** Behind a relation a colon is as good as a dot: `author:name` is `author.name`, and only an order ends the path. */
function throughRelation({ path, order }: SortKey): { names: readonly string[]; order: SortOrder } {
  if (order.kind !== 'text') return { names: path, order }
  if (/^(asc|desc)$/i.test(order.text)) return { names: path, order }
  return { names: order.text === '' ? path : [...path, order.text], order: { kind: 'none' } }
}

/** A relation alone, or with nothing but an order, which is then taken for a name. */
function noName({ order }: SortKey, target: Model, path: string, context: PlaceContext): SortStep[] {
  const { report, param } = context
  const name = path.slice(path.lastIndexOf('.') + 1)
  if (order.kind === 'text' && order.text.trim() !== '') {
    const next = order.text.trim()
    if (target.attributes.has(next)) checkOrder(next, context)
    else report('sort.unknown', invalidKey(next, { rule: 'sort.incomplete', path, param }))
  } else if (order.kind === 'other' && order.names.length > 0) {
    for (const key of order.names) planKey(key, target, true, { ...context, report: below(path, context) })
    orderIsNoText(true, context)
  } else {
    report('sort.incomplete', invalidKey(name, { rule: 'sort.incomplete', path, param }))
  }
  return []
}

/** Beyond a morph relation the real server only finds out when it sorts that there is no column to sort by. */
function noColumn(end: Pick<End, 'key' | 'meaningful'>, path: string, context: PlaceContext): SortStep[] {
  const name = path.slice(path.lastIndexOf('.') + 1)
  if (direction(end, context) === undefined) return []
  const refusal = invalidKey(name, { rule: 'sort.incomplete', path, param: context.param })
  context.report('query.sort', { ...refusal, crash: 'morph-filter-unchecked' })
  return []
}

/** The far side of a morph relation alone: the real server takes an order for a name only when it sorts. */
function noMorphName({ order }: SortKey, path: string, context: PlaceContext): SortStep[] {
  const { report, param } = context
  const name = path.slice(path.lastIndexOf('.') + 1)
  const refusal = invalidKey(name, { rule: 'sort.incomplete', path, param })
  if (order.kind !== 'text' || order.text === '') report('sort.incomplete', refusal)
  else if (checkOrder(order.text, context) !== undefined)
    report('query.sort', { ...refusal, crash: 'morph-filter-unchecked' })
  return []
}

/** Names in a list below a relation are checked only for being names of the target. */
function below(path: string, { report, param }: PlaceContext): PlaceContext['report'] {
  return (stage, refusal) => {
    const { key } = refusal.details ?? {}
    if (stage === 'sort.unknown' && typeof key === 'string')
      report(stage, invalidKey(key, { rule: refusal.rule, path, param }))
    else report(stage, refusal)
  }
}

function checkStep(attribute: Attribute, path: string, context: PlaceContext): void {
  const { report, param } = context
  const refusal = (rule: 'sort.zone' | 'sort.private' | 'sort.permission') =>
    invalidKey(attribute.name, { rule, path, param })
  if (attribute.kind === 'zone') report('sort.zone', refusal('sort.zone'))
  if (attribute.kind === 'morphTo') report('sort.morph', refusal('sort.zone'))
  if (attribute.private) report('sort.private', refusal('sort.private'))
  const unchecked = param === 'populate' && context.has('nested-filter-no-perm')
  if (!unchecked && !mayFollow(context, attribute)) report('sort.permission', refusal('sort.permission'))
}

function checkScalar(attribute: ScalarAttribute, path: string, { report, param }: PlaceContext): void {
  const refusal = invalidKey(attribute.name, { rule: 'sort.private', path, param })
  if (attribute.type === 'password') report('sort.password', refusal)
  if (attribute.private) report('sort.private', refusal)
}

/** Whether the order says descending; undefined where there is none to follow. */
function direction(
  { key, meaningful }: Pick<End, 'key' | 'meaningful'>,
  context: PlaceContext,
): boolean | undefined {
  context.cite('sort.order')
  const { order, form } = key
  switch (order.kind) {
    case 'none':
      return false
    case 'text':
      if (form === 'object' && order.text.trim() === '') return orderIsNoText(false, context)
      return checkOrder(order.text, context)
    case 'other':
      return orderIsNoText(meaningful, context)
  }
}

function checkOrder(text: string, { report }: PlaceContext): boolean | undefined {
  const order = text.trim().toLowerCase()
  if (order === 'asc' || order === 'desc') return order === 'desc'
  report(
    'convert.sort',
    validation('sort.order', 'Invalid order. order can only be one of asc|desc|ASC|DESC'),
  )
  return undefined
}

/** `sort[a][]=…`: the real server lets it pass as no sort at all, unless something else is sorted by. */
function orderIsNoText(amongOthers: boolean, { report, has }: PlaceContext): undefined {
  const message = 'Invalid sort type expected object or string got object'
  if (amongOthers || !has('sort-array-value-ignored'))
    report('convert.sort', validation('sort.order', message))
  return undefined
}
