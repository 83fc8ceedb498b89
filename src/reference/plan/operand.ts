/** Operand → test: the one place where a filter operator meets a value. */
import type { Json } from '../../ground/json.ts'
import type { Node } from '../graph/graph.ts'
import { FALSE, OPERATORS, type TestOperator, type Truth, truth, UNKNOWN } from '../operators.ts'
import { crash, validation } from '../refusal.ts'
import {
  answeredText,
  type Cast,
  type Comparable,
  foldAscii,
  foldCase,
  looseNumber,
  SCALARS,
  storedText,
} from '../values.ts'
import { type Column, rawReader, reader } from './column.ts'
import type { PlaceContext } from './context.ts'
import type { Condition } from './plan.ts'
import { checkPostgresTypes, isJsonColumn, jsonbTest } from './postgres.ts'

/** One operator on one column, for one operand; lists are taken apart by the caller. */
export function planTest(
  column: Column,
  operator: TestOperator,
  operands: readonly (string | null)[],
  context: PlaceContext,
): Condition {
  const meaning = OPERATORS[operator]
  context.cite(meaning.rule)
  const [operand = null] = operands
  if (context.has('pg-type-500')) checkPostgresTypes(column, operator, operands, context)
  const comparesJson = (meaning.on === 'value' && operand !== null) || meaning.on === 'list'
  if (comparesJson && isJsonColumn(column) && context.has('jsonb-eq'))
    return jsonbTest(column, operator, operands, context)
  switch (meaning.on) {
    case 'null':
      return nullTest(column, meaning.wantsNull)
    case 'text':
      if (operand === null && (operator === '$eqi' || operator === '$nei'))
        return nullTest(column, operator === '$eqi')
      return textTest(column, meaning, String(operand), context)
    case 'value': {
      if (operand === null)
        return operator === '$eq' || operator === '$ne' ? nullTest(column, operator === '$eq') : never
      const value = castOperand(column, operator, operand, context)
      const of = reader(column)
      return onValue(of, (found) => truth(meaning.holds(found, value)))
    }
    case 'list': {
      const values = operands.map((item) =>
        item === null ? null : castOperand(column, operator, item, context),
      )
      return onValue(reader(column), (found) => meaning.holds(found, values))
    }
  }
}

/** `$null` and `$notNull`: without the operand, which only says whether to turn them around. */
export function nullTest(column: Column, wantsNull: boolean): Condition {
  const raw = rawReader(column)
  return { kind: 'test', test: (node) => truth((node === null || raw(node) === null) === wantsNull) }
}

/** Nothing is known of it, so no row matches, negated or not. */
export const never: Condition = { kind: 'test', test: () => UNKNOWN }

/** A list operand that can hold no value at all. */
export const noRow: Condition = { kind: 'test', test: () => FALSE }

function onValue(read: (node: Node) => Comparable | null, holds: (found: Comparable) => Truth): Condition {
  return {
    kind: 'test',
    test: (node) => {
      const found = node === null ? null : read(node)
      return found === null ? UNKNOWN : holds(found)
    },
  }
}

function castOperand(
  column: Column,
  operator: TestOperator,
  text: string,
  context: PlaceContext,
): Comparable {
  const { attribute, path } = column
  if (attribute === 'documentId') return text
  // Ids are never cast, only compared: text that is no number is larger than every id.
  if (attribute === 'id') return looseNumber(text) ?? text
  context.cite('filters.cast')
  const cast: Cast = SCALARS[attribute.type].cast(text)
  if (cast.ok) return cast.value
  const { message, expected } = cast
  context.report(
    'query.filters',
    message === undefined
      ? crash(
          'number-cast-500',
          'filters.cast',
          `Invalid value at ${path} ${operator}: expected ${expected}, received "${text}"`,
        )
      : validation('filters.cast', message),
  )
  return text
}

interface TextMeaning {
  readonly foldsCase: boolean
  readonly holds: (value: string, operand: string) => boolean
}

/** Text operators look at any value through its text. */
function textTest(column: Column, meaning: TextMeaning, operand: string, context: PlaceContext): Condition {
  const fold = folding(meaning, context)
  const wanted = fold(operand)
  const raw = rawReader(column)
  const text = textOf(column, context)
  return {
    kind: 'test',
    test: (node) => {
      const found = node === null ? null : raw(node)
      return found === null ? UNKNOWN : truth(meaning.holds(fold(text(found)), wanted))
    },
  }
}

/** Which letters count as the same: none, or all of Unicode's pairs; a database may know fewer or more. */
function folding({ foldsCase, holds }: TextMeaning, { has }: PlaceContext): (text: string) => string {
  const isEquality = holds === OPERATORS.$eqi.holds || holds === OPERATORS.$nei.holds
  if (foldsCase) return has('lower-ascii') ? foldAscii : foldCase
  return has('like-ascii-case') && !isEquality ? foldAscii : (text) => text
}

/** The text of a value: as the answer shows it, or as a database keeps it. */
export function textOf({ attribute }: Column, { has }: PlaceContext): (value: Json) => string {
  if (has('stored-text') && typeof attribute !== 'string') return (value) => storedText(attribute.type, value)
  return answeredText
}
