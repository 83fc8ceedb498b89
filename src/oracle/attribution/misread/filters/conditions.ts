/** Reads the conditions in the filters of a request, and makes misreadings that change these conditions. */
import type { Graph } from '../../../../reference/graph/graph.ts'
import {
  IMPLICIT,
  isLogicalOperator,
  isOperator,
  isTestOperator,
  OPERATORS,
  type TestOperator,
} from '../../../../reference/operators/operators.ts'
import type { Attribute, ContentType, Model, Schema } from '../../../../reference/schema/schema.ts'
import { targetOf } from '../../../../reference/schema/target.ts'
import { placePart } from '../../../circumstances/placed-parts.ts'
import { type CheckedRule, sentenceOf } from '../../../exchange/rules.ts'
import { isListIndex, readPart } from '../../../names/mentions.ts'
import type { WireRequest } from '../../../target/target.ts'
import { keyFrom, type Misreading, type Reading, resourceReader, withParts } from '../parts.ts'

/** A condition in `filters`, which one part (`key=value`) of a query states. */
export interface Condition {
  /** All names in the key of the query part that states the condition. */
  readonly names: readonly string[]
  readonly value: string
  /** The part of the query that states the condition, still percent-encoded. */
  readonly part: string
  /** The index of the filtered attribute in `names`. */
  readonly at: number
  /** The index in `names` of the first attribute: the first link, or without links the filtered attribute itself. */
  readonly firstAt: number
  readonly attribute: Attribute | undefined
  /** The model of the entries that the condition selects; undefined if the query does not determine the model. */
  readonly root: Model | undefined
  /** The model that has the filtered attribute; undefined if the query does not determine the model. */
  readonly owner: Model | undefined
  /** The attributes, such as relations, through which the condition leads to the filtered attribute. */
  readonly links: readonly Attribute[]
  readonly operator: TestOperator
  /** The index of the operator in `names`. For a condition without an operator, it is the index after the attribute. */
  readonly operatorAt: number
  readonly isImplicit: boolean
  /** The index of the operand in its list; undefined for an operand outside of a list. */
  readonly item: number | undefined
}

/**
 * The conditions of one request. The list has one item for each part of the query, which is undefined for other parts.
 */
type Conditions = readonly (Condition | undefined)[]

/** Returns a function that reads the conditions of requests, and that remembers the conditions of each request. */
function conditionReader(graph: Graph): (request: WireRequest, parts: readonly string[]) => Conditions {
  const resourceOf = resourceReader(graph)
  const known = new WeakMap<WireRequest, Conditions>()
  return (request, parts) => {
    const before = known.get(request)
    if (before !== undefined) return before
    const type = resourceOf(request)?.type
    const read = type === undefined ? [] : conditionsOf(parts, type, graph.schema)
    known.set(request, read)
    return read
  }
}

const readers = new WeakMap<Graph, ReturnType<typeof conditionReader>>()
function readerOf(graph: Graph): ReturnType<typeof conditionReader> {
  const reader = readers.get(graph) ?? conditionReader(graph)
  readers.set(graph, reader)
  return reader
}

function conditionsOf(parts: readonly string[], type: ContentType, schema: Schema): Conditions {
  const counts = new Map<string, number>()
  return parts.map((part) => {
    const read = part === '' ? undefined : conditionIn(part, type, schema)
    if (read === undefined || read.names.at(-1) !== '') return read
    // Reads empty brackets as the next index of the list.
    const list = read.names.join('.')
    const item = counts.get(list) ?? 0
    counts.set(list, item + 1)
    return { ...read, item }
  })
}

function conditionIn(part: string, type: ContentType, schema: Schema): Condition | undefined {
  const { parameter, path, model } = placePart(part, type, schema)
  if (parameter !== 'filters') return undefined
  const { segments: names, value } = readPart(part)
  const start = names.length - path.length
  const links: Attribute[] = []
  let owner = model
  let at = -1
  let firstAt = -1
  let attribute: Attribute | undefined
  for (let index = start; index < names.length; index++) {
    const name = names[index] ?? ''
    if (isListIndex(name) || isLogicalOperator(name)) continue
    if (isOperator(name)) break
    if (attribute !== undefined) {
      links.push(attribute)
      owner = targetOf(schema, attribute)
    }
    attribute = owner?.attributes.get(name)
    at = index
    firstAt = firstAt < 0 ? index : firstAt
    if (attribute === undefined) break
  }
  if (at < 0) return undefined
  const found = names.findIndex((name, index) => index > at && isTestOperator(name))
  const last = names.at(-1) ?? ''
  const item = /^\d+$/.test(last) && names.length - 1 > at ? Number(last) : undefined
  const isImplicit = found < 0
  const written = names[found] ?? ''
  const operator = isTestOperator(written)
    ? written
    : last !== names[at] && isListIndex(last)
      ? IMPLICIT.list
      : IMPLICIT.value
  const operatorAt = isImplicit ? at + 1 : found
  return {
    ...{ names, value, part, at, firstAt, attribute, root: model, owner, links },
    ...{ operator, operatorAt, isImplicit, item },
  }
}

/**
 * The index in `$and` from which a misreading adds conditions, so that these conditions do not replace conditions of
 * the query.
 */
export const FREE_INDEX = 60

/** Returns a part of a query from the names of its key and its decoded value. */
export const partOf = (names: readonly string[], value: string): string =>
  `${encodeURIComponent(keyFrom(names))}=${encodeURIComponent(value)}`

/** Returns the query part of a condition with another key. A part without a value stays without a value. */
export const withNames = ({ part, value }: Condition, names: readonly string[]): string =>
  part.includes('=') ? partOf(names, value) : encodeURIComponent(keyFrom(names))

/** A function that returns the query parts that a target reads in place of a condition. */
export type ChangedCondition = (condition: Condition, all: readonly Condition[]) => readonly string[]

/** Returns a misreading that changes single conditions in the filters of a request. */
export const ofConditions = (
  graph: Graph,
  rule: CheckedRule,
  kind: string,
  change: ChangedCondition,
): Reading => {
  const read = readerOf(graph)
  return {
    rule,
    kind,
    read: (request) => {
      if (!request.url.includes('filters')) return request
      return withParts(request, (parts) => {
        const conditions = read(request, parts)
        const all = conditions.filter((one) => one !== undefined)
        return parts.flatMap((part, at) => {
          const condition = conditions[at]
          return condition === undefined ? [part] : change(condition, all)
        })
      })
    },
  }
}

/**
 * Returns the query part of a condition with other operators, and with other names after the operator if `rest` is
 * given.
 */
export function withOperator(
  condition: Condition,
  operators: readonly string[],
  rest: readonly string[] = condition.names.slice(endOf(condition)),
): string {
  return withNames(condition, [...condition.names.slice(0, condition.operatorAt), ...operators, ...rest])
}

/** Returns the index after the operator in the names of a condition. */
const endOf = ({ operatorAt, isImplicit }: Condition): number => operatorAt + (isImplicit ? 0 : 1)

/** Returns whether two conditions are items of the same list under one operator, such as `[$in][0]` and `[$in][1]`. */
export const isOfOneList = (one: Condition, other: Condition): boolean =>
  one.names.slice(0, endOf(one)).join() === other.names.slice(0, endOf(other)).join()

/** Makes a misreading of the operands of one operator. The text `does` completes the sentence "The server …". */
export const ofOperator = (
  graph: Graph,
  operator: TestOperator,
  kind: string,
  does: string,
  change: ChangedCondition,
): Misreading => {
  const { rule } = OPERATORS[operator]
  return {
    ...ofConditions(graph, rule, `${operator} ${kind}`, (condition, all) =>
      condition.operator === operator ? change(condition, all) : [condition.part],
    ),
    says: `${sentenceOf(rule)} The server ${does}.`,
  }
}
