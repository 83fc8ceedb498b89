/** Tests the key and the sentence of the first cause, which must name the mistake itself and not only its chapter. */
import { expect, test } from 'vitest'
import { sentenceOf } from '../../../src/oracle/exchange/rules.ts'
import { type CheckOptions, check } from '../../../src/oracle/index.ts'
import type { Json } from '../../../src/util/json.ts'
import { graph, PATIENT, suite } from '../conforming.ts'
import { everyValue, type Fault, isObject, type JsonObject } from '../faulty.ts'
import { blunder, members, withData, withError } from '../writes/blunders.ts'
import { bodyOf, eachPart, ignoring, query, response, withBody } from './kit.ts'
import { SORTED_FILES } from './sorted-files.ts'

const READING: CheckOptions = { graph, suite, runs: 0, causes: 0, seed: 1, ...PATIENT }
const WRITING: CheckOptions = { ...READING, suite: [], writes: true, only: ['write.*'] }

const draftless = new Set(
  [...graph.schema.contentTypes.values()].flatMap((type) => (type.draftAndPublish ? [] : [type.pluralName])),
)

interface Row {
  readonly fault: Fault
  readonly key: string
  readonly title: string
}

const READ: readonly Row[] = [
  {
    fault: ignoring('sort by name', 'The server wrongly ignores a sort as an object of one level.', (key) =>
      /^sort\[[^\]\d][^\]]*\]$/.test(key),
    ),
    key: 'sort.object: misread: a sort as an object of one level ignored',
    title: 'The server ignores a sort as an object of one level.',
  },
  {
    fault: eachPart(
      'any order',
      'The server wrongly reads an unknown sort order in a text as ascending.',
      (key, value) => [
        key,
        key.startsWith('sort') ? value.replaceAll(/:(?!\s*(asc|desc)\b)[^,]*/gi, ':asc') : value,
      ],
    ),
    key: 'sort.order: misread: an unknown order in a text is ascending',
    title: 'A sort order is asc or desc. The server reads another order in a text as asc.',
  },
  {
    fault: query(
      'one populate',
      'The server wrongly uses the last of several `populate` parameters.',
      (parts) => {
        const last = parts.findLast(([key]) => key === 'populate')
        return parts.filter((part) => part[0] !== 'populate' || part === last)
      },
    ),
    key: 'query.brackets: misread: the last of equal keys of populate counts',
    title: 'Values with equal keys form a list. Of several `populate`, the server reads only the last.',
  },
  {
    fault: eachPart(
      'blank names',
      'The server wrongly reads blanks in `fields` as a part of the names.',
      (key, value) => [key, key === 'fields' && /,\s|\s,/.test(value) ? `${value},-` : value],
    ),
    key: 'fields.several: misread: blanks belong to a name in fields',
    title:
      'Blanks around the names in `fields` have no effect. The server reads the blanks as a part of the name.',
  },
  {
    fault: everyValue('no empty texts', 'The server wrongly answers null for an empty text.', (value) =>
      value === '' ? null : value,
    ),
    key: 'entry.types.string: value',
    title:
      'Attributes of the types string, text, richtext, enumeration, email and uid are scalars. A password is a text too, but no answer contains it. The server answers attributes as null in place of `""`.',
  },
  {
    fault: response(
      'no drafts',
      'The server wrongly answers an empty list to `status=draft` for types without drafts.',
      (answer, { url }) => {
        const body = bodyOf(answer)
        const isEmptied = draftless.has(url.split(/[/?]/)[2] ?? '') && /[?&]status=draft/.test(url)
        if (!isEmptied || !Array.isArray(body?.data)) return answer
        const meta = isObject(body.meta) ? body.meta : {}
        const pagination = isObject(meta.pagination) ? meta.pagination : {}
        const numbers = Object.keys(pagination).filter((name) => ['total', 'pageCount'].includes(name))
        const zeros = Object.fromEntries(numbers.map((name) => [name, 0]))
        return withBody(answer, {
          ...body,
          data: [],
          meta: { ...meta, pagination: { ...pagination, ...zeros } },
        })
      },
    ),
    key: 'status.draft: entries',
    title:
      'For a type without draft & publish, `status` has no effect on the list. The server answers no entry.',
  },
  {
    fault: eachPart('case of starts', 'The server wrongly ignores case for $startsWith.', (key, value) => [
      key.replace('[$startsWith]', '[$startsWithi]'),
      value,
    ]),
    key: 'filters.op.$startsWith: misread: $startsWith as $startsWithi',
    title: `${sentenceOf('filters.op.$startsWith')} The server ignores case.`,
  },
  {
    fault: query('one bound', 'The server wrongly ignores the second operand of $between.', (parts) =>
      parts.flatMap(([key, value]) =>
        key.endsWith('[$between][1]') ? [] : [[key.replace('[$between][0]', '[$gte]'), value]],
      ),
    ),
    key: 'filters.op.$between: misread: $between ignores the second operand',
    title: `${sentenceOf('filters.op.$between')} The server ignores the second operand.`,
  },
  {
    fault: ignoring(
      'one locale',
      'The server wrongly shows only the default locale for a star.',
      (key, value) => key === 'locale' && value === '*',
    ),
    key: 'locale.all: misread: locale=* is the default locale',
    title: `${sentenceOf('locale.all')} The server shows only the default locale.`,
  },
  {
    fault: query('start alone', 'The server wrongly ignores `start` without `limit`.', (parts) =>
      parts.some(([key]) => key === 'pagination[limit]')
        ? parts
        : parts.filter(([key]) => key !== 'pagination[start]'),
    ),
    key: 'pagination.offset: misread: start without limit ignored',
    title: `${sentenceOf('pagination.offset')} The server ignores \`start\` without \`limit\`.`,
  },
]

const rowOf = (fault: Fault, key: string, title: string): Row => ({ fault, key, title })

const KNOWN = new Set(
  [...graph.tables.values()].flatMap((table) => [...table.byDocument.keys()].map((id) => String(id))),
)
const isKnown = (json: Json): boolean => typeof json !== 'string' || KNOWN.has(json)
const withKnown =
  (name: string) =>
  (value: Json): Json => {
    const links = isObject(value) ? (value[name] ?? null) : null
    if (!isObject(value) || links === null) return value
    const all = Array.isArray(links) ? links : [links]
    return { ...value, [name]: all.filter(isKnown) }
  }
const unknown = (attribute: string, form: string): Fault =>
  blunder(
    `${form} of ${attribute}`,
    'The server wrongly ignores an unknown documentId.',
    members([attribute], withKnown(form)),
  ).fault

const DOCUMENT =
  'A documentId in a relation must belong to an existing document, in the locale and status of the written entry. The server accepts the write.'

/** Makes a fault in how a server writes, which changes the data of restaurants. */
const ofRestaurants = (id: string, says: string, change: (data: JsonObject) => JsonObject): Fault =>
  blunder(id, says, {
    taken: ({ path, data }) =>
      path.startsWith('/api/restaurants') && data !== undefined ? { data: change(data) } : {},
  }).fault

/** Returns the `data` of a write with a changed member. Returns the same `data` if it lacks the member. */
const withMember = (data: JsonObject, name: string, change: (value: Json) => Json): JsonObject =>
  Object.hasOwn(data, name) ? { ...data, [name]: change(data[name] ?? null) } : data

const asList = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [])
const isComponent = (item: Json): boolean =>
  !isObject(item) || typeof item.__component !== 'string' || graph.schema.components.has(item.__component)
const asSet = (links: Json): Json =>
  isObject(links) && links.connect !== undefined && links.set === undefined ? { set: links.connect } : links

const WRITTEN: readonly Row[] = [
  rowOf(
    SORTED_FILES,
    'write.files: misread: media sorted by id',
    'Files keep the order of the written list. The server sorts them by id.',
  ),
  ...['regulars', 'mentor'].flatMap((attribute) =>
    ['connect', 'set', 'disconnect'].map((form) =>
      rowOf(unknown(attribute, form), 'write.relation.document: status 400 → 201', DOCUMENT),
    ),
  ),
  rowOf(
    blunder(
      'any enumeration',
      'The server wrongly stores null for an unknown value of an enumeration.',
      members(['enumeration'], (value) => (value === 'none' ? null : value)),
    ).fault,
    'write.values: accepted',
    'An invalid value of the type enumeration is refused. The server stores null.',
  ),
  rowOf(
    blunder(
      'kept links',
      'The server wrongly keeps a link that the body sets to null.',
      members(['mentor'], (value) => (value === null ? undefined : value)),
    ).fault,
    'write.relation.forms: value',
    'The value of a relation is an id, a documentId, an object with an id or documentId, a list of these values, `set`, or `connect` and `disconnect`. The server leaves the old value of `mentor`.',
  ),
  rowOf(
    blunder('drafts alone', 'The server wrongly creates only a draft for a POST without a status.', {
      taken: ({ method, query: search }) =>
        method === 'POST' && !search.includes('status=')
          ? { query: search === '' ? 'status=draft' : `${search}&status=draft` }
          : {},
    }).fault,
    'write.publish.draft: misread: only drafts are written by a POST',
    'Without `status=draft`, a POST publishes the entry. The server writes only its draft.',
  ),
  rowOf(
    ofRestaurants('null is a list', 'The server wrongly accepts null for a zone.', (data) =>
      withMember(data, 'blocks', (value) => value ?? []),
    ),
    'write.values: misread: null for a list: zone: takes it for an empty list',
    'Null is an error in place of a zone. The server takes it for an empty list.',
  ),
  rowOf(
    ofRestaurants('some components', 'The server wrongly drops elements of unknown components.', (data) =>
      withMember(data, 'blocks', (value) => (Array.isArray(value) ? value.filter(isComponent) : value)),
    ),
    'write.zone: misread: elements of unknown components dropped',
    'An element of a zone with an unknown component is an error. The server drops the element.',
  ),
  rowOf(
    ofRestaurants('set in elements', 'The server wrongly takes `connect` in a component for `set`.', (data) =>
      withMember(data, 'blocks', (value) =>
        Array.isArray(value)
          ? value.map((item) => (isObject(item) ? withMember(item, 'restaurants', asSet) : item))
          : value,
      ),
    ),
    'write.relation.connect: misread: connect replaces in components',
    'In a component, `connect` adds entries to the linked entries. The server replaces the linked entries.',
  ),
  rowOf(
    ofRestaurants('disconnect wins', 'The server wrongly disconnects an entry that it connects.', (data) =>
      withMember(data, 'regulars', (value) => {
        if (!isObject(value) || value.connect === undefined || value.disconnect === undefined) return value
        const gone = asList(value.disconnect)
        return { ...value, connect: asList(value.connect).filter((item) => !gone.includes(item)) }
      }),
    ),
    'write.relation.connect: misread: connect before disconnect',
    'An entry in both `connect` and `disconnect` stays linked. The server disconnects it.',
  ),
  rowOf(
    blunder('password shown', 'The server wrongly answers a password.', {
      answered: (answer, { data }) =>
        data?.password === undefined ? answer : withData(answer, (row) => ({ ...row, password: 'secret' })),
    }).fault,
    'write.answer: password',
    'The answer to a write omits a password. The server shows it.',
  ),
  rowOf(
    blunder('not found', 'The server wrongly gives an error about a linked document the status 404.', {
      answered: (answer) => {
        const error = bodyOf(answer)?.error
        const isAbout = isObject(error) && String(error.message).startsWith('Document with id ')
        return isAbout ? { ...withError(answer, (own) => ({ ...own, status: 404 })), status: 404 } : answer
      },
    }).fault,
    'write.relation.document: status 400 → 404',
    `${DOCUMENT.replace('accepts the write', 'gives this error the status 404 in place of 400')}`,
  ),
]

const first = async (fault: Fault, options: CheckOptions) => {
  const [cause] = (await check(fault.server(graph), options)).causes
  return { key: cause?.key, title: cause?.title }
}

test.each(READ)(
  'the cause of “$fault.id” says $title',
  async ({ fault, key, title }) => {
    expect(await first(fault, READING)).toEqual({ key, title })
  },
  300_000,
)

test.each(WRITTEN)(
  'the cause of “$fault.id” says $title',
  async ({ fault, key, title }) => {
    expect(await first(fault, WRITING)).toEqual({ key, title })
  },
  300_000,
)
