/** Finds the circumstances of values in answers: the type of the attribute, its place, and the form of the value. */
import type { Attribute, ContentType, Model, Schema } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, member } from '../../util/json.ts'
import { pointerSteps } from '../../util/pointer.ts'
import { isInstant, itemMeaning, type Meaning, memberMeaning, modelAt } from '../compare/meaning.ts'
import { linkText, sideOf, typesOf } from './filters.ts'
import { nameOf } from './request.ts'
import { formsOf } from './texts.ts'

interface ValuePlace {
  readonly value: Json | undefined
  readonly meaning: Meaning
  /** The links that lead from the entry of `data` to the value. */
  readonly links: readonly Attribute[]
  /** The name of the nearest member, and the attribute of the member if its model has one. */
  readonly name: string
  readonly attribute: Attribute | undefined
  /** The model of the nearest entry or component. */
  readonly owner: Model | undefined
}

const rootOf = (body: Json, type: ContentType): ValuePlace => ({
  ...{ value: body, meaning: { kind: 'body', type }, links: [], name: '', attribute: undefined, owner: type },
})

function stepInto(place: ValuePlace, step: string, schema: Schema): ValuePlace {
  const { value, meaning, links, attribute: before } = place
  if (isList(value)) return { ...place, value: value[Number(step)], meaning: itemMeaning(meaning) }
  const owner = isObject(value) ? value : {}
  const model = modelAt(meaning, owner)
  const attribute = model?.attributes.get(step)
  return {
    value: member(owner, step),
    meaning: memberMeaning(meaning, step, owner, schema),
    links: before === undefined || before.kind === 'scalar' ? links : [...links, before],
    name: step,
    attribute,
    owner: model,
  }
}

/** Returns the circumstances of the value at a path of an answer. */
export function circumstancesAt(
  body: Json,
  path: string,
  type: ContentType,
  schema: Schema,
): readonly string[] {
  let place = rootOf(body, type)
  const lists: string[] = []
  for (const step of pointerSteps(path)) {
    if (place.attribute?.kind === 'scalar') break
    lists.push(...ofListAt(place))
    place = stepInto(place, step, schema)
  }
  return [...ofPlace(place), ...lists]
}

/** Returns the circumstances of a list in an answer that is the value of an attribute; empty for any other value. */
const ofListAt = ({ value, attribute, links }: ValuePlace): readonly string[] =>
  attribute === undefined || !isList(value)
    ? []
    : withPlace(ofList(value), [linkText(attribute), ...sideOf(attribute)], placesOf(links))

/** The maximum number of values of one answer that the check describes. */
const MAX_VALUES = 2_000

/** Returns the circumstances of all values in the body of an answer. */
export function circumstancesOfAll(body: Json, type: ContentType, schema: Schema): ReadonlySet<string> {
  const all = new Set<string>()
  const left: ValuePlace[] = [rootOf(body, type)]
  for (let count = 0; count < MAX_VALUES; count++) {
    const place = left.pop()
    if (place === undefined) break
    for (const one of [...ofPlace(place), ...ofAbsent(place, schema)]) all.add(one)
    const { value } = place
    const steps = isList(value)
      ? value.map((_item, at) => String(at))
      : isObject(value)
        ? Object.keys(value)
        : []
    for (const step of steps) left.push(stepInto(place, step, schema))
  }
  return all
}

/** Returns the circumstances of the first private scalar attribute that an entry or component does not show. */
function ofAbsent(place: ValuePlace, schema: Schema): readonly string[] {
  const { value, meaning } = place
  const model = isObject(value) ? modelAt(meaning, value) : undefined
  const name = [...(model?.attributes.values() ?? [])].find(
    (one) => one.private && one.kind === 'scalar',
  )?.name
  return name === undefined
    ? []
    : ofPlace(stepInto(place, name, schema)).filter((one) => one.startsWith(PRIVATE))
}

function ofPlace({ value, links, name, attribute, owner }: ValuePlace): readonly string[] {
  const link = links.at(-1)
  if (name === '' || name === 'data' || (link === undefined && isName(name))) return []
  const isOfFile = link?.kind === 'media'
  const [what = '', ...kinds] =
    attribute === undefined || isOfFile || isInstant(name)
      ? [`\`${name}\``]
      : attribute.kind === 'scalar'
        ? typesOf(attribute.type)
        : [linkText(attribute)]
  const places = placesOf(links)
  return [
    what,
    ...kinds,
    ...(attribute === undefined ? [] : sideOf(attribute)),
    ...(link === undefined || !isName(name) ? [] : [linkText(link), ...sideOf(link)]),
    ...(owner === undefined ? [] : [nameOf(owner)]),
    ...(attribute?.private === true ? withPlace([PRIVATE], [], places) : []),
    ...(link === undefined ? [] : [`${what} in ${linkText(link)}`]),
    ...places.flatMap((where) => [`${what} ${where}`, `a value ${where}`]),
    ...(value === undefined || value === null ? [] : [`${OF_MEMBER}${what}`]),
    ...withPlace(ofValue(value), [what, ...(attribute === undefined ? [] : sideOf(attribute))], places),
  ]
}

/**
 * The beginning of the circumstance that an attribute, or another member of an answer, has a value. Reports never show
 * this circumstance, because the title of the cause names the member.
 */
export const OF_MEMBER = 'a value of '

const PRIVATE = 'a private attribute'

/** Returns whether a member identifies its entry, so that a wrong value means another entry. */
const isName = (name: string): boolean => name === 'id' || name === 'documentId'

/** Returns the circumstances of a list: its length, and whether two of its elements have the same type. */
function ofList(list: readonly Json[]): readonly string[] {
  const kinds = list.flatMap((one) => (isObject(one) ? (one['__component'] ?? one['__type'] ?? []) : []))
  return [
    ...(list.length === 0 ? ['an empty list'] : []),
    ...(list.length > 1 ? ['a list of several elements'] : []),
    ...(list.length > 2 ? ['a list of more than two elements'] : []),
    ...(new Set(kinds).size < kinds.length ? ['two elements of one type in a dynamic zone'] : []),
  ]
}

/**
 * Returns the words for a value: alone, with its attribute, with the side of its relation, and with its places in the
 * answer.
 */
const withPlace = (
  forms: readonly string[],
  owners: readonly string[],
  places: readonly string[],
): readonly string[] =>
  forms.flatMap((form) => [
    form,
    ...owners.map((owner) => `${form} for ${owner}`),
    ...places.map((where) => `${form} ${where}`),
  ])

/** Returns the words for the places of a value in an answer, the nearest place first. */
function placesOf(links: readonly Attribute[]): readonly string[] {
  if (links.length === 0) return ['at the root of an entry']
  const places = links.map(({ kind }) => PLACES[kind]).toReversed()
  const [nearest = '', next] = places
  return [
    ...(next === undefined ? [] : [`directly in ${nearest} in ${next}`]),
    `directly in ${nearest}`,
    ...new Set(places.map((place) => `in ${place}`)),
    ...(next === undefined ? [] : ['in a populated attribute of another one']),
    'in a populated attribute',
  ]
}

const PLACES: Readonly<Record<Attribute['kind'], string>> = {
  scalar: 'an entry',
  relation: 'a linked entry',
  morphTo: 'an entry of a morph relation',
  morphBy: 'an entry of a morph relation',
  media: 'a file',
  component: 'a component',
  zone: 'a dynamic zone',
}

function ofValue(value: Json | undefined): readonly string[] {
  if (value === undefined) return []
  if (value === null) return ['an attribute without a value']
  if (typeof value === 'string') return formsOf(value).map((form) => `a text with ${form}`)
  if (typeof value === 'number')
    return [
      Number.isInteger(value) ? 'an integer' : 'a fraction',
      ...(value < 0 ? ['a negative number'] : []),
    ]
  if (isList(value)) return ofList(value)
  return typeof value === 'boolean' ? [`\`${value}\``] : []
}
