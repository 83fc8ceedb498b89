/**
 * Defines the scopes of a misread operator, such as all conditions, the conditions on attributes of one type, or the
 * conditions through a link.
 */
import type { Graph } from '../../../../reference/graph/graph.ts'
import type { ScalarType } from '../../../../reference/schema/schema.ts'
import { TEXT_TYPES } from '../../../../reference/values.ts'
import type { Condition } from './conditions.ts'

/** A scope of conditions, which a server may treat differently from other conditions. */
export interface Scope {
  /** The phrase at the beginning of a sentence that names the conditions of the scope; empty for all conditions. */
  readonly says: string
  readonly has: (condition: Condition) => boolean
  /** The types of the attributes in the conditions; absent for attributes of any type. */
  readonly types?: readonly ScalarType[]
}

export const EVERYWHERE: Scope = { says: '', has: () => true }

/** The scope of the conditions without an operator in the query. */
export const IMPLICIT: Scope = {
  says: 'In a condition without an operator',
  has: ({ isImplicit }) => isImplicit,
}
export const EXPLICIT: Scope = {
  says: 'In a condition with an operator',
  has: ({ isImplicit }) => !isImplicit,
}

/**
 * The kinds of the last link in a condition, such as a relation. A server may read the attributes behind such a link
 * by different code.
 */
const BEHIND: readonly (readonly [kind: string, what: string])[] = [
  ['media', 'a file'],
  ['relation', 'a linked entry'],
  ['component', 'a component'],
]

/** Returns the scopes of conditions that a server may treat differently, with all conditions first. */
export function scopesOf(graph: Graph): readonly Scope[] {
  return [
    ...[EVERYWHERE, EXPLICIT, IMPLICIT],
    ...BEHIND.map(behind),
    ...GROUPS.map(ofGroup),
    ...typesIn(graph).map(ofType),
  ]
}

const behind = ([kind, what]: (typeof BEHIND)[number]): Scope => ({
  says: `On an attribute of ${what}`,
  has: ({ links }) => links.at(-1)?.kind === kind,
})

/** The groups of attribute types that a server may compare by different code, each with its words. */
const GROUPS: readonly (readonly [what: string, types: readonly ScalarType[]])[] = [
  ['a number', ['integer', 'biginteger', 'float', 'decimal']],
  ['an instant', ['datetime', 'timestamp']],
]

const ofGroup = ([what, types]: (typeof GROUPS)[number]): Scope => ({
  says: `On an attribute whose value is ${what}`,
  has: (condition) => isOfType(types, condition),
  types,
})

/** Returns the scope of the conditions on scalar attributes of one type. */
const ofType = (type: ScalarType): Scope => ({
  says: `On an attribute of the type ${type}`,
  has: (condition) => isOfType([type], condition),
  types: [type],
})

/** The attribute types whose values are texts. */
export const TEXTS: readonly ScalarType[] = [...TEXT_TYPES]

/** Returns whether a condition is about a scalar attribute of one of the given types. */
export const isOfType = (types: readonly ScalarType[], { attribute }: Condition): boolean =>
  attribute?.kind === 'scalar' && types.includes(attribute.type)

function typesIn({ schema }: Graph): readonly ScalarType[] {
  const all = [...schema.contentTypes.values(), ...schema.components.values()].flatMap(({ attributes }) =>
    [...attributes.values()].flatMap((one) => (one.kind === 'scalar' ? [one.type] : [])),
  )
  return [...new Set(all)]
}

/** Returns a sentence about what the server does in a scope. The text `verb` completes the phrase "the server …". */
export const serverDoes = ({ says }: Scope, verb: string): string =>
  says === '' ? `The server ${verb}.` : `${says}, the server ${verb}.`
