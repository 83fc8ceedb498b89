/**
 * Finds the traits of requests, such as "sorts through a relation". A trait is a feature of a request, such as the kind
 * of attributes that a filter or a sort names, or the form of an operand. A trait is a cause if answers to requests
 * with this trait are wrong although they follow different rules.
 */
import { IMPLICIT, isFlagOperator, isOperator } from '../../reference/operators/operators.ts'
import type { ContentType, Model, ScalarType, Schema } from '../../reference/schema/schema.ts'
import { targetOf } from '../../reference/schema/target.ts'
import { splitTarget } from '../../util/url/target.ts'
import { isInstant } from '../compare/meaning.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import { attributeNames, isListIndex, partsOf, readPart } from '../names/mentions.ts'
import { type Suspect, suspectKey } from './suspect.ts'

const TRAIT = 'trait: '
const REFUSAL = `${TRAIT}invalid `

const traitOf = (rule: CheckedRule, kind: string, says: string): Suspect => ({
  rule,
  kind: `${TRAIT}${kind}`,
  says: `${says} have a wrong effect.`,
})

/** The rules about unknown names and values in query parameters, by parameter. */
const REFUSALS: ReadonlyMap<string, CheckedRule> = new Map([
  ['fields', 'fields.unknown'],
  ['sort', 'sort.unknown'],
  ['filters', 'filters.unknown'],
  ['populate', 'populate.unknown'],
])

/**
 * Returns the trait of a request that the reference refuses, which is the invalid parameter. The parameter `rules`
 * contains the rules of the refusal.
 */
export function traitOfRefusal(rules: readonly string[]): readonly Suspect[] {
  const [rule] = rules.flatMap((one) => REFUSALS.get(one.split('.', 1)[0] ?? '') ?? []).slice(-1)
  const [parameter = ''] = rule?.split('.', 1) ?? []
  return rule === undefined
    ? []
    : [{ rule, kind: `${REFUSAL}${parameter}`, says: `The server accepts invalid \`${parameter}\`.` }]
}

/**
 * Returns whether a suspect is a trait of requests instead of a single rule. The kind of a trait begins with `TRAIT`.
 */
export const isTrait = ({ kind }: Suspect): boolean => kind.startsWith(TRAIT)

/** Returns whether a suspect is a trait of a refusal: an invalid parameter that the server accepts. */
export const isRefusalTrait = ({ kind }: Suspect): boolean => kind.startsWith(REFUSAL)

/** Returns the traits of a request's filters and of the names in its sort, without those inside a populate. */
export function traitsOf(url: string, type: ContentType | undefined, schema: Schema): readonly Suspect[] {
  if (type === undefined) return []
  const all = partsOf(splitTarget(url).search).flatMap((part) => {
    const { segments, value } = readPart(part)
    const [parameter, ...path] = segments
    if (parameter === 'filters') return traitsOfFilter(path, value, type, schema)
    if (parameter !== 'sort' || path.some((segment) => !isListIndex(segment))) return []
    return value
      .split(',')
      .flatMap((key) => traitsOfSort((key.trim().split(':', 1)[0] ?? '').split('.'), type, schema))
  })
  return [...new Map(all.map((trait) => [suspectKey(trait), trait])).values()]
}

interface Walked {
  /** The kinds of the attributes (such as `relation`) through which the path of a filter or sort leads. */
  readonly kinds: readonly string[]
  /** The name of the attribute at the end of the path. */
  readonly last: string
  readonly model: Model
}

function walk(names: readonly string[], type: Model, schema: Schema): Walked {
  const kinds: string[] = []
  let model = type
  let last = ''
  for (const name of names) {
    const attribute = model.attributes.get(name)
    const next = attribute && targetOf(schema, attribute)
    last = name
    if (attribute === undefined || next === undefined) break
    kinds.push(attribute.kind)
    model = next
  }
  return { kinds, last, model }
}

function traitsOfFilter(
  path: readonly string[],
  value: string,
  type: Model,
  schema: Schema,
): readonly Suspect[] {
  const names = attributeNames(path)
  const { kinds, last, model } = walk(names, type, schema)
  const attribute = model.attributes.get(last)
  const isScalar = attribute?.kind === 'scalar'
  const isFlag = isFlagOperator(path.findLast(isOperator) ?? IMPLICIT.value)
  return [
    ...traitsThrough('filter', kinds),
    ...(isScalar && isInstant(last) ? [BY_INSTANT] : []),
    ...(isScalar && !isFlag ? [traitOfOperand(formOf(value), attribute.type)] : []),
  ]
}

const BY_INSTANT = traitOf(
  'param.filters',
  'filter by an instant',
  'Filters by createdAt, updatedAt or publishedAt',
)

const traitOfOperand = (form: string, type: ScalarType): Suspect =>
  traitOf('filters.cast', `${form} for ${type}`, `Operands for ${type} attributes that are ${form}`)

/**
 * Returns the trait of a filter's or sort's path through relations or components. A path to an attribute of the
 * requested type itself has no trait.
 */
const traitsThrough = (parameter: 'filter' | 'sort', kinds: readonly string[]): readonly Suspect[] =>
  kinds.length === 0
    ? []
    : [
        traitOf(
          parameter === 'filter' ? 'filters.through' : 'sort.through',
          `${parameter} through ${kinds.join(' and ')}`,
          `${parameter === 'filter' ? 'Filters' : 'Sorts'} through a ${kinds.join(' in a ')}`,
        ),
      ]

const traitsOfSort = (names: readonly string[], type: Model, schema: Schema): readonly Suspect[] =>
  traitsThrough('sort', walk(names, type, schema).kinds)

/** Describes the form of a filter operand in words, such as `an integer`. */
function formOf(value: string): string {
  if (value.trim() === '') return 'an empty text'
  if (Number.isFinite(Number(value))) return Number.isInteger(Number(value)) ? 'an integer' : 'a number'
  if (WORDS.has(value)) return 'true or false'
  if (/[+-]\d\d:?\d\d$/.test(value) && value.includes('T')) return 'an instant with an offset'
  if (/^\d{4}-\d\d-\d\d/.test(value)) return value.length === 10 ? 'a date' : 'an instant'
  return /^\d\d:\d\d/.test(value) ? 'a time' : 'a text'
}

const WORDS: ReadonlySet<string> = new Set(['true', 'false', 't', 'f'])
