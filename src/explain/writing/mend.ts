/** A refused body → one that is taken, with as much of it as can be: each refusal in turn is met with a change. */
import { isList, isObject, type Json } from '../../util/json.ts'
import type { WritableAttribute, WriteModel, WriteModels } from '../../writing/index.ts'
import { nearest } from '../names-near.ts'
import { at, attributeAt, type BodyPlace, type Path, placesIn, withValue } from './places.ts'
import type { Refusing, Trial } from './trial.ts'
import { exampleOf, isReadable, nearOf } from './values.ts'

/** What a body is mended by. */
export interface Mending {
  readonly model: WriteModel
  readonly models: WriteModels
  /** Whether a body makes a document. */
  readonly isNew: boolean
  /** What comes of another body. */
  readonly attempt: (body: Json) => Trial
}

/** Refusals that are met one after the other, and members that are tried one by one. */
const MOST_ROUNDS = 30
const MOST_MEMBERS = 50

/** A body that is taken; null where none was found. */
export function mended(body: Json | undefined, refusing: Refusing, mending: Mending): Json | null {
  return metInTurn(body, refusing, mending) ?? fromLeast(body, mending)
}

function metInTurn(body: Json | undefined, first: Refusing, mending: Mending): Json | null {
  let json: Json = body ?? {}
  let refusing = first
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = met(json, refusing, mending, round)
    if (JSON.stringify(next) === JSON.stringify(json)) return null
    const trial = mending.attempt(next)
    if (trial === 'taken') return next
    if (trial === 'no write') return null
    json = next
    refusing = trial
  }
  return null
}

/** The least that is taken, and every member of the body that is taken with it. */
function fromLeast(body: Json | undefined, mending: Mending): Json | null {
  const least = leastOf(mending)
  if (least === null) return null
  const data = at(body ?? null, ['data'])
  let made: Json = least
  for (const [name, value] of Object.entries(isObject(data ?? null) ? Object(data) : {}).slice(
    0,
    MOST_MEMBERS,
  )) {
    const more = withValue(made, ['data', name], isJson(value) ? value : null)
    if (mending.attempt(more) === 'taken') made = more
  }
  return made
}

const isJson = (value: unknown): value is Json => value !== undefined

function leastOf(mending: Mending): Json | null {
  const needed = [...mending.model.attributes.values()].filter(
    ({ required, writable, default: given }) => mending.isNew && required && writable && given === undefined,
  )
  const entries = needed.flatMap((written): [string, Json][] => {
    const example = exampleOf(written)
    return example === undefined ? [] : [[written.attribute.name, example]]
  })
  const least = { data: Object.fromEntries(entries) }
  const trial = mending.attempt(least)
  if (trial === 'taken') return least
  return trial === 'no write' ? null : metInTurn(least, trial, mending)
}

/** The body with a change that meets what it is refused for. */
function met(body: Json, { rule, details, message }: Refusing, mending: Mending, round: number): Json {
  const { model, models } = mending
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
      return valuesMended(body, details, mending, places, round)
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

/** Attributes that stand where the wrapper is wanted are put under it. */
function wrapped(body: Json, model: WriteModel): Json {
  const isBare = isObject(body) && Object.keys(body).some((name) => model.attributes.has(name))
  return { data: isBare ? body : {} }
}

/** A name that is near one of the model's is put right, any other goes, wherever it is wrong. */
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
    const value = place.name === key ? undefined : bareLinks(place.value)
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

/** What is linked, named by nothing but an id or a documentId. */
function bareLinks(value: Json): Json | undefined {
  const bare = (one: Json): Json => {
    if (!isObject(one)) return one
    return one['documentId'] ?? one['id'] ?? one
  }
  if (isList(value)) return value.map(bare)
  return isObject(value) && ('id' in value || 'documentId' in value) ? bare(value) : undefined
}

/** What is linked without one document; without whatever it is where none is named. */
function withoutLinks(body: Json, places: readonly BodyPlace[], documentId: string | undefined): Json {
  const naming = places.filter(
    ({ written, value }) =>
      isLink(written) &&
      (documentId === undefined || JSON.stringify(value).includes(JSON.stringify(documentId))),
  )
  const isNamed = (one: Json): boolean =>
    one === documentId || (isObject(one) && one['documentId'] === documentId)
  return naming.reduce((json, { path, value }) => {
    const kept = documentId !== undefined && isList(value) ? value.filter((one) => !isNamed(one)) : undefined
    return withValue(json, path, kept)
  }, body)
}

/** Each value that is told to be wrong, as near as its attribute takes it. */
function valuesMended(
  body: Json,
  details: Json,
  { model, models }: Mending,
  places: readonly BodyPlace[],
  round: number,
): Json {
  const errors = at(details, ['errors'])
  let json = body
  for (const error of isList(errors ?? null) ? Object(errors) : []) {
    const steps: Json | undefined = at(error, ['path'])
    const message = String(at(error, ['message']))
    const path: Path = ['data', ...(isList(steps ?? null) ? Object(steps) : [])]
    if (path.length === 1) json = withoutLinks(json, places, undefined)
    else {
      const value = at(json, path) ?? at(error, ['value'])
      json = valueMended(json, { path, value, message }, attributeAt(json, path, model, models), round)
    }
  }
  return errors === undefined ? withoutComponentIds(body, places) : json
}

interface WrongValue {
  readonly path: Path
  /** What was written, or else what would stand there. */
  readonly value: Json | undefined
  readonly message: string
}

function valueMended(
  body: Json,
  { path, value, message }: WrongValue,
  written: WritableAttribute | undefined,
  round: number,
): Json {
  if (path.at(-1) === '__component') return withValue(body, path.slice(0, -1), undefined)
  if (written === undefined) return withValue(body, path, undefined)
  if (message.includes('unique')) return withValue(body, path, another(value, round))
  const near = nearOf(written, value)
  const isSame = JSON.stringify(near) === JSON.stringify(at(body, path))
  return withValue(body, path, isSame ? undefined : near)
}

/** A value beside the one that is taken already. */
function another(value: Json | undefined, round: number): Json | undefined {
  if (typeof value === 'number') return value + round + 1
  if (typeof value !== 'string') return undefined
  const at = value.indexOf('@')
  return at > 0 ? `${value.slice(0, at)}-${round + 2}${value.slice(at)}` : `${value}-${round + 2}`
}

const withoutComponentIds = (body: Json, places: readonly BodyPlace[]): Json =>
  places
    .filter(({ name, model }) => name === 'id' && model.isComponent)
    .reduce((json, { path }) => withValue(json, path, undefined), body)
