/**
 * Repairs the body of a refused write. After each refusal, the repair changes the members that caused the refusal,
 * until a write succeeds. If no write succeeds, the repair starts again from a minimal body.
 */
import { isList, isObject, type Json } from '../../util/json.ts'
import type { WritableAttribute, WriteModel, WriteModels } from '../../writing/index.ts'
import { nearest } from '../refused/names-near.ts'
import { at, attributeAt, type BodyPlace, type Path, placesIn, withValue } from './places.ts'
import type { Trial, TrialRefusal } from './trial.ts'
import { exampleOf, isReadable, nearOf } from './values.ts'

/** The refused write, and a function that tries another body. */
export interface RepairContext {
  readonly model: WriteModel
  readonly models: WriteModels
  /** Whether the write creates a new document. */
  readonly isNew: boolean
  /** Tries a write with another body. */
  readonly attempt: (body: Json) => Trial
}

/** The maximum number of successive changes to the body of a refused write. */
const MOST_ROUNDS = 30
/** The maximum number of body members that the search adds to a minimal body one by one. */
const MOST_MEMBERS = 50

/** Returns a request body that the API accepts; null if the search finds no such body. */
export function repaired(body: Json | undefined, refusing: TrialRefusal, repair: RepairContext): Json | null {
  return repairStepwise(body, refusing, repair) ?? fromMinimum(body, repair)
}

function repairStepwise(body: Json | undefined, first: TrialRefusal, repair: RepairContext): Json | null {
  let json: Json = body ?? {}
  let refusing = first
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = repairFor(json, refusing, repair, round)
    if (JSON.stringify(next) === JSON.stringify(json)) return null
    const trial = repair.attempt(next)
    if (trial === 'taken') return next
    if (trial === 'no write') return null
    json = next
    refusing = trial
  }
  return null
}

/**
 * Starts from a minimal body, and adds the members of the original body one by one. A member stays only if the write
 * succeeds with this member.
 */
function fromMinimum(body: Json | undefined, repair: RepairContext): Json | null {
  const minimum = minimalBody(repair)
  if (minimum === null) return null
  const data = at(body ?? null, ['data'])
  let made: Json = minimum
  for (const [name, value] of Object.entries(isObject(data ?? null) ? Object(data) : {}).slice(
    0,
    MOST_MEMBERS,
  )) {
    const more = withValue(made, ['data', name], isJson(value) ? value : null)
    if (repair.attempt(more) === 'taken') made = more
  }
  return made
}

const isJson = (value: unknown): value is Json => value !== undefined

function minimalBody(repair: RepairContext): Json | null {
  const needed = [...repair.model.attributes.values()].filter(
    ({ required, writable, default: given }) => repair.isNew && required && writable && given === undefined,
  )
  const entries = needed.flatMap((written): [string, Json][] => {
    const example = exampleOf(written)
    return example === undefined ? [] : [[written.attribute.name, example]]
  })
  const least = { data: Object.fromEntries(entries) }
  const trial = repair.attempt(least)
  if (trial === 'taken') return least
  return trial === 'no write' ? null : repairStepwise(least, trial, repair)
}

/** Returns a copy of a request body without the cause of one refusal; the same body if no repair is known. */
function repairFor(
  body: Json,
  { rule, details, message }: TrialRefusal,
  repair: RepairContext,
  round: number,
): Json {
  const { model, models } = repair
  const places = placesIn(at(body, ['data']) ?? null, model, models)
  switch (rule) {
    case 'write.body.json':
    case 'write.body.other':
    case 'write.body.data':
      return wrapped(body, model)
    case 'write.keys.identity':
    case 'write.keys.kept':
    case 'write.relation.closed':
    case 'write.morph':
    case 'write.keys.unknown':
      return withoutKey(body, String(at(details, ['key'])), places)
    case 'write.values':
    case 'write.values.draft':
    case 'write.values.unique':
    case 'write.component.id':
      return repairValues(body, details, repair, places, round)
    case 'write.values.date':
      return places.reduce(
        (json, { path, written, value }) =>
          written === undefined || isReadable(written, value)
            ? json
            : withValue(json, path, exampleOf(written)),
        body,
      )
    case 'write.relation.document':
      return withoutLinks(body, places, /^Document with id "([^"]*)"/.exec(message)?.[1])
    case 'write.relation.position':
    case 'write.relation.forms':
    case 'write.relation.exists':
    case 'write.morph.one':
      return withoutLinks(body, places, undefined)
    default:
      return body
  }
}

/** Moves a request body into a member `data` if the body names an attribute; otherwise, `data` is empty. */
function wrapped(body: Json, model: WriteModel): Json {
  const isUnwrapped = isObject(body) && Object.keys(body).some((name) => model.attributes.has(name))
  return { data: isUnwrapped ? body : {} }
}

/** Corrects a misspelt name to the nearest name of the model, and removes any other wrong name. */
function withoutKey(body: Json, key: string, places: readonly BodyPlace[]): Json {
  if (
    isObject(at(body, ['data']) ?? null) &&
    ['id', 'documentId'].includes(key) &&
    at(body, ['data', key]) !== undefined
  )
    return withValue(body, ['data', key], undefined)
  const own = places.filter(({ name, written }) => name === key && written?.writable !== true)
  const closed = places.filter(({ name }) => name === key)
  const inLinks = places.filter(
    ({ written, value }) => isLink(written) && JSON.stringify(value).includes(`"${key}":`),
  )
  const wrong = own.length > 0 ? own : closed.length > 0 ? closed : inLinks
  return wrong.reduce((json, place) => {
    const value = place.name === key ? undefined : plainLinks(place.value)
    const better = place.written === undefined ? nearName(place) : undefined
    const without = withValue(json, place.path, value)
    return better === undefined
      ? without
      : withValue(without, [...place.path.slice(0, -1), better], place.value)
  }, body)
}

function nearName({ name, model }: BodyPlace): string | undefined {
  const names = [...model.attributes.values()].filter(({ writable }) => writable)
  return nearest(
    name,
    names.map(({ attribute }) => attribute.name),
  )[0]
}

const isLink = (written: WritableAttribute | undefined): boolean =>
  written !== undefined && ['relation', 'media', 'morphTo', 'morphBy'].includes(written.attribute.kind)

/** Replaces each object that stands for a linked entry by the documentId or id of the entry. */
function plainLinks(value: Json): Json | undefined {
  const plain = (one: Json): Json => {
    if (!isObject(one)) return one
    return one['documentId'] ?? one['id'] ?? one
  }
  if (isList(value)) return value.map(plain)
  return isObject(value) && ('id' in value || 'documentId' in value) ? plain(value) : undefined
}

/** Removes all links to the document that a refusal names; if the refusal names no document, removes all links. */
function withoutLinks(body: Json, places: readonly BodyPlace[], documentId: string | undefined): Json {
  const naming = places.filter(
    ({ written, value }) =>
      isLink(written) &&
      (documentId === undefined || JSON.stringify(value).includes(JSON.stringify(documentId))),
  )
  const isNamed = (one: Json): boolean =>
    one === documentId || (isObject(one) && one['documentId'] === documentId)
  return naming.reduce((json, { path, value }) => {
    const remaining =
      documentId !== undefined && isList(value) ? value.filter((one) => !isNamed(one)) : undefined
    return withValue(json, path, remaining)
  }, body)
}

/** Replaces each value that the refusal names with the nearest valid value, or removes the value. */
function repairValues(
  body: Json,
  details: Json,
  { model, models }: RepairContext,
  places: readonly BodyPlace[],
  round: number,
): Json {
  const errors = at(details, ['errors'])
  let json = body
  const all: readonly Json[] = isList(errors ?? null) ? Object(errors) : []
  // Repairs the last error first, because removing an item from a list moves the later items.
  for (const error of all.toReversed()) {
    const steps: Json | undefined = at(error, ['path'])
    const message = String(at(error, ['message']))
    const path: Path = ['data', ...(isList(steps ?? null) ? Object(steps) : [])]
    if (path.length === 1) json = withoutLinks(json, places, undefined)
    else {
      const value = at(json, path) ?? at(error, ['value'])
      json = repairValue(json, { path, value, message }, attributeAt(json, path, model, models), round)
    }
  }
  return errors === undefined ? withoutComponentIds(body, places) : json
}

interface WrongValue {
  readonly path: Path
  /** The wrong value in the body; if the body does not contain the value, the value in the server's error. */
  readonly value: Json | undefined
  readonly message: string
}

function repairValue(
  body: Json,
  { path, value, message }: WrongValue,
  written: WritableAttribute | undefined,
  round: number,
): Json {
  if (path.at(-1) === '__component') return withValue(body, path.slice(0, -1), undefined)
  if (written === undefined) return withValue(body, path, undefined)
  if (message.includes('unique')) return withValue(body, path, otherValue(value, round))
  const near = nearOf(written, value)
  const isSame = JSON.stringify(near) === JSON.stringify(at(body, path))
  return withValue(body, path, isSame ? undefined : near)
}

/** Derives another value for an attribute whose values must be unique. */
function otherValue(value: Json | undefined, round: number): Json | undefined {
  if (typeof value === 'number') return value + round + 1
  if (typeof value !== 'string') return undefined
  const at = value.indexOf('@')
  return at > 0 ? `${value.slice(0, at)}-${round + 2}${value.slice(at)}` : `${value}-${round + 2}`
}

const withoutComponentIds = (body: Json, places: readonly BodyPlace[]): Json =>
  places
    .filter(({ name, model }) => name === 'id' && model.isComponent)
    .reduce((json, { path }) => withValue(json, path, undefined), body)
