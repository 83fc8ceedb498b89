/** Tests that each known misreading has its own title, and how some misreadings change a request. */
import { assert, expect, test } from 'vitest'
import { isRefutedBy, MISREAD, misreadingsFor } from '../../src/oracle/attribution/misread/misreading.ts'
import { WRITE_MISREADINGS } from '../../src/oracle/attribution/writes/misread/misreadings.ts'
import { createReference } from '../../src/oracle/exchange/reference.ts'
import { graph } from './conforming.ts'

test('each misreading has its own sentence', () => {
  const all = misreadingsFor(graph)
  expect(all.filter(({ says }) => says === undefined).map(({ kind }) => kind)).toEqual([])
  const sentences = all.map(({ says }) => says)
  expect(sentences.filter((one, at) => sentences.indexOf(one) !== at)).toEqual([])
  const keys = all.map(({ rule, kind }) => `${rule}: ${kind}`)
  expect(keys.filter((one, at) => keys.indexOf(one) !== at)).toEqual([])
})

test('each misreading of a write has its own key', () => {
  const keys = WRITE_MISREADINGS.map(({ rule, kind }) => `${rule}: ${kind}`)
  expect(keys.filter((one, at) => keys.indexOf(one) !== at)).toEqual([])
})

test.each([
  ['access.forbidden', true],
  ['write.access.action', false],
] as const)('a right refusal of a read refutes the misreading of %s: %s', (rule, isRefuted) => {
  const reference = createReference(graph, 'documented')
  const requests = [...graph.schema.contentTypes.values()].map(({ pluralName }) => ({
    ...{ method: 'GET', url: `/api/${pluralName}`, headers: {} },
  }))
  const refused = requests.find((request) => reference.ask(request).answer.status === 403)
  assert(refused !== undefined)
  expect(isRefutedBy({ rule, kind: `${MISREAD}401 without a token` }, refused, reference, true)).toBe(
    isRefuted,
  )
})

const restaurants = (query: string): string => `/api/restaurants?${query}`

test.each([
  [
    'ties of a descending sort by descending id',
    restaurants('sort=stars:desc&populate[reviews][sort][0]=score:desc'),
    restaurants(
      'sort=stars:desc,id:desc&populate[reviews][sort][0]=score:desc&populate[reviews][sort][1]=id:desc',
    ),
  ],
  [
    'ties of descending keys alone by descending id',
    restaurants(
      'sort=stars:desc,name:desc&populate[reviews][sort][0]=score&populate[reviews][sort][1]=title:desc',
    ),
    restaurants(
      'sort=stars:desc,name:desc,id:desc&populate[reviews][sort][0]=score&populate[reviews][sort][1]=title:desc',
    ),
  ],
  [
    'the last sort key is the most important',
    restaurants('sort[1][name]=asc&sort[0]=stars:desc,slug'),
    restaurants('sort[1]=slug,stars:desc&sort[0][name]=asc'),
  ],
  [
    'the last sort key is the most important inside `populate`',
    restaurants('sort=name,slug&populate[reviews][sort]=score,title:desc'),
    restaurants('sort=name,slug&populate[reviews][sort]=title:desc,score'),
  ],
  [
    'the last of several locales counts',
    '/api/articles?locale[0]=en&locale[1]=fr',
    '/api/articles?locale=fr',
  ],
  [
    'no entries without localization in a locale other than the default',
    restaurants('locale=fr'),
    restaurants('locale=fr&filters[$and][60][id]=-1'),
  ],
  [
    'no entries without localization in a locale other than the default',
    '/api/categories/categoryfood000000000001?locale=fr',
    '/api/categories/-?locale=fr',
  ],
  ['no entries without localization in any locale', restaurants('locale=*'), restaurants('locale=*')],
  [
    '$and reads the last condition',
    restaurants('filters[$and][0][name]=a&filters[$and][1][slug]=b&filters[$and][1][stars]=1'),
    restaurants('filters[$and][1][slug]=b&filters[$and][1][stars]=1'),
  ],
  [
    '$between swaps a greater first operand',
    restaurants('filters[stars][$between][0]=10&filters[stars][$between][1]=9'),
    restaurants('filters[stars][$between][0]=9&filters[stars][$between][1]=10'),
  ],
  [
    'a condition with an empty operand ignored',
    restaurants('filters[name]=&filters[stars]=1'),
    restaurants('filters[stars]=1'),
  ],
  [
    'documentId compared',
    restaurants('filters[critic][$in][0]=2'),
    restaurants('filters[critic][documentId][$in][0]=2'),
  ],
  [
    '$null through a relation to one entry needs a link',
    restaurants('filters[critic][name][$null]=true&filters[address][zip][$null]=true'),
    restaurants(
      'filters[critic][name][$null]=true&filters[$and][60][critic][id][$notNull]=true&filters[address][zip][$null]=true',
    ),
  ],
  [
    '$ne through a relation to several entries is for all rows, or for none',
    restaurants('filters[categories][name][$ne]=Grill'),
    restaurants([4, 5, 6].map((id, at) => `filters[$and][60][id][$notIn][${at}]=${id}`).join('&')),
  ],
  [
    'an operand for an integer, float or decimal attribute that does not fit: finds no entry for it',
    restaurants('filters[stars][$in][0]=x&filters[stars][$in][1]=1&filters[name]=x'),
    restaurants('filters[stars][$in][1]=1&filters[name]=x'),
  ],
  [
    'an operand for a number attribute that does not fit: reads it as 0',
    restaurants('filters[stars][$gt]=x&filters[createdAt]=x'),
    restaurants('filters[stars][$gt]=0&filters[createdAt]=x'),
  ],
])('the misreading “%s” changes %s', (kind, url, other) => {
  const misread = misreadingsFor(graph).find((one) => one.kind === kind)
  const read = misread?.read({ method: 'GET', url, headers: {} }).url ?? ''
  expect(decodeURIComponent(read)).toBe(other)
})
