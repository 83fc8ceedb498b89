/** Suspects for wrong values of attributes that the body of a write does not contain. */
import { isList, isObject, type Json, member } from '../../../util/json.ts'
import { pointerSteps } from '../../../util/pointer.ts'
import type { Suspect } from '../suspect.ts'
import type { WriteMismatch } from './written.ts'

/** Returns the suspects if the target makes up a uid, or leaves out the defaults of components. */
export function defaultSuspects({
  type,
  data,
  method,
  isReadBack,
  difference,
}: WriteMismatch): readonly Suspect[] {
  const [place, name = '', ...inside] = pointerSteps(difference.path)
  const attribute = type?.attributes.get(name)
  if (isReadBack || place !== 'data' || attribute === undefined || isNamed(data, [name, ...inside])) return []
  const { expected, found } = difference
  const isUid = attribute.kind === 'scalar' && attribute.type === 'uid'
  if (isUid && method === 'POST' && expected === null && typeof found === 'string') return [MADE_UID]
  const isPart = attribute.kind === 'component' || attribute.kind === 'zone'
  const isDefault =
    expected !== null && typeof expected !== 'object' && expected !== undefined && found === null
  return isPart && inside.length > 0 && isDefault ? [LOST_DEFAULT] : []
}

/** Whether the body contains a value at a path. */
const isNamed = (data: Json | undefined, path: readonly string[]): boolean =>
  path.reduce<Json | undefined>(
    (json, step) => (isList(json) ? json[Number(step)] : isObject(json) ? member(json, step) : undefined),
    data,
  ) !== undefined

const MADE_UID: Suspect = {
  rule: 'write.values.defaults',
  kind: 'uid made',
  says: 'A uid that the body lacks stays null. The server makes a uid from another attribute.',
}

const LOST_DEFAULT: Suspect = {
  rule: 'write.values.defaults',
  kind: 'defaults in components',
  says: 'A new component gets the defaults of its schema. The server leaves these attributes null.',
}
