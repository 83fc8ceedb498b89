/** Defines misreadings of the items in `connect`, `disconnect` and `set`. */
import { isList, isObject, type Json, member } from '../../../../util/json.ts'
import { hasId, isId, isManyRelation, listOf, ofLinks, ofValues, type WriteMisreading } from './kit.ts'

/** The misreadings in which only the first or the last entry of `connect`, `disconnect` or `set` counts. */
const ONE_OF: readonly WriteMisreading[] = (['connect', 'disconnect', 'set'] as const).flatMap((name) =>
  ([0, -1] as const).map((at) =>
    ofLinks(
      {
        rule: `write.relation.${name}`,
        kind: `only the ${at === 0 ? 'first' : 'last'} of ${name}`,
        says: `\`${name}\` may list several entries. The server reads only the ${at === 0 ? 'first' : 'last'} of them.`,
      },
      (value, writable) => {
        const list = member(value, name)
        return isManyRelation(writable) && isList(list) && list.length > 1
          ? { ...value, [name]: [list.at(at) ?? null] }
          : value
      },
    ),
  ),
)

/** The forms of an item in `connect` and `disconnect` that a server may not support. */
const FORMS: readonly (readonly [form: string, isForm: (item: Json) => boolean])[] = [
  [
    'documentIds',
    (item) => typeof item === 'string' || (isObject(item) && Object.hasOwn(item, 'documentId')),
  ],
  ['ids', (item) => isId(item) || hasId(item)],
  ['objects', isObject],
  ['objects with a `documentId`', (item) => isObject(item) && Object.hasOwn(item, 'documentId')],
  ['objects with an `id`', hasId],
]

/** The relations whose items a server may leave out: all relations, or only lists for other than morph relations. */
const PLACES: readonly (readonly [where: string, isOfMorph: boolean])[] = [
  ['', true],
  [', in lists', false],
]

/** The misreadings in which the target leaves out the items of one form, even items that lead to no entry. */
const LEFT_OUT: readonly WriteMisreading[] = (['connect', 'disconnect'] as const).flatMap((name) =>
  FORMS.flatMap(([form, isForm]) =>
    PLACES.map(([where, isOfMorph]) =>
      ofValues(
        {
          rule: `write.relation.${name}`,
          kind: `${form} in ${name} ignored${where}`,
          says: `\`${name}\` accepts ${form}. The server ignores the ${form} in it.`,
        },
        (value, { attribute: { kind } }) => {
          const items = isObject(value) && Object.hasOwn(value, name) ? member(value, name) : undefined
          const isOf = kind === 'relation' ? isOfMorph || isList(items) : isOfMorph && kind === 'morphTo'
          return isObject(value) && items !== undefined && isOf
            ? { ...value, [name]: listOf(items).filter((item) => !isForm(item)) }
            : value
        },
      ),
    ),
  ),
)

export const ITEMS: readonly WriteMisreading[] = [...LEFT_OUT, ...ONE_OF]
