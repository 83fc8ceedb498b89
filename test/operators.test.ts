/**
 * Tests that every list of operators, and every decision by operator, covers all operators of the table. The tests loop
 * over the table of operators, so that they include a new operator without an edit here.
 */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dice, roll } from '../properties/arbitraries/dice.ts'
import { oneOperator } from '../properties/arbitraries/filters.ts'
import { REQUEST_SETTINGS } from '../properties/arbitraries/settings.ts'
import { OPERATOR_NAMES } from '../properties/arbitraries/values.ts'
import { createContentApi } from '../src/core.ts'
import { createExplainer } from '../src/explain/index.ts'
import { createRenaming } from '../src/oracle/compare/renaming.ts'
import { translateRequest } from '../src/oracle/names/request.ts'
import { dataRequests } from '../src/oracle/requests/from-data.ts'
import type { Graph } from '../src/reference/graph/graph.ts'
import {
  isFlagOperator,
  LOGICAL,
  OPERATORS,
  TEST_OPERATORS,
  type TestOperator,
} from '../src/reference/operators/operators.ts'
import { findRoute, router } from '../src/reference/route.ts'
import { RULES, type RuleId } from '../src/reference/rules.ts'
import type { ContentType } from '../src/reference/schema/schema.ts'
import { MEANINGS } from '../src/semantics/operators.ts'
import { operandForm, operatorsFor } from '../src/tools/explorer/model/operators.ts'
import { CONDITIONS } from '../src/tools/openapi/queries.ts'
import { LINK_OPERATORS } from '../src/tools/types/link-operators.ts'
import { QUERIES } from '../src/tools/types/queries.ts'
import { isList, objectAt } from '../src/util/json.ts'
import { graphOf } from './support/datasets.ts'

const graph = graphOf('guide')
const sampler = samplerOf(graph)
const flags = TEST_OPERATORS.filter(isFlagOperator)

function samplerOf({ schema }: Graph): ContentType {
  const type = schema.contentTypes.get('api::sampler.sampler')
  if (type === undefined) throw new Error('the guide has samplers')
  return type
}

/** The attributes that the guide describes, except the password, which filters may not name. */
const sampledNames = [...sampler.attributes.values()]
  .filter((attribute) => attribute.kind === 'scalar' && attribute.type !== 'password' && !attribute.private)
  .map(({ name }) => name)

/** Returns a valid filter with the operator, as a query string. */
function sound(operator: TestOperator, key: string): string {
  switch (OPERATORS[operator].takes) {
    case 'flag':
      return `${key}[${operator}]=true`
    case 'value':
    case 'text':
      return `${key}[${operator}]=1`
    case 'list':
    case 'pair':
      return `${key}[${operator}][0]=1&${key}[${operator}][1]=2`
  }
}

describe('the record of an operator', () => {
  test('each operator of Strapi has a record in the table', () => {
    expect(TEST_OPERATORS.length).toBeGreaterThanOrEqual(21)
    expect(flags).toEqual(expect.arrayContaining(['$null', '$notNull']))
    expect(new Set(OPERATOR_NAMES).size).toBe(TEST_OPERATORS.length + 4)
  })

  test.each(TEST_OPERATORS)(
    'the record of the operator %s has a rule with the name of the operator',
    (operator) => {
      const { rule, suits } = OPERATORS[operator]
      expect(rule).toBe(`filters.op.${operator}`)
      expect(RULES[rule].says.startsWith(`\`${operator}\`: `)).toBe(true)
      expect(suits.length).toBeGreaterThan(0)
      expect(new Set(suits).size).toBe(suits.length)
    },
  )
})

describe('the tools offer', () => {
  test('the generated types contain each operator with the sentence of its rule', () => {
    for (const operator of TEST_OPERATORS) {
      expect(QUERIES).toContain(`\n  ${operator}?: `)
      expect(QUERIES).toContain(`/** ${RULES[OPERATORS[operator].rule].says} */\n  ${operator}?: `)
    }
    expect(LINK_OPERATORS.filter((operator) => !QUERIES.includes(`\n  | { ${operator}: `))).toEqual([])
    expect(flags.filter((operator) => !QUERIES.includes(`  ${operator}?: boolean\n`))).toEqual([])
  })

  test('the OpenAPI document has each operator, with the schema of its operand', () => {
    const forms = CONDITIONS.TextCondition['anyOf']
    const properties = objectAt(isList(forms) ? (forms[2] ?? null) : null, 'properties')
    expect(Object.keys(properties)).toEqual([...TEST_OPERATORS, '$not'])
    for (const operator of flags) expect(properties[operator]).toEqual({ type: 'boolean' })
  })

  test('the explorer offers each operator only for suitable attributes', () => {
    const columns = {
      text: 'string',
      choice: 'enumeration',
      ordered: 'integer',
      boolean: 'boolean',
      json: 'json',
    } as const
    for (const operator of TEST_OPERATORS) {
      const { suits } = OPERATORS[operator]
      const offered = Object.entries(columns).filter(([, type]) => operatorsFor(type).includes(operator))
      expect(offered.map(([kind]) => kind).toSorted()).toEqual([...suits].toSorted())
    }
    expect(flags.filter((operator) => operandForm(operator) !== 'boolean')).toEqual([])
    // The first operator for each type is the default of a new filter.
    expect(Object.values(columns).map((type) => operatorsFor(type)[0])).toEqual([
      '$eq',
      '$eq',
      '$eq',
      '$eq',
      '$null',
    ])
  })

  test('the explanation of an unknown operator lists each operator', () => {
    const { refused } = createExplainer(graph).explain({ url: '/api/samplers?filters[string][$nothing]=1' })
    expect(refused?.expected).toEqual([...TEST_OPERATORS, ...Object.keys(LOGICAL)])
  })
})

describe('generated requests', () => {
  test('the requests that the check makes from stored values use each operator with an operand of its kind', () => {
    const written = new Map<string, string>()
    for (const { url } of fc.sample(dataRequests(graph), { numRuns: 4000, seed: 1 })) {
      const [, operator = '', list, value = ''] =
        /filters\[\w+\](?:\[\$not\])?\[(\$\w+)\](\[0\])?=([^&]*)/.exec(url) ?? []
      if (operator !== '') written.set(operator, list === undefined ? value : 'list')
    }
    expect([...written.keys()].toSorted()).toEqual([...TEST_OPERATORS].toSorted())
    for (const operator of TEST_OPERATORS) {
      const { takes } = OPERATORS[operator]
      expect(written.get(operator) === 'list').toBe(takes === 'list' || takes === 'pair')
      if (takes === 'flag') expect(['true', 'false']).toContain(written.get(operator))
    }
  })

  test('the requests that are generated for the laws contain each operator', () => {
    const { access } = graph
    const role = access.roles.get(access.publicRole)
    if (role === undefined) throw new Error('the guide has a public role')
    const drawn = new Set<string>()
    for (const throws of fc.sample(dice(9), { numRuns: 1000, seed: 1 })) {
      const scene = { roll: roll(throws), graph, role, settings: REQUEST_SETTINGS, documentIds: ['a'] }
      for (const name of Object.keys(oneOperator(sampler, 'documentId', scene))) drawn.add(name)
    }
    expect([...drawn].toSorted()).toEqual([...TEST_OPERATORS].toSorted())
  })
})

describe('the check of a server', () => {
  test('the check of a server sends a flag operator unchanged, and skips a filter on ids that it cannot translate', () => {
    const { schema } = graph
    const renaming = createRenaming()
    renaming.commit([{ space: 'id:api::sampler.sampler', reference: 1, target: 11 }])
    const equality = { ids: 'mapped', times: 'shape', schema, renaming, loose: [] } as const
    for (const operator of TEST_OPERATORS) {
      const url = `/api/samplers?${sound(operator, 'filters[id]')}`
      const request = { method: 'GET', url, headers: {}, cite: () => undefined, has: () => false }
      const route = findRoute(router(graph), request)
      const sent = translateRequest(request, route, graph, equality)
      const isAsItIs = sent.kind === 'send' && sent.request.url === url
      expect(isAsItIs, operator).toBe(isFlagOperator(operator))
    }
  })
})

describe('the reference', () => {
  const idsOf = (url: string, profile: string): string => {
    const { status, body } = createContentApi(graph, { profile }).answer({ url })
    const data: readonly { readonly id: number }[] = status === 200 ? JSON.parse(body).data : []
    return status === 200 ? data.map(({ id }) => id).join() : String(status)
  }

  test('the evaluator semantics has an implementation of each operator', () => {
    expect(Object.keys(MEANINGS)).toEqual([...TEST_OPERATORS])
  })

  test.each(TEST_OPERATORS)('the reference answers a filter with %s, and cites its rule', (operator) => {
    const cited = new Set<RuleId>()
    const api = createContentApi(graph, { cite: (rule) => cited.add(rule) })
    expect(api.answer({ url: `/api/samplers?${sound(operator, 'filters[string]')}` }).status).toBe(200)
    expect(cited).toContain(OPERATORS[operator].rule)
  })

  test.each(TEST_OPERATORS)(
    'the reference finds the same rows for %s with an index and without',
    (operator) => {
      const indexed = createContentApi(graph, { keep: { rows: 1 } })
      const scanning = createContentApi(graph, { keep: { bytes: 0 } })
      for (const name of ['string', 'uid', 'integer', 'datetime', 'boolean', 'json', 'id']) {
        const tests = [
          sound(operator, `filters[${name}]`),
          `filters[${name}][${operator}]=false`,
          `filters[${name}][${operator}]=`,
          `filters[${name}][${operator}][0]=apple&filters[${name}][${operator}][1]=Éclair`,
          `filters[$not][${name}][${operator}]=apple`,
        ]
        for (const one of tests) {
          const request = { url: `/api/samplers?fields=id&${one}` }
          expect(indexed.answer(request), request.url).toEqual(scanning.answer(request))
        }
      }
    },
  )

  test.each(flags)('the reference negates %s for a false operand', (operator) => {
    const all = idsOf('/api/samplers', 'documented').split(',')
    for (const name of sampledNames) {
      const [on, off] = ['true', 'false'].map((value) =>
        idsOf(`/api/samplers?filters[${name}][${operator}]=${value}`, 'documented').split(','),
      )
      const both = [...(on ?? []), ...(off ?? [])].filter((id) => id !== '')
      expect(both.toSorted(), name).toEqual(all.toSorted())
    }
  })

  test.each(flags)('the reference treats an object or a list of objects as true for %s', (operator) => {
    for (const profile of ['strapi-5.54-sqlite', 'strapi-5.54-postgres']) {
      for (const name of ['string', 'integer', 'json']) {
        const on = idsOf(`/api/samplers?filters[${name}][${operator}]=true`, profile)
        expect(idsOf(`/api/samplers?filters[${name}][${operator}][$eq]=1`, profile)).toBe(on)
        expect(idsOf(`/api/samplers?filters[${name}][${operator}][0][$eq]=1`, profile)).toBe(on)
        expect(idsOf(`/api/samplers?filters[${name}][${operator}][nothing]=1`, profile)).toBe(on)
      }
    }
  })

  test.each(flags)('the reference treats an object as true for %s on a relation', (operator) => {
    const url = `/api/articles?filters[author][${operator}]`
    for (const profile of ['documented', 'strapi-5.54-sqlite'])
      expect(idsOf(`${url}[$eq]=1`, profile), profile).toBe(idsOf(`${url}=true`, profile))
  })

  test.each(flags)('the reference treats every non-empty text as true for %s on `locale`', (operator) => {
    const [on, text, off] = ['true', 'false', ''].map((value) =>
      idsOf(`/api/articles?locale[${operator}]=${value}`, 'strapi-5.54-sqlite'),
    )
    expect(text).toBe(on)
    expect(off).not.toBe(on)
  })
})
