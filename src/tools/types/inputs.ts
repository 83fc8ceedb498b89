/**
 * Generates declarations of request bodies: the writable attributes of each type, and the ways in which a body
 * refers to linked entries.
 */
import type { ScalarAttribute, ScalarType, Uid } from '../../reference/schema/schema.ts'
import type { WritableAttribute } from '../../writing/index.ts'
import { VALUES } from './models.ts'
import { anyOf, comment, memberName, quoted } from './names.ts'
import { type DeclarationText, isNeeded, mayBeNull, SAID_IN_QUERY, type WrittenModel } from './written.ts'

/** The declarations of request bodies; they refer to `Inputs`, `Drafts`, and the types of `ANSWERS` and `QUERIES`. */
export const BODIES = `/** A reference to a document by its documentId, or to one of its rows by the row id. */
export type EntryRef = number | string | { id: number | string } | { documentId: string }
/**
 * A reference to an entry within \`set\`, \`connect\` or \`disconnect\`. The reference may also name a locale and a
 * status.
 */
export type WordRef = number | string | { id: number | string } | ({ documentId: string } & Version)
interface Version {
  locale?: Locale | null
  status?: 'draft' | 'published'
}
/** The position of a connected entry in the relation; without a position, the entry comes last. */
export type Position =
  | { start: true }
  | { end: true }
  | ({ before: number | string } & Version)
  | ({ after: number | string } & Version)
type Placed<R> = R | (Exclude<R, number | string> & { position?: Position })
type Words<R> =
  | { set: R | R[] | null }
  | { connect?: Placed<R> | Placed<R>[]; disconnect?: R | R[]; options?: { strict?: boolean } }

/** The value of a relation: its new entries, or \`set\`, \`connect\` and \`disconnect\`. */
export type LinkInput = EntryRef | EntryRef[] | Words<WordRef> | null
/** The value of a media attribute, which has the form of a relation without positions. */
export type FileInput = EntryRef | EntryRef[] | Words<WordRef> | null
/** The value of a morph relation, whose references name the types of the linked entries. */
export type MorphInput<To> = MorphRef<To>[] | Words<MorphRef<To>>
type MorphRef<To> = { __type: To } & ({ id: number | string } | { documentId: string })

/** Whether a body may refer to stored components by id: \`kept\` if it updates an entry, \`new\` if it creates one. */
type Ids = 'new' | 'kept'
/**
 * A new component, or an update of the component with this id. An update keeps the attributes that the body omits.
 */
export type PartInput<T, Has> = T | (Has extends 'kept' ? Partial<T> & { id: number | string } : never)

/** The \`data\` of a POST. The server publishes the entry. */
export type Create<U extends CreateUid> = Inputs<'new'>[U]
/** The \`data\` of a POST with \`status=draft\`, in which required attributes may be missing. */
export type CreateDraft<U extends CreateUid & keyof Drafts<'new'>> = Drafts<'new'>[U]
/** The \`data\` of a PUT. The server publishes the entry and keeps the attributes that the body omits. */
export type Update<U extends UpdateUid> = Partial<Inputs<'kept'>[U]>
/** The \`data\` of a PUT with \`status=draft\`. */
export type UpdateDraft<U extends UpdateUid & keyof Drafts<'new'>> = Partial<Drafts<'kept'>[U]>
/** The query parameters of a write: the locale, the status, and the shape of the answer. */
export type WriteQuery<U extends keyof Models> = Pick<QueryOne<U>, 'fields' | 'populate' | 'locale' | 'status'>
/** The answer to a POST or a PUT. */
export type WriteAnswer<U extends keyof Models, Q extends WriteQuery<U> & Sound<Q, WriteQuery<U>> = {}> = {
  data: Entry<U, Q>
  meta: {}
}
`

/**
 * Declares the TypeScript types that depend on the writable content types: their uids, and their request bodies by
 * uid.
 */
export function inputTypes(written: DeclarationText): string {
  const { routes, models, draftable, findable } = written
  const uids = (some: readonly { readonly type: { readonly uid: Uid } }[]): string =>
    anyOf(some.map(({ type }) => type.uid))
  const bodies = (isDraft: boolean): string =>
    [...models.values()]
      .filter(({ uid }) => !isDraft || draftable.has(uid))
      .map((model) => inputMember(model, isDraft, findable))
      .join('\n')
  return [
    comment('Collections with a route that creates a document.'),
    `export type CreateUid = ${uids(routes.filter(({ creates }) => creates))}`,
    comment('Collections and single types with a route that updates an entry.'),
    `export type UpdateUid = ${uids(routes.filter(({ updates }) => updates))}`,
    comment('Types with a route that deletes an entry.'),
    `export type DeleteUid = ${uids(routes.filter(({ deletes }) => deletes))}\n`,
    comment(
      'Maps the uid of each type to the body that creates and publishes its entries. The interface also maps the uid of each component to its form in such a body.',
    ),
    bodiesOf('Inputs', bodies(false)),
    comment('Maps the uid of each type to the body of a draft, in which required attributes may be missing.'),
    bodiesOf('Drafts', bodies(true)),
  ].join('\n')
}

/**
 * Declares an interface that maps the uid of each content type to its request body. If no body has components, the
 * interface does not use its type parameter. The name of an unused parameter begins with `_`.
 */
const bodiesOf = (name: string, members: string): string =>
  `export interface ${name}<${members.includes('Has>') ? '' : '_'}Has extends Ids> {\n${members}\n}\n`

function inputMember(
  { uid, type, attributes }: WrittenModel,
  isDraft: boolean,
  findable: readonly Uid[],
): string {
  const lines = attributes
    .filter(({ attribute }) => type === undefined || !SAID_IN_QUERY.includes(attribute.name))
    .map((written) => {
      const mark = isNeeded(written, isDraft) ? '' : '?'
      const nothing = mayBeNull(written, isDraft) && !isLinked(written) ? ' | null' : ''
      return `    ${memberName(written.attribute.name)}${mark}: ${inputOf(written, isDraft, findable)}${nothing}`
    })
  return lines.length === 0 ? `  ${quoted(uid)}: {}` : `  ${quoted(uid)}: {\n${lines.join('\n')}\n  }`
}

const isLinked = ({ attribute: { kind } }: WritableAttribute): boolean =>
  kind === 'relation' || kind === 'media'

function inputOf({ attribute }: WritableAttribute, isDraft: boolean, findable: readonly Uid[]): string {
  const part = (uid: Uid): string => `PartInput<${isDraft ? 'Drafts' : 'Inputs'}<Has>[${quoted(uid)}], Has>`
  switch (attribute.kind) {
    case 'scalar':
      return scalarInput(attribute)
    case 'relation':
    case 'morphBy':
      return 'LinkInput'
    case 'media':
      return 'FileInput'
    case 'morphTo':
      return `MorphInput<${anyOf(findable, '    ')}>`
    case 'component':
      return attribute.many ? `${part(attribute.component)}[]` : part(attribute.component)
    case 'zone': {
      const items = attribute.components.map((uid) => `({ __component: ${quoted(uid)} } & ${part(uid)})`)
      return items.length === 0 ? 'never[]' : `(${items.join(' | ')})[]`
    }
  }
}

/**
 * The TypeScript type of a writable scalar in a body, without null. A body may contain values that no answer
 * contains: for instance, a number for a date-time.
 */
const WRITABLE: { readonly [type in ScalarType]: string } = {
  ...VALUES,
  datetime: 'string | number',
  timestamp: 'string | number',
  biginteger: 'string | number',
  array: 'Json',
}

const scalarInput = ({ type, enum: values }: ScalarAttribute): string =>
  type === 'enumeration' ? anyOf([...new Set(values)], '    ') : WRITABLE[type]
