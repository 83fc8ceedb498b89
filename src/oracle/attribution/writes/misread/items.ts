/** Defines misreadings of the items in `connect`, `disconnect` and `set`. */
import { isList, isObject, type Json, member } from '../../../../util/json.ts'
import {
  EVERY_LIST,
  hasId,
  isId,
  isManyRelation,
  listOf,
  ofLinks,
  ofParts,
  ofValues,
  type WriteMisreading,
  withLists,
} from './kit.ts'

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

/** The single items of a list that a target may store, each with the part of the list that has only this item. */
const SINGLE_ITEMS: readonly (readonly [which: string, only: (list: readonly Json[]) => readonly Json[]])[] =
  [
    ['first', (list) => list.slice(0, 1)],
    ['last', (list) => list.slice(-1)],
  ]

/** The misreadings in which the target stores only one item of a written list. */
export const ONLY_ONE: readonly WriteMisreading[] = (['relation', 'media'] as const).flatMap((kind) =>
  SINGLE_ITEMS.map(([which, only]) =>
    ofParts(
      {
        rule: kind === 'media' ? 'write.files' : 'write.relation.set',
        kind: `only the ${which} item of a list for ${kind}`,
        says: `All ${kind === 'media' ? 'files' : 'links'} in a written list are stored. The server stores only the ${which} one.`,
      },
      (value, { attribute }) =>
        attribute.kind === kind && attribute.many ? withLists(value, only, EVERY_LIST) : value,
    ),
  ),
)
