/**
 * Generates requests that name data which a role may not see: private attributes, and entries of types that the role
 * may not find.
 */

import { LOCALES } from '../../../properties/arbitraries/dataset.ts'
import { type Dice, type Roll, roll } from '../../../properties/arbitraries/dice.ts'
import type { QueryObject, QueryTree } from '../../../properties/arbitraries/print.ts'
import type { Ask } from '../../../properties/arbitraries/request.ts'
import { operandsOf, TEXTS } from '../../../properties/arbitraries/values.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { OPERATORS, TEST_OPERATORS, type TestOperator } from '../../../src/reference/operators/operators.ts'
import { PUBLICATION_FILTERS } from '../../../src/reference/plan/plan.ts'
import type { Attribute, Model, Schema, Uid } from '../../../src/reference/schema/schema.ts'
import type { Secret } from '../../../src/reference/strapi/quirks.ts'
import { isOpenTo } from '../../../src/semantics/access.ts'
import { attributesOf, isSecret, leadsTo } from '../../../src/semantics/model.ts'

/** One step of a path: the name of an attribute that leads to a model. */
interface Stride {
  readonly name: string
  /** The chosen model, if the attribute leads to several models; the request selects the model with `on`. */
  readonly on: Uid | null
}

/** A path of attributes (`way`), and the attribute at its end (`last`), which is usually private data. */
interface Aim {
  readonly way: readonly Stride[]
  readonly last: Attribute
}

/**
 * Replaces the query by a query that usually names private data in a filter, a sort, fields or a populate. A few of the
 * queries search for a text.
 */
export function aimed(asked: Ask, throws: Dice, differIn: Secret, graph: Graph): Ask {
  const dice = roll(throws)
  const isDoor = (one: Attribute): boolean =>
    one.kind === 'morphBy' || (differIn === 'closed entries' ? !isOpenTo(one, asked.role) : isSecret(one))
  const aim = aimFrom(asked.type, isDoor, dice, graph)
  if (aim === undefined) return asked
  return { ...asked, query: { ...queryAt(aim, asked, dice), ...rowParameters(dice) } }
}

/** The maximum number of readable attributes in a path before the private data. */
const MAX_PATH = 4

/**
 * Returns a path through readable attributes to private data: a private attribute, a relation to an unreadable type, or
 * the inverse of a morph relation. If the search finds no private data, the path leads to any attribute.
 */
function aimFrom(
  start: Model,
  isDoor: (attribute: Attribute) => boolean,
  dice: Roll,
  { schema }: Graph,
): Aim | undefined {
  const way: Stride[] = []
  let model = start
  for (let at = dice.upTo(1); at <= MAX_PATH; at++) {
    const attributes = attributesOf(model)
    const doors = ownFirst(attributes.filter(isDoor), dice)
    const onward = attributes.filter((one) => !isDoor(one)).flatMap((one) => stridesOver(one, schema))
    if (doors.length > 0 && (at >= 1 || onward.length === 0))
      return through(way, dice.pick(doors), dice, schema)
    if (onward.length === 0) break
    const next = dice.pick(onward)
    way.push(next.stride)
    model = next.model
  }
  const last = attributesOf(model)
  return last.length === 0 ? undefined : { way, last: dice.pick(last) }
}

/** Attributes that no schema file declares; the search chooses these attributes less often. */
const COMMON: readonly string[] = ['createdBy', 'updatedBy', 'locale', 'localizations', 'folderPath']

function ownFirst(attributes: readonly Attribute[], dice: Roll): readonly Attribute[] {
  const own = attributes.filter(({ name }) => !COMMON.includes(name))
  const morphs = attributes.filter(({ kind }) => kind === 'morphBy')
  if (morphs.length > 0 && dice.chance(40)) return morphs
  return dice.chance(85) ? own : attributes
}

/** Ends the path at the private or unreadable attribute, or at an attribute of its target, preferably a private one. */
function through(way: readonly Stride[], door: Attribute, dice: Roll, schema: Schema): Aim {
  const behind = stridesOver(door, schema)
  if (behind.length === 0 || dice.chance(25)) return { way, last: door }
  const { stride, model } = dice.pick(behind)
  const attributes = attributesOf(model)
  const secrets = attributes.filter(isSecret)
  const last = secrets.length > 0 && dice.chance(60) ? secrets : attributes
  return last.length === 0 ? { way, last: door } : { way: [...way, stride], last: dice.pick(last) }
}

function stridesOver(attribute: Attribute, schema: Schema): { stride: Stride; model: Model }[] {
  const { name } = attribute
  const target = leadsTo(attribute, schema)
  if (target !== undefined) return [{ stride: { name, on: null }, model: target }]
  const models: readonly Model[] =
    attribute.kind === 'zone'
      ? attribute.components.flatMap((uid) => schema.components.get(uid) ?? [])
      : attribute.kind === 'morphTo'
        ? [...schema.contentTypes.values()]
        : []
  return models.map((model) => ({ stride: { name, on: model.uid }, model }))
}

/** Returns random parameters that change the set of rows. */
function rowParameters(dice: Roll): QueryObject {
  const locale = dice.pick<QueryTree>(['*', ...LOCALES])
  return {
    ...(dice.chance(30) ? { status: dice.pick(['draft', 'published']) } : {}),
    ...(dice.chance(30) ? { locale } : {}),
    ...(dice.chance(10) ? { publicationFilter: dice.pick(PUBLICATION_FILTERS) } : {}),
    ...(dice.chance(10) ? { pagination: { pageSize: '1', page: dice.pick(['1', '2']) } } : {}),
  }
}

function queryAt(aim: Aim, { type }: Ask, dice: Roll): QueryObject {
  const { way, last } = aim
  switch (dice.upTo(10)) {
    case 0:
    case 1:
    case 2:
      return { filters: filters(way, last, dice) }
    case 3:
      return { sort: sort(way, last, dice) }
    case 4:
      return { _q: dice.pick(TEXTS) }
    case 5:
      return { fields: fields(last, dice) }
    case 6:
      return { populate: names(way, last, type, dice) }
    default:
      return { populate: nested(way, last, dice) }
  }
}

/** Returns filters on the attribute at the end of the path, as a single condition or in a group. */
function filters(way: readonly Stride[], last: Attribute, dice: Roll): QueryTree {
  const inner = way.reduceRight<QueryTree>((tree, { name }) => ({ [name]: tree }), {
    [last.name]: condition(last, dice),
  })
  return dice.pick<QueryTree>([
    inner,
    inner,
    { $not: inner },
    { $and: [inner] },
    { $or: [inner, { id: '1' }] },
  ])
}

/** Operators that are true for about half of the values. */
const SELECTIVE: readonly TestOperator[] = ['$notNull', '$gt', '$lte', '$ne', '$notContains']

function condition(attribute: Attribute, dice: Roll): QueryTree {
  if (attribute.kind !== 'scalar') {
    const id = dice.pick(['1', '2', '3'])
    return dice.pick<QueryTree>([
      { id: { $notNull: 'true' } },
      { id: { $notNull: 'true' } },
      { id: { $gt: '1' } },
      { id },
      id,
      { $null: 'true' },
      { id: { $gt: id } },
    ])
  }
  const operator = dice.chance(50) ? dice.pick(SELECTIVE) : dice.pick(TEST_OPERATORS)
  const operand = (): string => dice.pick(operandsOf(attribute.type, operator, []))
  switch (OPERATORS[operator].takes) {
    case 'flag':
      return { [operator]: 'true' }
    case 'pair':
      return { [operator]: [operand(), operand()] }
    case 'value':
    case 'text':
    case 'list':
      return dice.chance(15) ? operand() : { [operator]: operand() }
  }
}

function sort(way: readonly Stride[], last: Attribute, dice: Roll): QueryTree {
  const order = dice.pick(['asc', 'desc'])
  const path = [...way.map(({ name }) => name), last.name]
  if (dice.chance(30)) return path.reduceRight<QueryTree>((tree, name) => ({ [name]: tree }), order)
  const text = `${path.join('.')}:${order}`
  return dice.pick<QueryTree>([text, [text], ['id', text], `${text},id`])
}

const fields = ({ name }: Attribute, dice: Roll): QueryTree =>
  dice.pick<QueryTree>([name, [name], `id,${name}`, ['id', name], [name, null], ['*', name, null]])

/**
 * Returns a populate as a text or a list of names: a dotted path alone, a path with another attribute in a list or with
 * a comma, two attributes with a comma, or `*`.
 */
function names(way: readonly Stride[], last: Attribute, type: Model, dice: Roll): QueryTree {
  const path = [...way.map(({ name }) => name), last.name].join('.')
  const others = attributesOf(type).filter(({ kind }) => kind !== 'scalar')
  const morphs = others.filter(({ kind }) => kind === 'morphTo')
  const known = morphs.length > 0 && dice.chance(50) ? morphs : others
  const other = known.length === 0 ? path : dice.pick(known).name
  const another = others.length === 0 ? path : dice.pick(others).name
  const long = [...way.map(({ name }) => name), other].join('.')
  const pair = `${other},${another}`
  return dice.pick<QueryTree>([
    pair,
    pair,
    pair,
    path,
    `${other},${path}`,
    `${path},${other}`,
    [other, path],
    [path],
    long,
    '*',
  ])
}

/** Returns a populate parameter for the first part of the path, with nested options for the rest of the path. */
function nested(way: readonly Stride[], last: Attribute, dice: Roll): QueryTree {
  if (way.length === 0)
    return { [last.name]: dice.pick<QueryTree>(['true', '*', { populate: '*' }, { count: 'true' }]) }
  const upTo = Math.max(1, way.length - dice.upTo(2))
  const options = optionsAt(way.slice(upTo), last, dice)
  return (
    way.slice(0, upTo).reduceRight<QueryTree>((inner, { name, on }, at) => {
      const here = at === upTo - 1 ? inner : { populate: inner }
      return { [name]: on === null ? here : { on: { [on]: here } } }
    }, options) ?? {}
  )
}

function optionsAt(way: readonly Stride[], last: Attribute, dice: Roll): QueryObject {
  switch (dice.upTo(5)) {
    case 0:
      return { filters: filters(way, last, dice), count: 'true' }
    case 1:
      return { sort: sort(way, last, dice) }
    case 2:
      return { fields: fields(last, dice) }
    case 3:
      return { populate: nested(way, last, dice) }
    case 4:
      return { populate: '*' }
    default:
      return { filters: filters(way, last, dice) }
  }
}
