/**
 * The declarations of queries, which are the same for every schema. The types accept every valid query, and reject
 * unknown names and values of a wrong type.
 */

import { OPERATORS, TEST_OPERATORS, type TestOperator } from '../../reference/operators/operators.ts'
import { RULES } from '../../reference/rules.ts'
import { LINK_OPERATORS } from './link-operators.ts'

/**
 * Returns the TypeScript type of the operand of an operator. The parameter `value` is the type of the attribute's
 * values.
 */
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

/** The declarations of queries; they refer to the types of `ANSWERS`. */
export const QUERIES = `/** The query parameters of a list request. The package \`qs\` converts them to a query string. */
export interface Query<U extends keyof Models> extends Omit<QueryOne<U>, 'locale'> {
  sort?: Sort<U>
  pagination?:
    | { page?: number; pageSize?: number; withCount?: boolean }
    | { start?: number; limit?: number; withCount?: boolean }
  /** The locale of an entry in several languages: one code, a list of codes, or \`*\` for all. */
  locale?: Locale | '*' | readonly Locale[]
  /** Searches the entry's own attributes for this text. */
  _q?: string
}

/** The query parameters of a request for a single entry. */
export interface QueryOne<U extends keyof Models> {
  fields?: Fields<U>
  populate?: '*' | RootPath<U> | RootList<U> | (PopulateObject<U> & NoText)
  filters?: Filters<U>
  locale?: Locale
  /** The status of every entry in the answer, linked entries included. The default status is \`published\`. */
  status?: 'draft' | 'published'
  publicationFilter?: PublicationFilter
  hasPublishedVersion?: boolean
}

/** The scalar attributes in the answer. With \`*\` or without \`fields\`, the answer has all of them. */
export type Fields<U extends keyof Models> = FieldName<U> | '*' | readonly (FieldName<U> | '*')[]

type Text<T> = T & string
/** Rejects texts and lists, which TypeScript otherwise accepts for an object type with only optional members. */
type NoText = { [Symbol.iterator]?: never }
type Links<U extends keyof Models> = Models[U]['links']
type FieldName<U extends keyof Models> = Text<
  U extends keyof Components ? Exclude<keyof Models[U]['scalars'], 'documentId'> : keyof Models[U]['scalars']
>

/**
 * The target of an attribute that has one target type. Filters and sorts only follow attributes with one target type.
 */
type Leads<K> = K extends Link<infer To, infer _Count, infer Kind> ? (Kind extends 'zone' | 'morph' ? never : To) : never
/**
 * The names that may follow the name of an attribute in a dotted path. No name may follow a media attribute or a
 * morph relation.
 */
type Following<K> = K extends Link<infer To, infer _Count, infer Kind>
  ? Kind extends 'morph'
    ? never
    : [To, Kind] extends ['plugin::upload.file', 'plain']
      ? never
      : To extends keyof Models
        ? Text<keyof Links<To>>
        : never
  : never

/** The names and dotted paths in \`populate\`. TypeScript checks the first two names of a path. */
type RootPath<U extends keyof Models> = Text<
  { [K in Text<keyof Links<U>>]: Dotted<K, Following<Links<U>[K]>> }[Text<keyof Links<U>>]
>
/** A dotted path cannot lead through a dynamic zone. */
type InnerPath<U extends keyof Models> = Text<
  {
    [K in Text<keyof Links<U>>]: Links<U>[K] extends { kind: 'zone' } ? K : Dotted<K, Following<Links<U>[K]>>
  }[Text<keyof Links<U>>]
>
type Dotted<K extends string, N extends string> = K | \`\${K}.\${N}\` | \`\${K}.\${N}.\${string}\`

/** The options of populate by attribute: true, false, or an object. */
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
/** The options of populate by the type of the linked entry. The answer omits types that are not listed. */
type On<To extends keyof Models> = { on: { [U in To]?: true | Options<U> } }

/** The options of a populated attribute. */
export interface Options<U extends keyof Models> {
  fields?: Fields<U>
  populate?: '*' | InnerPath<U> | readonly InnerPath<U>[] | (PopulateObject<U> & NoText)
  filters?: Filters<U>
  /** Sorts by the linked entries' own attributes only. */
  sort?: Ordered<FieldName<U>> | readonly Ordered<FieldName<U>>[] | OwnOrder<U> | readonly OwnOrder<U>[]
}
type OwnOrder<U extends keyof Models> = { [K in FieldName<U>]?: Order } & NoText

/** Conditions. An entry must fulfil all conditions. */
export type Filters<U extends keyof Models> = Conditions<U> & {
  $and?: readonly Filters<U>[]
  $or?: readonly Filters<U>[]
  $not?: Filters<U>
}
type Value<U extends keyof Models, K> = Operand<Models[U]['scalars'][K & keyof Models[U]['scalars']]>
type Conditions<U extends keyof Models> = { [K in FieldName<U>]?: Condition<Value<U, K>> } & {
  [K in keyof Links<U> as [Leads<Links<U>[K]>] extends [never] ? never : K]?: Linked<Leads<Links<U>[K]>>
}
/**
 * The conditions on a linked entry: conditions on the entry's attributes, or a value for the entry's row id. An
 * object with a group such as \`$and\`, or with an operator, must have no other key.
 */
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
/** The operators that compare a value with an operand. */
export interface Operators<V> {
${OPERATOR_MEMBERS}
  $not?: V | Operators<V>
}

/**
 * The sort keys: attributes of the entry itself or of linked entries. TypeScript checks the first two names of a
 * dotted path.
 */
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

/** Rejects unknown names at every depth of the query that \`Answer\` receives. */
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
