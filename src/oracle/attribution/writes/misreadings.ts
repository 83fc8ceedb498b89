/**
 * The known misreadings of writes, which are wrong ways to read the query or the values of a write. A target that
 * misreads a write answers and stores what the reference answers and stores for the misread write.
 */
import { isList, isObject, type Json, member } from '../../../util/json.ts'
import type { WriteRuleId } from '../../../writing/rules.ts'
import { INNER } from './inner.ts'
import { listOf, ofValues, type WriteMisreading } from './kit.ts'
import { LINKED } from './linked.ts'
import { FORMS, LINKS, POSITIONS, WHOLE_LISTS } from './links.ts'
import { COMPONENTS, ORDERS } from './lists.ts'
import { WHOLE } from './query.ts'

/** The groups of attributes whose written values a server may read by separate code. */
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

/** The misreadings in which the target ignores written values of one form for one group of attributes. */
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
    ...(name === GROUPS.zone.name
      ? []
      : [ignoring('null', `Null removes the value of ${name}.`, 'null', (value) => value === null)]),
    ignoring('an empty list', `An empty list removes all that ${name} has.`, 'the list', isEmpty),
    ignoring('any value', `A write sets the value of ${name}.`, 'the value', () => true),
  ]
})

/** All known misreadings of writes. A specific misreading comes before a general misreading that includes it. */
export const WRITE_MISREADINGS: readonly WriteMisreading[] = [
  ...WHOLE,
  ...LINKED,
  ...POSITIONS,
  ...WHOLE_LISTS,
  ...LINKS,
  ...FORMS,
  ...ORDERS,
  ...COMPONENTS,
  ...INNER,
  ...IGNORED,
]
