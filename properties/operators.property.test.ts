/**
 * Tests that the reference and the evaluator `src/semantics` give the same answer for every operator on every type of
 * attribute, without random input.
 */
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../src/reference/api.ts'
import type { Graph } from '../src/reference/graph/graph.ts'
import {
  IMPLICIT,
  OPERATORS,
  TEST_OPERATORS,
  type TestOperator,
} from '../src/reference/operators/operators.ts'
import { answerOf } from '../src/semantics/answer.ts'
import { type Column, openScalars } from '../src/semantics/model.ts'
import { invariant } from '../src/util/invariant.ts'
import type { Json } from '../src/util/json.ts'
import { graphOf } from '../test/support/datasets.ts'
import { PLAIN, type QueryTree } from './arbitraries/print.ts'
import { type Ask, readOf, requestOf } from './arbitraries/request.ts'
import { REQUEST_SETTINGS } from './arbitraries/settings.ts'
import { operandsOf } from './arbitraries/values.ts'

/**
 * The step between the texts that an operator with a text operand is tested with: every eighth text is an operand.
 * Different columns start at different texts.
 */
const SHARE = 8

interface OperandPlace {
  readonly name: string
  readonly column: Column
  /** The values of the first two rows in the attribute; empty for the attribute `id`. */
  readonly values: readonly Json[]
}

interface Question {
  readonly name: string
  readonly operand: QueryTree
}

/**
 * Returns the operands for an operator: flags, pairs of texts, or each single text, the list of all texts, and this
 * list with null.
 */
function operandsFor(operator: TestOperator, texts: readonly string[]): readonly QueryTree[] {
  switch (OPERATORS[operator].takes) {
    case 'flag':
      return ['true', 'false', '', '0']
    case 'pair':
      return texts.map((text, at) => [texts.at(at - 1) ?? text, text])
    case 'value':
    case 'text':
    case 'list':
      return [...texts, texts, [...texts, null]]
  }
}

function questionsFor(
  operator: TestOperator,
  { name, column, values }: OperandPlace,
  place: number,
): readonly Question[] {
  const all = operandsOf(column, operator, [])
  const isText = OPERATORS[operator].takes === 'text'
  const texts = isText ? [...all.filter((_text, at) => at % SHARE === place % SHARE), ...endsOf(values)] : all
  return operandsFor(operator, texts).map((operand) => ({ name, operand }))
}

/** Returns the last two characters of each value that is a text, in upper case. */
const endsOf = (values: readonly Json[]): readonly string[] =>
  values.flatMap((value) => (typeof value === 'string' ? [value.slice(-2).toUpperCase()] : []))

function askOf(graph: Graph, operator: TestOperator, { name, operand }: Question): Ask {
  const { schema, access, settings } = graph
  const type = schema.contentTypes.get('api::sampler.sampler')
  const role = access.roles.get(access.publicRole)
  invariant(type !== undefined && role !== undefined, 'the guide has samplers, and a public role')
  return {
    prefix: settings.prefix,
    type,
    target: 'list',
    documentId: '',
    role,
    token: undefined,
    query: { fields: 'id', filters: { [name]: { [operator]: operand } } },
    notation: PLAIN,
    settings: REQUEST_SETTINGS,
  }
}

function idsIn(body: string): string {
  const { data } = JSON.parse(body)
  invariant(Array.isArray(data), `expected a list of entries, found ${body.slice(0, 300)}`)
  return data.map(({ id }: { readonly id: number }) => id).join()
}

describe('the operators', () => {
  const graph = graphOf('guide')
  const { answer } = createReferenceApi(graph)
  const { type } = askOf(graph, IMPLICIT.value, { name: 'id', operand: '1' })
  const rows = graph.tables.get(type.uid)?.rows ?? []
  const places: readonly OperandPlace[] = [
    { name: 'id', column: 'id', values: [] },
    {
      name: 'documentId',
      column: 'documentId',
      values: rows.slice(0, 2).map(({ documentId }) => documentId),
    },
    ...openScalars(type).map(({ name, type: column }) => ({
      name,
      column,
      values: rows.slice(0, 2).map((row) => row.values[name] ?? null),
    })),
  ]
  const signatures = new Map<TestOperator, string>()

  test.each(TEST_OPERATORS)('both evaluators give the same answer for %s', (operator) => {
    const questions = places.flatMap((place, at) => questionsFor(operator, place, at))
    const answers = questions.map((question) => {
      const ask = askOf(graph, operator, question)
      const found = idsIn(answer(requestOf(ask)).body)
      return { ...question, found, again: idsIn(JSON.stringify(answerOf(graph, readOf(ask)).body)) }
    })
    expect(answers.filter(({ found, again }) => found !== again)).toEqual([])
    signatures.set(operator, answers.map(({ found }) => found).join(';'))
  })

  test('every two operators differ in the answer to at least one request', () => {
    expect(signatures.size).toBe(TEST_OPERATORS.length)
    const twins = [...signatures].filter(([one, said]) =>
      [...signatures].some(([other, also]) => other !== one && also === said),
    )
    expect(twins.map(([one]) => one)).toEqual([])
  })
})
