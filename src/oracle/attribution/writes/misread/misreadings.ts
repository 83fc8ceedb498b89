/**
 * The known misreadings of writes, which are wrong ways to read the query or the values of a write. A target that
 * misreads a write answers and stores what the reference answers and stores for the misread write.
 */
import { isObject, type Json, member } from '../../../../util/json.ts'
import type { WritableAttribute } from '../../../../writing/index.ts'
import { BODIES } from './bodies.ts'
import { STATUSES } from './error-answers.ts'
import { FORMS } from './forms.ts'
import { INNER } from './inner.ts'
import { ONLY_ONE } from './items.ts'
import { ofValues, type WriteMisreading } from './kit.ts'
import { LINKED } from './linked.ts'
import { LINKS, POSITIONS, WHOLE_LISTS } from './links.ts'
import { COMPONENTS, ORDERS } from './lists.ts'
import { isDraftPart, isLocale, localeIn, splitQuery, WHOLE, withMembers } from './query.ts'
import { GROUPS, isEmpty, REFUSED } from './refused-forms.ts'
import { SCALARS } from './scalars.ts'
import { UNCHECKED } from './unchecked.ts'

/** The misreadings in which the target ignores written values of one form for one group of attributes. */
const IGNORED: readonly WriteMisreading[] = GROUPS.flatMap(({ rule, name, isOf }) => {
  const ignoring = (
    form: string,
    does: string,
    it: string,
    isForm: (value: Json) => boolean,
  ): WriteMisreading =>
    ofValues(
      { rule, kind: `${form} ignored for ${name}`, says: `${does} The server ignores ${it}.` },
      (value, { attribute }) => (isOf(attribute) && isForm(value) ? undefined : value),
    )
  return [
    ...(name === 'a zone'
      ? []
      : [ignoring('null', `Null removes the value of ${name}.`, 'null', (value) => value === null)]),
    ignoring('an empty list', `An empty list removes all that ${name} has.`, 'the list', isEmpty),
    ignoring('any value', `A write sets the value of ${name}.`, 'the value', () => true),
  ]
})

/** A misreading: the target ignores null for every attribute in the body of a PUT. */
const NULL_IGNORED: WriteMisreading = ofValues(
  {
    rule: 'write.update',
    kind: 'null ignored',
    says: 'Null in the body of a PUT removes the value of an attribute. The server ignores null.',
  },
  (value, _writable, { request }) => (value === null && request.method === 'PUT' ? undefined : value),
)

/** A misreading: the target ignores 0, false and an empty text in a PUT, as if the body lacked the attribute. */
const FALSY_IGNORED: WriteMisreading = ofValues(
  {
    rule: 'write.update',
    kind: 'empty values ignored',
    says: 'The values 0, false and an empty text in the body of a PUT are values. The server ignores them.',
  },
  (value, { attribute: { kind } }, { request }) =>
    kind === 'scalar' && (value === 0 || value === false || value === '') && request.method === 'PUT'
      ? undefined
      : value,
)

/** The values that a server may give to the attributes that a PUT omits, each with its name. */
const RESETS: readonly (readonly [deed: string, resetOf: (own: WritableAttribute) => Json])[] = [
  ['sets them to null', () => null],
  ['sets them to their defaults or null', (own) => own.default ?? null],
]

/** The misreadings in which a PUT replaces all plain attributes of the row. */
const REPLACED: readonly WriteMisreading[] = RESETS.map(([deed, resetOf]) => ({
  rule: 'write.update',
  kind: `attributes that a PUT lacks: ${deed}`,
  says: `A PUT leaves the attributes that the body lacks unchanged. The server ${deed}.`,
  read: (asked) => {
    const { request, data, model } = asked
    if (request.method !== 'PUT' || !isObject(data) || asked.rowOf('draft') === undefined) return request
    const added = [...(model?.attributes.values() ?? [])].flatMap((own) => {
      const { name, kind } = own.attribute
      const isReset = kind === 'scalar' && own.writable && !own.required && !Object.hasOwn(data, name)
      return isReset ? [[name, resetOf(own)] as const] : []
    })
    return withMembers(asked, added)
  },
}))

/** The wrong uses of defaults, each with the method of the write and the value of an attribute that the body lacks. */
const DEFAULT_USES: readonly (readonly [
  method: string,
  says: string,
  setTo: (own: WritableAttribute) => Json | undefined,
])[] = [
  [
    'PUT',
    'Defaults apply only to new entries and components. The server also applies the defaults to a PUT of an existing entry.',
    (own) => own.default,
  ],
  [
    'POST',
    'If the body of a new entry lacks an attribute, the attribute gets its default from the schema. The server stores null.',
    (own) => (own.default === undefined ? undefined : null),
  ],
]

/** The misreadings of the defaults of attributes that the body lacks. */
const DEFAULTS: readonly WriteMisreading[] = DEFAULT_USES.map(([method, says, setTo]) => ({
  rule: 'write.values.defaults',
  kind: `defaults of a ${method}`,
  says,
  read: (asked) => {
    const { request, data, model } = asked
    const isMeant = request.method === method && (method === 'POST' || asked.rowOf('draft') !== undefined)
    if (!isMeant || !isObject(data)) return request
    const added = [...(model?.attributes.values() ?? [])].flatMap((own) => {
      const { name } = own.attribute
      const value = setTo(own)
      return value === undefined || Object.hasOwn(data, name) ? [] : [[name, value] as const]
    })
    return withMembers(asked, added)
  },
}))

const LOCALIZED: readonly WriteMisreading[] = [
  ofValues(
    {
      rule: 'write.locale.shared',
      kind: 'shared attributes ignored in another locale',
      says: 'A PUT in another locale also writes the attributes that are not localized. The server ignores them.',
    },
    (value, { localized }, asked) => {
      const code = localeIn(asked) ?? asked.graph.locales.default
      const isOther = asked.type.localized && code !== asked.graph.locales.default
      return isOther && !localized && asked.request.method === 'PUT' ? undefined : value
    },
  ),
  {
    rule: 'write.locale.made',
    kind: 'a new locale is a copy',
    says: 'A new locale of a document has only the values that all locales share. The server copies the other values from the default locale.',
    read: (asked) => {
      const { request, data, model, graph } = asked
      const isNew = request.method === 'PUT' && isLocale(graph, localeIn(asked)) && isObject(data)
      const copied =
        isNew && asked.rowOf('draft') === undefined ? asked.rowOf('draft', graph.locales.default) : undefined
      if (copied === undefined) return request
      const added = [...(model?.attributes.values() ?? [])].flatMap(
        ({ attribute: { name, kind }, ...own }) => {
          const value = member(copied, name) ?? null
          const isCopied = kind === 'scalar' && own.localized && own.writable && value !== null
          return isCopied && !Object.hasOwn(data ?? {}, name) ? [[name, value] as const] : []
        },
      )
      return withMembers(asked, added)
    },
  },
  {
    rule: 'write.locale',
    kind: 'all locales are published',
    says: 'A write publishes only the locale that it writes. The server also publishes the drafts of the other locales.',
    read: ({ request }) => request,
    further: (asked) => {
      const { request, type, graph } = asked
      const { path, parts } = splitQuery(request.url)
      if (request.method !== 'PUT' || !type.draftAndPublish || !type.localized || parts.some(isDraftPart))
        return []
      const own = localeIn(asked) ?? graph.locales.default
      return graph.locales.codes
        .filter(({ code }) => code !== own && asked.rowOf('draft', code) !== undefined)
        .map(({ code }) => ({
          ...request,
          url: `${path}?locale=${encodeURIComponent(code)}`,
          body: JSON.stringify({ data: {} }),
        }))
    },
  },
]

/** All known misreadings of writes. A specific misreading comes before a general misreading that includes it. */
export const WRITE_MISREADINGS: readonly WriteMisreading[] = [
  ...STATUSES,
  ...WHOLE,
  ...UNCHECKED,
  ...BODIES,
  ...FORMS,
  ...REPLACED,
  ...DEFAULTS,
  ...LOCALIZED,
  ...LINKED,
  ...POSITIONS,
  ...WHOLE_LISTS,
  ...LINKS,
  ...ORDERS,
  ...ONLY_ONE,
  ...COMPONENTS,
  ...INNER,
  ...SCALARS,
  NULL_IGNORED,
  FALSY_IGNORED,
  ...IGNORED,
  ...REFUSED,
]
