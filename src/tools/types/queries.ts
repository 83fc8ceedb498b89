/**
 * The declarations of queries, which are the same for every schema. They admit every valid query and nothing
 * else.
 */

import { OPERATORS, TEST_OPERATORS, type TestOperator } from '../../reference/operators.ts'
import { RULES } from '../../reference/rules.ts'
import { LINK_OPERATORS } from './link-operators.ts'

/** The type of an operand. `value` is the type of the operands that fit the attribute. */
function operandType(operator: TestOperator, value: string): string {
  switch (OPERATORS[operator].takes) {
    case 'flag':
      return 'boolean'
    case 'value':
      return value
    case 'text':
      return 'string'
    case 'list':
      return `readonly ${value}[]`
    case 'pair':
      return `readonly [${value}, ${value}]`
  }
}

const OPERATOR_MEMBERS = TEST_OPERATORS.map(
  (operator) =>
    `  /** ${RULES[OPERATORS[operator].rule].says} */\n  ${operator}?: ${operandType(operator, 'V')}`,
).join('\n')
const LINK_MEMBERS = LINK_OPERATORS.map(
  (operator) => `  | { ${operator}: ${operandType(operator, 'number')} }`,
).join('\n')

/** The declarations of queries. They need the types of `ANSWERS`. */
export const QUERIES = `/** What may be asked of a list. Written as a query string by \`qs\` it is answered, and not refused. */
export interface Query<U extends keyof Models> extends Omit<QueryOne<U>, 'locale'> {
  sort?: Sort<U>
  pagination?:
    | { page?: number; pageSize?: number; withCount?: boolean }
    | { start?: number; limit?: number; withCount?: boolean }
  /** One code, several, or \`*\` for all: of a type in several languages. */
  locale?: Locale | '*' | readonly Locale[]
  /** Looks for a text in the attributes of the entry itself. */
  _q?: string
}

/** What may be asked of one entry. */
export interface QueryOne<U extends keyof Models> {
  fields?: Fields<U>
  populate?: '*' | RootPath<U> | RootList<U> | (PopulateObject<U> & NoText)
  filters?: Filters<U>
  locale?: Locale
  /** Of everything in the answer; published, where it is left out. */
  status?: 'draft' | 'published'
  publicationFilter?: PublicationFilter
  hasPublishedVersion?: boolean
}

/** The attributes to answer; all of them with \`*\`, and where nothing is said. */
export type Fields<U extends keyof Models> = FieldName<U> | '*' | readonly (FieldName<U> | '*')[]

type Text<T> = T & string
/** Of an object of which every member may be missing: that neither a text nor a list is one. */
type NoText = { [Symbol.iterator]?: never }
type Links<U extends keyof Models> = Models[U]['links']
type FieldName<U extends keyof Models> = Text<
  U extends keyof Components ? Exclude<keyof Models[U]['scalars'], 'documentId'> : keyof Models[U]['scalars']
>

/** What an attribute leads to where it is of one kind, as a filter and a sort need it. */
type Leads<K> = K extends Link<infer To, infer _Count, infer Kind> ? (Kind extends 'zone' | 'morph' ? never : To) : never
/** What a dotted path may go on with: nothing behind media and morph relations. */
type Following<K> = K extends Link<infer To, infer _Count, infer Kind>
  ? Kind extends 'morph'
    ? never
    : [To, Kind] extends ['plugin::upload.file', 'plain']
      ? never
      : To extends keyof Models
        ? Text<keyof Links<To>>
        : never
  : never

/** Names, and dotted paths: of these the first two names are checked. */
type RootPath<U extends keyof Models> = Text<
  { [K in Text<keyof Links<U>>]: Dotted<K, Following<Links<U>[K]>> }[Text<keyof Links<U>>]
>
/** A path below an attribute does not go through a zone. */
type InnerPath<U extends keyof Models> = Text<
  {
    [K in Text<keyof Links<U>>]: Links<U>[K] extends { kind: 'zone' } ? K : Dotted<K, Following<Links<U>[K]>>
  }[Text<keyof Links<U>>]
>
type Dotted<K extends string, N extends string> = K | \`\${K}.\${N}\` | \`\${K}.\${N}.\${string}\`

/** By attribute: whether it is populated, or how. */
export type PopulateObject<U extends keyof Models> = { [K in keyof Links<U>]?: Option<Links<U>[K]> }

type Option<K> = K extends Link<infer To, infer _Count, infer Kind>
  ?
      | boolean
      | (Kind extends 'zone'
          ? { populate: '*' } | On<To>
          : Kind extends 'morph'
            ? On<To> | { count: true }
            : Options<To> | (Kind extends 'relation' | 'component' ? { count: boolean; filters?: Filters<To> } : never))
  : never
/** By the kind of what is linked; kinds that are not listed are left out of the answer. */
type On<To extends keyof Models> = { on: { [U in To]?: true | Options<U> } }

/** What is said of the entries of a populated attribute. */
export interface Options<U extends keyof Models> {
  fields?: Fields<U>
  populate?: '*' | InnerPath<U> | readonly InnerPath<U>[] | (PopulateObject<U> & NoText)
  filters?: Filters<U>
  /** By their own attributes alone. */
  sort?: Ordered<FieldName<U>> | readonly Ordered<FieldName<U>>[] | OwnOrder<U> | readonly OwnOrder<U>[]
}
type OwnOrder<U extends keyof Models> = { [K in FieldName<U>]?: Order } & NoText

/** Conditions, of which each has to hold. */
export type Filters<U extends keyof Models> = Conditions<U> & {
  $and?: readonly Filters<U>[]
  $or?: readonly Filters<U>[]
  $not?: Filters<U>
}
type Value<U extends keyof Models, K> = Operand<Models[U]['scalars'][K & keyof Models[U]['scalars']]>
type Conditions<U extends keyof Models> = { [K in FieldName<U>]?: Condition<Value<U, K>> } & {
  [K in keyof Links<U> as [Leads<Links<U>[K]>] extends [never] ? never : K]?: Linked<Leads<Links<U>[K]>>
}
/** On what is linked, or on its id; groups and operators stand alone there. */
type Linked<U extends keyof Models> =
  | number
  | Conditions<U>
  | { $and: readonly Filters<U>[] }
  | { $or: readonly Filters<U>[] }
${LINK_MEMBERS}
type Operand<T> = [NonNullable<T>] extends [string | number | boolean]
  ? NonNullable<T>
  : string | number | boolean
type Condition<V> = V | readonly V[] | Operators<V>
/** Every operator there is; with a text they look at what is answered. */
export interface Operators<V> {
${OPERATOR_MEMBERS}
  $not?: V | Operators<V>
}

/** By attributes, and through what is linked: of a dotted path the first two names are checked. */
export type Sort<U extends keyof Models> =
  | SortText<U>
  | readonly SortText<U>[]
  | (SortObject<U> & NoText)
  | readonly (SortObject<U> & NoText)[]
type Order = 'asc' | 'desc'
type Ordered<N extends string> = N | \`\${N}:\${Order}\`
type SortText<U extends keyof Models> =
  | Ordered<FieldName<U>>
  | { [K in Text<keyof Links<U>>]: Through<K, Leads<Links<U>[K]>> }[Text<keyof Links<U>>]
type Through<K extends string, To extends keyof Models> = [To] extends [never]
  ? never
  : Ordered<\`\${K}.\${FieldName<To>}\`> | \`\${K}.\${Text<keyof Links<To>>}.\${string}\`
export type SortObject<U extends keyof Models> = { [K in FieldName<U>]?: Order } & {
  [K in keyof Links<U> as [Leads<Links<U>[K]>] extends [never] ? never : K]?: SortObject<Leads<Links<U>[K]>>
}

/** A query in which no name stands that there is not: what \`Answer\` takes is looked through with it. */
export type Sound<T, Shape> = { readonly [K in keyof T]: SoundAt<T[K], OfMember<Objects<Shape>, K>> }
type SoundAt<T, Shape> = [Shape] extends [never]
  ? never
  : T extends string | number | boolean | undefined
    ? T
    : T extends readonly unknown[]
      ? { readonly [I in keyof T]: SoundAt<T[I], Item<Shape>> }
      : Sound<T, Shape>
type Objects<Shape> = Shape extends string | number | boolean | readonly unknown[] | undefined ? never : Shape
type Item<Shape> = Shape extends readonly (infer One)[] ? One : never
type OfMember<Shape, K> = Shape extends unknown ? (K extends keyof Shape ? Shape[K] : never) : never
`
