/**
 * The part of the declarations that maps a query to the type of its answer. The text of these declarations is the
 * same for every schema.
 */

const KINDS = `/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/**
 * The target of an attribute: the types of its entries, whether it has one entry or many, and its kind. You can
 * count the entries of a \`relation\` and the components of a \`component\`. Elements of a \`zone\` name their
 * component in \`__component\`, entries of a \`morph\` relation name their type in \`__type\`. Files are \`plain\`.
 * The inverse of a morph relation is \`plain\` if that relation holds many entries, and \`far\` if it holds one. The
 * server itself sets \`system\` relations, such as \`localizations\`.
 */
export interface Link<To extends keyof Models, Count extends 'one' | 'many', Kind extends LinkKind> {
  to: To
  count: Count
  kind: Kind
}
export type LinkKind = 'relation' | 'component' | 'plain' | 'far' | 'system' | 'zone' | 'morph'

`

const PLAIN = `/** The answer to a GET of a collection: a page of its entries. */
export type Answer<U extends ListUid, Q extends Query<U> & Sound<Q, Query<U>> = {}> = {
  data: Entry<U, Q>[]
  meta: { pagination: Pagination<Q> }
}

/** The answer to a GET of one document by its documentId, or of the entry of a single type. */
export type AnswerOne<U extends OneUid, Q extends QueryOne<U> & Sound<Q, QueryOne<U>> = {}> = {
  data: Entry<U, Q>
  meta: {}
}

`

/**
 * The types of answers for a project whose own code may change answers. The text `UNDER_CODE` refers to the types of
 * `CODE`.
 */
const UNDER_CODE = `/** The answer to a GET of a collection: a page of its entries. */
export type Answer<U extends ListUid, Q extends Query<U> & Sound<Q, Query<U>> = {}> = Shaped<
  U,
  'list',
  {
    data: Entry<U, Received<U, 'list', Q>>[]
    meta: { pagination: Pagination<Received<U, 'list', Q>> }
  }
>

/** The answer to a GET of one document by its documentId, or of the entry of a single type. */
export type AnswerOne<U extends OneUid, Q extends QueryOne<U> & Sound<Q, QueryOne<U>> = {}> = Shaped<
  U,
  'one',
  {
    data: Entry<U, Received<U, 'one', Q>>
    meta: {}
  }
>

`

const ENTRIES = `/** The body of an error. */
export interface Refusal {
  data: null
  error: { status: number; name: string; message: string; details?: { [name: string]: Json } }
}

/** An entry, file or component in the answer to a query, or to a nested part of a query. */
export type Entry<U extends keyof Models, Q = {}, Kind = 'zone'> = Flat<
  Scalars<Models[U]['scalars'], Q> & Populated<Models[U]['links'], Q> & Uninvited<U, Q, Kind>
>

type Flat<T> = { [K in keyof T]: T[K] }
type Always = 'id' | 'documentId'
type Member<T, K> = K extends keyof T ? T[K] : undefined

/** The scalar attributes that the answer contains. */
type Scalars<S, Q> = [Chooses<Q>] extends [false]
  ? S
  : [Chooses<Q>] extends [true]
    ? Pick<S, keyof S & (Always | Items<Member<Q, 'fields'>>)>
    : Perhaps<S>
/** Whether \`fields\` selects only some of the attributes. */
type Chooses<Q> = Choice<Member<Q, 'fields'>>
type Choice<F> = [F] extends [undefined | '*' | readonly []]
  ? false
  : [F] extends [string]
    ? true
    : [F] extends [readonly (infer N)[]]
      ? '*' extends N
        ? false
        : number extends F['length']
          ? boolean
          : true
      : boolean
type Items<F> = F extends readonly (infer N)[] ? N : F
/**
 * The scalar attributes of an answer if the names in \`fields\` are unknown at compile time: each scalar is
 * optional.
 */
type Perhaps<S> = Flat<Pick<S, keyof S & Always> & Partial<Omit<S, Always>>>

/** The relations, components and files in the answer, which are those that \`populate\` requests. */
type Populated<L, Q> = 'populate' extends keyof Q ? Found<L, Opened<L, Q['populate']>, Q> : {}
type Opened<L, P> = `

const OPENED = `[P] extends [undefined]
  ? {}
  : [P] extends ['*']
    ? { [K in keyof L]: Shown<L[K], true> }
    : [P] extends [string]
      ? Along<L, P>
      : [P] extends [readonly (infer N)[]]
        ? number extends P['length']
          ? Partial<Along<L, N & string>>
          : Along<L, Followed<P> & string>
        : [P] extends [object]
          ? Named<L, P>
          : Partial<{ [K in keyof L]: Shown<L[K], true> }>

/** The attributes that \`populate\` names as a union of names and dotted paths. */
type Along<L, P extends string> = { [K in keyof L & Head<P>]: Shown<L[K], Below<Tail<P, K & string>>> }
type Head<P extends string> = P extends \`\${infer First}.\${string}\` ? First : P
type Tail<P extends string, K extends string> = P extends \`\${K}.\${infer Rest}\` ? Rest : never
type Below<P extends string> = [P] extends [never] ? true : { populate: P }

/** \`populate\` as an object: options by attribute. */
type Named<L, P> = Flat<
  { [K in keyof P & keyof L as IsAsked<P[K]> extends true ? K : never]: Shown<L[K], P[K]> } & {
    [K in keyof P & keyof L as boolean extends IsAsked<P[K]> ? K : never]?: Shown<L[K], Exclude<P[K], false | undefined>>
  }
>
type IsAsked<V> = V extends false | undefined ? false : V extends true ? true : IsSaid<V>
/** A URL cannot express an empty list or object, so an option with such a value counts as absent. */
type IsSaid<V> = V extends undefined | readonly []
  ? false
  : V extends readonly unknown[]
    ? true
    : V extends object
      ? true extends { [K in keyof V]: IsSaid<V[K]> }[keyof V]
        ? true
        : false
      : true

type Shown<K, P> = P extends { count: true }
  ? { count: number }
  : K extends Link<infer To, infer Count, infer Kind>
    ? Count extends 'many'
      ? Reached<Element<To, P, Kind, Count>, P, Kind>[] | NoneOf<Kind>
      : Reached<Element<To, P, Kind, Count>, P, Kind> | null
    : never
type Element<To extends keyof Models, P, Kind, Count> = Kind extends 'zone'
  ? Tagged<'__component', To, P>
  : Kind extends 'morph'
    ? Tagged<MorphTag<Count>, To, P>
    : Entry<To, P, Kind>
/**
 * The entries of an attribute with several target types: of the types that \`on\` lists, or of all types without
 * \`on\`.
 */
type Tagged<T extends string, To extends keyof Models, P> = P extends { on: infer On }
  ? {
      [K in keyof On & To]: IsAsked<On[K]> extends false
        ? never
        : Flat<Entry<K, On[K]> & { [N in T]: K }>
    }[keyof On & To]
  : To extends keyof Models
    ? Flat<Entry<To, P> & { [N in T]: To }>
    : never

/** The position of a page in its list. \`total\` and \`pageCount\` are absent if \`withCount\` is false. */
type Pagination<Q> = 'pagination' extends keyof Q ? Page<NonNullable<Q['pagination']>> : Page<{}>
type Page<P> = P extends { start: number } | { limit: number }
  ? IsCounted<P> extends true
    ? { start: number; limit: number; total: number }
    : { start: number; limit: number }
  : IsCounted<P> extends true
    ? { page: number; pageSize: number; pageCount: number; total: number }
    : { page: number; pageSize: number }
type IsCounted<P> = P extends { withCount: infer W } ? W : CountsByDefault
`

const BY_CODE = '[P] extends [CodeDecides] ? OpenedByCode<L> : '

/**
 * The declarations of answers. The text `ANSWERS` refers to the interface `Models`, and to the other types that
 * `declarations.ts` generates.
 */
export const ANSWERS = `${KINDS}${PLAIN}${ENTRIES}${OPENED}`

/**
 * The declarations of answers for a project whose own code may change answers. The declarations also refer to
 * `CodeRoutes` and the types of `CODE`.
 */
export const ANSWERS_UNDER_CODE = `${KINDS}${UNDER_CODE}${ENTRIES}${BY_CODE}${OPENED}`
