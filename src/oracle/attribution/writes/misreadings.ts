/**
 * Misreadings of writes: wrong ways to read the query or the values of a write. A target that misreads a write answers
 * and stores what the reference answers and stores for the misread write.
 */
import { isList, isObject, type Json, member } from '../../../util/json.ts'
import { splitTarget } from '../../../util/url/target.ts'
import type { WriteRuleId } from '../../../writing/rules.ts'
import { isOf, textOf } from '../misread/parts.ts'
import { listOf, ofValues, type WriteMisreading } from './kit.ts'
import { FORMS, LINKS, POSITIONS } from './links.ts'
import { COMPONENTS, ORDERS } from './lists.ts'

/** The groups of attributes whose values a server may read by code of its own. */
const GROUPS = {
  relation: { kinds: ['relation'], rule: 'write.relation.forms', name: 'a relation' },
  file: { kinds: ['media'], rule: 'write.files', name: 'a file attribute' },
  component: { kinds: ['component'], rule: 'write.component.new', name: 'a component' },
  zone: { kinds: ['zone'], rule: 'write.zone', name: 'a zone' },
  value: { kinds: ['scalar'], rule: 'write.update', name: 'a plain attribute' },
} as const satisfies Record<
  string,
  { readonly kinds: readonly string[]; readonly rule: WriteRuleId; readonly name: string }
>

const isEmpty = (value: Json): boolean =>
  isList(value)
    ? value.length === 0
    : isObject(value) && isList(member(value, 'set')) && listOf(member(value, 'set')).length === 0

/** Misreadings: values of one form, for one group of attributes, have no effect. */
const IGNORED: readonly WriteMisreading[] = Object.values(GROUPS).flatMap(({ kinds, rule, name }) => {
  const ignoring = (
    form: string,
    does: string,
    it: string,
    isForm: (value: Json) => boolean,
  ): WriteMisreading =>
    ofValues(
      { rule, kind: `${form} ignored for ${name}`, says: `${does} The server ignores ${it}.` },
      (value, { attribute }) =>
        kinds.some((kind) => kind === attribute.kind) && isForm(value) ? undefined : value,
    )
  return [
    ignoring('null', `Null removes the value of ${name}.`, 'null', (value) => value === null),
    ignoring('an empty list', `An empty list removes all that ${name} has.`, 'the list', isEmpty),
    ignoring('any value', `A write sets the value of ${name}.`, 'the value', () => true),
  ]
})

/** The groups of methods whose parameters a server may read by code of its own, each with its name. */
const METHODS: ReadonlyMap<string, readonly string[]> = new Map([
  ['a write', ['POST', 'PUT', 'DELETE']],
  ['POST', ['POST']],
  ['PUT', ['PUT']],
  ['DELETE', ['DELETE']],
])

/** Returns a misreading of one parameter by some methods: another value, or no value, in place of the value. */
const ofParameter =
  (
    rule: WriteRuleId,
    name: string,
    kind: string,
    says: string,
    change: (value?: string) => string | undefined,
  ) =>
  ([method, methods]: readonly [string, readonly string[]]): WriteMisreading => ({
    rule,
    kind: `${kind} by ${method}`,
    says: says.replace('METHOD', method === 'a write' ? method : `a ${method}`),
    read: ({ request, type }) => {
      if (!methods.includes(request.method) || (name === 'status' && !type.draftAndPublish)) return request
      const { path, search } = splitTarget(request.url)
      const parts = search.split('&').filter((part) => part !== '')
      const value = parts.find((part) => isOf(name, part))
      const other = change(value === undefined ? undefined : textOf(value))
      if (other === (value === undefined ? undefined : textOf(value))) return request
      const kept = parts.filter((part) => !isOf(name, part))
      const read = other === undefined ? kept : [...kept, `${name}=${other}`]
      return { ...request, url: read.length === 0 ? path : `${path}?${read.join('&')}` }
    },
  })

const PARAMETERS: readonly WriteMisreading[] = [...METHODS].flatMap((method) =>
  [
    ofParameter(
      'write.publish.draft',
      'status',
      'only drafts are written',
      'Without `status=draft`, METHOD publishes the entry. The server writes only its draft.',
      (value) => value ?? 'draft',
    ),
    ofParameter(
      'write.publish.draft',
      'status',
      'status ignored',
      'With `status=draft`, METHOD changes only the draft. The server ignores `status`.',
      () => undefined,
    ),
    ofParameter(
      'write.locale',
      'locale',
      'locale ignored',
      '`locale` selects the locale of METHOD. The server takes the default locale.',
      () => undefined,
    ),
  ].map((misreading) => misreading(method)),
)

/** All known misreadings of writes. A narrow misreading precedes a wider one that includes it. */
export const WRITE_MISREADINGS: readonly WriteMisreading[] = [
  ...PARAMETERS,
  ...POSITIONS,
  ...LINKS,
  ...FORMS,
  ...ORDERS,
  ...COMPONENTS,
  ...IGNORED,
]
