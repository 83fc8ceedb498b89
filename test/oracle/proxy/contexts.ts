/**
 * Faulty servers whose fault shows only in some circumstances, such as a page after the last. For each fault, the list
 * names the rules that count as the right cause, and the words that the title or the line `only` must contain.
 */
import type { Json } from '../../../src/util/json.ts'
import { type Fault, isObject, type JsonObject } from '../faulty.ts'
import type { Blunder } from './blunders.ts'
import { bodyOf, eachPart, ignoring, partsOf, query, resorted, response, withBody, withParts } from './kit.ts'

interface Contextual extends Blunder {
  /** The words about the circumstance that the title or the line `only` of the cause must contain. */
  readonly only: string
}

const isFilter = (key: string): boolean => key.startsWith('filters[') || key.includes('[filters][')
/** Returns the last name in the key of a parameter that is not a list index. */
const lastName = (key: string): string =>
  key.split(/[[\]]+/).findLast((name) => name !== '' && !/^\d+$/.test(name)) ?? ''

const ofComponent = /\[(address|geo|openingHours|seo|dish|dishes)\]/

/**
 * Makes a fault that changes objects in the `data` of answers. The parameter `names` contains the members that lead to
 * the object.
 */
const objects = (
  id: string,
  says: string,
  change: (object: JsonObject, names: readonly string[], url: string) => JsonObject,
): Fault =>
  response(id, says, (answer, { url }) => {
    const body = bodyOf(answer)
    if (body === undefined || answer.status >= 400) return answer
    const changed = (json: Json, names: readonly string[]): Json => {
      if (Array.isArray(json)) return json.map((item: Json) => changed(item, names))
      if (!isObject(json)) return json
      const inner = Object.entries(json).map(([name, one]) => [name, changed(one, [...names, name])])
      return change(Object.fromEntries(inner), names, url)
    }
    return withBody(answer, { ...body, data: changed(body.data ?? null, []) })
  })

const withValues = (
  object: JsonObject,
  change: (value: Json, name: string) => Json | undefined,
): JsonObject =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      const other = change(value, name)
      return other === undefined ? [] : [[name, other]]
    }),
  )

const comparable = (one: Json): string | number => (typeof one === 'number' ? one : String(one))
const byValue = (one: Json, other: Json): number => {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? -1 : 1
  return comparable(one) < comparable(other) ? -1 : 1
}

export const CONTEXTUAL: readonly Contextual[] = [
  {
    fault: response(
      'the last page again',
      'The server wrongly answers the last page for a page after it.',
      (answer, one, ask) => {
        const meta = bodyOf(answer)?.meta
        const page = isObject(meta) && isObject(meta.pagination) ? meta.pagination : {}
        const [number, count] = [Number(page.page), Number(page.pageCount)]
        if (!(number > count) || count < 1) return answer
        const parts = partsOf(one).map(
          ([key, value]) => [key, key === 'pagination[page]' ? `${count}` : value] as const,
        )
        return ask(withParts(one, parts))
      },
    ),
    accepted: ['pagination.page'],
    only: 'a page after the last',
  },
  {
    fault: eachPart(
      'one way to say false',
      'The server wrongly turns the count off only for the word `false`.',
      (key, value) => [key, key === 'pagination[withCount]' && /^[0f]$/i.test(value) ? 'true' : value],
    ),
    accepted: ['pagination.with-count'],
    only: 'reads `0` and `f` as true',
  },
  {
    fault: ignoring('no pushed keys', 'The server wrongly ignores `sort[]`.', (key) => key === 'sort[]'),
    accepted: ['sort.values', 'sort.text', 'query.brackets'],
    only: 'empty brackets in `sort`',
  },
  {
    fault: resorted(
      'true first',
      'The server wrongly sorts true before false.',
      (key) => key === 'boolean',
      (one, other) =>
        typeof one === 'boolean' && typeof other === 'boolean'
          ? Number(other) - Number(one)
          : byValue(one, other),
    ),
    accepted: ['sort.values'],
    only: 'a sort by a boolean attribute',
  },
  {
    fault: eachPart(
      'one DESC',
      'The server wrongly reads a descending order with capital letters as ascending.',
      (key, value) => [
        key,
        key.startsWith('sort') ? value.replaceAll(/(^|:)\s*(DESC|Desc)\b/g, '$1asc') : value,
      ],
    ),
    accepted: ['sort.order'],
    only: 'a descending order with capital letters',
  },
  {
    fault: query(
      'indexes as texts',
      'The server wrongly orders the keys of a sort list by the text of their index.',
      (parts) => {
        const keys = parts.filter(([key]) => /^sort\[\d+\]/.test(key))
        if (keys.length < 11) return parts
        const ordered = keys.toSorted(([one], [other]) => (one < other ? -1 : 1))
        const others = parts.filter((part) => !keys.includes(part))
        return [...others, ...ordered.map(([, value], at) => [`sort[${at}]`, value] as const)]
      },
    ),
    accepted: ['sort.text', 'sort.values', 'query.brackets'],
    only: 'a list index of several digits',
  },
  {
    fault: eachPart('always null', 'The server wrongly ignores the operand of `$null`.', (key, value) => [
      key,
      isFilter(key) && lastName(key) === '$null' ? 'true' : value,
    ]),
    accepted: ['filters.op.$null'],
    only: '`$null=false`',
  },
  {
    fault: query('one alternative', 'The server wrongly ignores an `$or` with one alternative.', (parts) =>
      parts.some(([key]) => /^filters\[\$or\]\[[1-9]/.test(key))
        ? parts
        : parts.filter(([key]) => !key.startsWith('filters[$or][0]')),
    ),
    accepted: ['filters.op.$or'],
    only: '`$or` of one condition',
  },
  {
    fault: query(
      'one more alternative',
      'The server wrongly reads conditions beside `$or` as further alternatives.',
      (parts) =>
        parts.some(([key]) => key.startsWith('filters[$or]['))
          ? parts.map(([key, value]) => [
              /^filters\[\w/.test(key) ? key.replace('[', '[$or][19][') : key,
              value,
            ])
          : parts,
    ),
    accepted: ['filters.op.$or', 'filters.all'],
    only: 'a condition beside `$or`',
  },
  {
    fault: eachPart(
      'case in components',
      'The server wrongly makes `$containsi` on a component case-sensitive.',
      (key, value) => [ofComponent.test(key) ? key.replace('[$containsi]', '[$contains]') : key, value],
    ),
    accepted: ['filters.op.$containsi', 'filters.through'],
    only: 'component',
  },
  {
    fault: eachPart(
      'trimmed operands',
      'The server wrongly drops blanks at the ends of operands.',
      (key, value) => [
        key,
        isFilter(key) && value.trim() !== '' && lastName(key).startsWith('$') ? value.trim() : value,
      ],
    ),
    accepted: ['query.encoding', 'filters.op.$eq', 'filters.op.$contains'],
    only: 'Blanks around a value count',
  },
  {
    fault: eachPart(
      'escaping backslashes',
      'The server wrongly drops backslashes in the operand of `$contains`.',
      (key, value) => [
        key,
        isFilter(key) && lastName(key) === '$contains' ? value.replaceAll('\\', '') : value,
      ],
    ),
    accepted: ['filters.op.$contains'],
    only: 'an operand with a backslash',
  },
  {
    fault: query(
      'commas make lists',
      'The server wrongly reads an operand of `$eq` with a comma as a list.',
      (parts) =>
        parts.flatMap(([key, value]) =>
          isFilter(key) && key.endsWith('[$eq]') && value.includes(',')
            ? value
                .split(',')
                .map((one, at) => [key.replace(/\[\$eq\]$/, `[$in][${at}]`), one.trim()] as const)
            : [[key, value] as const],
        ),
    ),
    accepted: ['filters.op.$eq'],
    only: 'an operand with a comma',
  },
  {
    fault: query(
      'the first draft',
      'The server wrongly reads only one alternative of `$or` with `status=draft`.',
      (parts) =>
        parts.some(([key, value]) => key === 'status' && value === 'draft')
          ? parts.filter(([key]) => !/^filters\[\$or\]\[[1-9]/.test(key))
          : parts,
    ),
    accepted: ['filters.op.$or', 'status.draft'],
    only: '`status',
  },
  {
    fault: objects(
      'no files with a star',
      'The server wrongly leaves out files for `populate=*`.',
      (object, names, url) =>
        names.length === 0 && /[?&]populate=\*(&|$)/.test(url)
          ? withValues(object, (value, name) =>
              /^(cover|photos|icon|avatar)$/.test(name) ? undefined : value,
            )
          : object,
    ),
    accepted: ['populate.form.all'],
    only: 'a file',
  },
  {
    fault: objects(
      'short times',
      'The server wrongly omits the milliseconds of times in repeatable components.',
      (object, names) =>
        names.at(-1) === 'openingHours'
          ? withValues(object, (value) =>
              typeof value === 'string' ? value.replace(/^(\d\d:\d\d:\d\d)\.\d+$/, '$1') : value,
            )
          : object,
    ),
    accepted: ['entry.types.date'],
    only: 'a time attribute in a repeatable component',
  },
  {
    fault: objects(
      'numbers for booleans',
      'The server wrongly answers booleans in dynamic zones as 0 and 1.',
      (object, names) =>
        names.includes('blocks') && names.at(-1)?.startsWith('dish') === true
          ? withValues(object, (one) => (typeof one === 'boolean' ? Number(one) : one))
          : object,
    ),
    accepted: ['entry.types.generic'],
    only: 'directly in a component in a dynamic zone',
  },
  {
    fault: objects('escaped for HTML', 'The server wrongly escapes texts for HTML.', (object) =>
      withValues(object, (one) =>
        typeof one === 'string'
          ? one.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
          : one,
      ),
    ),
    accepted: ['entry.types.string'],
    only: 'a text with one of `&`',
  },
]
