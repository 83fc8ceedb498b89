/** Lists the members of a request body with their paths and attributes, and copies a body with one changed member. */

import type { Attribute } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import { pointerTo } from '../../util/pointer.ts'
import { pushAll } from '../../util/push.ts'
import type { WritableAttribute, WriteModel, WriteModels } from '../../writing/index.ts'

export type Path = readonly (string | number)[]

/** One member of an entry, or of a component, in a request body. */
export interface BodyPlace {
  /** The path of the member from the root of the body. */
  readonly path: Path
  readonly name: string
  readonly value: Json
  readonly model: WriteModel
  /**
   * The attribute that the member sets; undefined means that the model has no attribute with the name of the member.
   */
  readonly written: WritableAttribute | undefined
}

interface PlaceFrame {
  readonly json: JsonObject
  readonly model: WriteModel
  readonly path: Path
}

/** Lists all members of the entry in a request body, and then the members of its components, level by level. */
export function placesIn(data: Json, top: WriteModel, models: WriteModels): readonly BodyPlace[] {
  const places: BodyPlace[] = []
  const frames: PlaceFrame[] = isObject(data) ? [{ json: data, model: top, path: ['data'] }] : []
  // The loop body appends items to `frames`, and the same loop later visits these appended items.
  for (const frame of frames) {
    for (const [name, value] of Object.entries(frame.json)) {
      const written = frame.model.attributes.get(name)
      const path = [...frame.path, name]
      places.push({ path, name, value, model: frame.model, written })
      pushAll(frames, partsIn(value, written, path, models))
    }
  }
  return places
}

function partsIn(
  value: Json,
  written: WritableAttribute | undefined,
  path: Path,
  models: WriteModels,
): readonly PlaceFrame[] {
  const attribute = written?.attribute
  if (attribute?.kind !== 'component' && attribute?.kind !== 'zone') return []
  const items = isList(value)
    ? value.map((json, at) => ({ json, path: [...path, at] }))
    : [{ json: value, path }]
  return items.flatMap(({ json, path: own }): readonly PlaceFrame[] => {
    const uid =
      attribute.kind === 'component' ? attribute.component : isObject(json) ? json['__component'] : ''
    const model = typeof uid === 'string' ? models.get(uid) : undefined
    return isObject(json) && model !== undefined ? [{ json, model, path: own }] : []
  })
}

/**
 * Returns the attribute at a path of a request body; undefined if the model has no such attribute. The request body
 * does not need to contain a value at the path.
 */
export function attributeAt(
  body: Json,
  path: Path,
  top: WriteModel,
  models: WriteModels,
): WritableAttribute | undefined {
  let model: WriteModel | undefined = top
  let written: WritableAttribute | undefined
  let json: Json | undefined = at(body, ['data'])
  for (const step of path.slice(1)) {
    json = at(json ?? null, [step])
    const isPosition = /^\d+$/.test(String(step)) && written !== undefined
    if (!isPosition) written = model?.attributes.get(String(step))
    const attribute: Attribute | undefined = written?.attribute
    if (attribute?.kind === 'component') model = models.get(attribute.component)
    const named: unknown = attribute?.kind === 'zone' ? at(json ?? null, ['__component']) : undefined
    if (typeof named === 'string') model = models.get(named)
  }
  return written
}

/** Returns the value at a path of a body; undefined if the body has no such path. */
export function at(json: Json, path: Path): Json | undefined {
  let here: Json | undefined = json
  for (const step of path) {
    if (isList(here)) here = here[Number(step)]
    else here = isObject(here ?? null) && Object.hasOwn(Object(here), step) ? Object(here)[step] : undefined
  }
  return here
}

/**
 * Returns a copy of a request body with the given value at a path. If objects on the path are missing in the body, the
 * copy gets these objects. If `value` is undefined, the copy lacks the member or list item at the path. A position
 * after the end of a list adds an item to the list.
 */
export function withValue(json: Json, path: Path, value: Json | undefined): Json {
  const above = path.slice(0, -1).map((_, depth) => at(json, path.slice(0, depth)) ?? {})
  above.push(at(json, path.slice(0, -1)) ?? {})
  let made = value
  for (let depth = path.length - 1; depth >= 0; depth--)
    made = withMember(above[depth] ?? {}, path[depth] ?? '', made)
  return made ?? null
}

function withMember(json: Json, name: string | number, value: Json | undefined): Json {
  if (isList(json)) {
    const position = Number(name)
    const others = json.filter((_, index) => index !== position)
    return value === undefined ? others : others.toSpliced(position, 0, value)
  }
  const { [name]: _, ...others } = isObject(json) ? json : {}
  // Keeps the position of a changed member among the members of its object.
  if (value === undefined) return others
  return isObject(json) ? { ...json, [name]: value } : { [name]: value }
}

/** Converts a path in a request body to a JSON pointer. */
export const pointerOf = (path: Path): string =>
  path.reduce<string>((pointer, step) => pointerTo(pointer, step), '')
