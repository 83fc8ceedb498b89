/**
 * Tests the keys of causes that few suite cases show. A check of each faulty server must report one cause with the
 * expected key.
 */
import { expect, test } from 'vitest'
import { check } from '../../src/oracle/index.ts'
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import type { Json } from '../../src/util/json.ts'
import { api, graph, PATIENT, suite } from './conforming.ts'
import { everyObject, type Fault, isObject } from './faulty.ts'
import { bodyOf, partsOf, query, response, withBody } from './proxy/kit.ts'

const inError = (id: string, change: (error: Readonly<Record<string, Json>>) => Json): Fault =>
  response(id, id, (answer) => {
    const body = bodyOf(answer)
    return isObject(body?.error) ? withBody(answer, { data: null, error: change(body.error) }) : answer
  })

const inText = (id: string, change: (text: string) => string): Fault =>
  response(id, id, (answer) => ({ ...answer, body: change(answer.body) }))

const withAccess = (request: ApiRequest, headers: Readonly<Record<string, string>>): ApiResponse =>
  api.answer({ ...request, headers: { ...request.headers, ...headers } })

const isOfOne = (url: string): boolean => (url.split('?')[0] ?? '').split('/').length === 4

/** The faults, each with the expected key of its cause and a pattern of the suite cases that show the fault. */
const FAULTS: readonly (readonly [fault: Fault, key: string, cases: RegExp])[] = [
  [
    inError('errors without a status', ({ status: _status, ...others }) => others),
    'endpoint.error: error',
    /^(access|http)\./,
  ],
  [
    inError('the status of an error is a text', (error) => ({ ...error, status: String(error.status) })),
    'endpoint.error: error',
    /^(access|http|sort)\./,
  ],
  [
    everyObject(
      'phones of populated authors',
      'The server wrongly shows a private attribute of populated authors.',
      (object, key) => (key === 'author' ? { ...object, phone: null } : object),
    ),
    'entry.attributes: private attribute shown',
    /^(fields|populate)\./,
  ],
  [
    everyObject(
      'door codes of bookmarked restaurants',
      'The server wrongly shows a private attribute in a to-one morph relation.',
      (object, key) => (key === 'subject' ? { ...object, doorCode: null } : object),
    ),
    'entry.attributes: private attribute shown',
    /^(populate|access)\./,
  ],
  [
    everyObject(
      'reviewers in components',
      'The server wrongly shows a private attribute of a component.',
      (object, key) => (key === 'seo' ? { ...object, reviewedBy: null } : object),
    ),
    'entry.attributes: private attribute shown',
    /^(component|populate|dataset|entry|locale|limit|fields|media)\./,
  ],
  [
    inText('Latin-1', (text) => text.replaceAll(/[\u0100-\uffff]/g, '?')),
    'endpoint.content-type: misread: characters after U+00FF: ?',
    /^(filters|sort|entry|fields)\./,
  ],
  [
    inText('three bytes', (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')),
    'endpoint.content-type: misread: characters after U+FFFF: nothing',
    /^(filters|sort|entry|fields)\./,
  ],
  [
    response(
      'no meta',
      'The server wrongly omits `meta` from an answer with one entry.',
      (answer, { url }) => {
        const body = bodyOf(answer)
        return answer.status === 200 && isOfOne(url) && isObject(body?.data)
          ? withBody(answer, { data: body.data })
          : answer
      },
    ),
    'endpoint.envelope: envelope of one entry',
    /^(fields|access|entry|endpoint)\./,
  ],
  [
    response(
      'a join',
      'The server wrongly repeats the entries that a filter through a link finds.',
      (answer, request) => {
        const { data, ...others } = bodyOf(answer) ?? {}
        const isThrough = partsOf(request).some(([key]) =>
          /^filters\[(reviews|categories)\]\[\w+\]/.test(key),
        )
        return isThrough && Array.isArray(data)
          ? withBody(answer, { ...others, data: data.flatMap((one) => [one, one]) })
          : answer
      },
    ),
    'filters.through: repeated entries',
    /^filters\.through\./,
  ],
  [
    query(
      'rows of their own',
      'The server wrongly lets each condition on a link match another row.',
      (parts) => {
        const isMeant = ([key]: readonly [string, string]): boolean =>
          /^filters\[\w+\](\[\$and\]\[\d\])?\[[a-zA-Z]+\](\[\$\w+\])?$/.test(key)
        return parts.filter(isMeant).length < 2
          ? parts
          : parts.map(([key, value], _at, all) => [
              isMeant([key, value])
                ? key.replace(/^filters/, `filters[$and][${all.findIndex(([other]) => other === key)}]`)
                : key,
              value,
            ])
      },
    ),
    'filters.through: misread: a linked row for each condition',
    /^filters\./,
  ],
  [
    response(
      'find for findOne',
      'The server wrongly accepts the permission `find` for one entry.',
      (answer, request) => {
        const [path = ''] = request.url.split('?')
        const list = { ...request, url: path.split('/').slice(0, 3).join('/') }
        return answer.status === 403 && isOfOne(path) && api.answer(list).status === 200
          ? withAccess(request, { authorization: 'Bearer editor-token' })
          : answer
      },
    ),
    'access.forbidden: misread: find taken for findOne',
    /^(access|populate)\./,
  ],
]

test.each(FAULTS.map((one) => [one[0].id, ...one] as const))('%s', async (_id, fault, key, cases) => {
  const report = await check(fault.server(graph), {
    graph,
    suite: suite.filter(({ id }) => cases.test(id)),
    runs: 0,
    ...PATIENT,
  })
  expect(report.causes.map((cause) => cause.key)).toEqual([key])
})

test('for a server that refuses operators, the check reports one cause for each operator and no other cause', async () => {
  const refused = ['$startsWith', '$endsWith', '$notNull']
  const few = response('three operators', 'The server wrongly lacks three operators.', (answer, request) => {
    const names = partsOf(request).flatMap(([key]) => key.split(/[[\]]+/))
    const operator = refused.find((one) => names.includes(one))
    if (operator === undefined || answer.status !== 200) return answer
    const error = { status: 400, name: 'ValidationError', message: `Invalid key ${operator}`, details: {} }
    return withBody({ ...answer, status: 400 }, { data: null, error })
  })
  const report = await check(few.server(graph), {
    graph,
    suite: suite.filter(({ id }) => /^(filters|query)\./.test(id)),
    runs: 0,
    ...PATIENT,
  })
  expect(report.causes.map(({ title }) => title).sort()).toEqual(
    refused.map((one) => `\`${one}\` is a filter operator. The server refuses it.`).sort(),
  )
})

test('an operator that a server refuses only inside `$not` is not a refused operator', async () => {
  const inside = response(
    'no $between in $not',
    'The server wrongly refuses `$between` inside `$not`.',
    (answer, request) => {
      const isInside = partsOf(request).some(([key]) => key.includes('[$not]') && key.includes('[$between]'))
      if (!isInside || answer.status !== 200) return answer
      const error = { status: 400, name: 'ValidationError', message: 'Invalid key $between', details: {} }
      return withBody({ ...answer, status: 400 }, { data: null, error })
    },
  )
  const report = await check(inside.server(graph), {
    graph,
    suite: suite.filter(({ id }) => id.startsWith('filters.')),
    runs: 0,
    ...PATIENT,
  })
  expect(report.causes.length).toBeGreaterThan(0)
  expect(report.causes.map(({ title }) => title)).not.toContain(
    '`$between` is a filter operator. The server refuses it.',
  )
})
