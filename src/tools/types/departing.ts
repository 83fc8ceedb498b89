/**
 * The declarations that model departures of a real server. Each conditional type contains the id of the departure
 * that it models.
 */

import { LOGICAL } from '../../reference/operators/operators.ts'

const LOGICAL_NAMES = Object.keys(LOGICAL)
  .map((name) => `'${name}'`)
  .join(' | ')

/**
 * The declarations of departures. The declarations refer to the types of `ANSWERS`, to `Departs` (the departures) and
 * to `Positioned`.
 */
export const DEPARTING = `/** Members of an answer that the real server adds although no query parameter requests them. */
type Uninvited<U extends keyof Models, Q, Kind> = [Chooses<Q>] extends [true]
  ? Sorted<Models[U], Q, Kind> & PositionOf<U, Q, Kind>
  : {}

/**
 * The attributes in \`sort\`. If the server sorts by linked entries, it adds the sorted attributes to the \`fields\`
 * of the answer.
 */
type Sorted<M extends { scalars: unknown; links: unknown }, Q, Kind> = 'sort-field-leak' extends Departs
  ? true extends (Kind extends 'zone' | 'morph' | 'system' ? Follows<Member<Q, 'filters'>, M['links']> : true)
    ? Listed<Pick<M['scalars'], keyof M['scalars'] & SortedBy<Keys<Member<Q, 'sort'>>>>, Member<Q, 'sort'>>
    : {}
  : {}
type Listed<T, S> = S extends readonly unknown[] ? (number extends S['length'] ? Partial<T> : T) : T
type SortedBy<K> = [Extract<K, \`\${string}.\${string}\`>] extends [never] ? K : never
type Keys<S> = S extends string
  ? S extends \`\${infer Name}:\${string}\`
    ? Name
    : S
  : S extends readonly (infer One)[]
    ? Keys<One>
    : S extends object
      ? { [K in keyof S]: S[K] extends string ? K : \`\${K & string}.\` }[keyof S]
      : never
/** Whether a filter has a condition on a linked entry. */
type Follows<F, L> = F extends readonly (infer One)[]
  ? Follows<One, L>
  : F extends object
    ? [keyof F & keyof L] extends [never]
      ? Follows<F[keyof F & (${LOGICAL_NAMES})], L>
      : true
    : false

/** The position of a component, which replaces its attribute \`order\` in the answer. */
type PositionOf<U, Q, Kind> = 'component-order-leak' extends Departs
  ? [Kind, U, Member<Q, 'sort'>] extends ['component', Positioned, undefined | readonly []]
    ? 'order' extends Items<Member<Q, 'fields'>>
      ? {}
      : { order: number }
    : {}
  : {}

/**
 * A morph relation to one entry is null if it is populated with \`fields\`, because the server does not read the
 * columns of this relation.
 */
type Found<L, O, Q> = 'morphtoone-fields-null' extends Departs
  ? [Chooses<Q>] extends [true]
    ? { [K in keyof O]: Member<L, K> extends { count: 'one'; kind: 'morph' } ? Uncounted<O[K]> : O[K] }
    : O
  : O
type Uncounted<T> = T extends { count: number } ? T : null
type Reached<E, P, Kind> = 'morphmany-fields-empty' extends Departs
  ? [Kind, Chooses<P>] extends ['far', true]
    ? never
    : E
  : E

/** A list of files, or of entries on the far side of a morph relation, is null when it is empty. */
type NoneOf<Kind> = 'empty-morph-many-is-array' extends Departs ? (Kind extends 'plain' | 'far' ? null : never) : never

/** The populated entry of a to-one morph relation lacks the member \`__type\`. */
type MorphTag<Count> = 'morphToOne-__type' extends Departs ? (Count extends 'one' ? never : '__type') : '__type'

/** The paths of \`populate\`: if one path begins with another, only the path that is written last counts. */
type Followed<P extends readonly unknown[]> = 'dotted-order' extends Departs
  ? P extends readonly [infer First, ...infer Rest]
    ? (First extends \`\${Rest[number] & string}.\${string}\` ? never : First) | Followed<Rest>
    : never
  : P[number]

/** With the quirk \`morph-in-list\`, a \`populate\` list with a morph relation has no path through a dynamic zone. */
type RootList<U extends keyof Models> = 'morph-in-list' extends Departs
  ? readonly InnerPath<U>[] | readonly WithoutMorphs<U>[]
  : readonly RootPath<U>[]
type WithoutMorphs<U extends keyof Models> = Text<
  {
    [K in Text<keyof Links<U>>]: Links<U>[K] extends { kind: 'morph' }
      ? never
      : K | LeadOn<K, Following<Links<U>[K]>, Morphs<Links<U>[K]>>
  }[Text<keyof Links<U>>]
>
type LeadOn<K extends string, N extends string, Morph extends string> =
  | \`\${K}.\${Exclude<N, Morph>}\`
  | \`\${K}.\${N}.\${string}\`
type Morphs<K> = K extends Link<infer To, infer _Count, infer _Kind>
  ? To extends keyof Models
    ? Text<{ [N in keyof Links<To>]: Links<To>[N] extends { kind: 'morph' } ? N : never }[keyof Links<To>]>
    : never
  : never
`
