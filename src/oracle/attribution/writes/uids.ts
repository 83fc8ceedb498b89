/** Detects targets that make a uid if the body of a write lacks it. */
import type { ContentType } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json, member } from '../../../util/json.ts'
import { pointerSteps } from '../../../util/pointer.ts'
import type { Difference } from '../../compare/difference.ts'
import type { Suspect } from '../suspect.ts'

export const MADE_UID: Suspect = {
  rule: 'write.values.defaults',
  kind: 'uid made',
  says: 'A uid that the body lacks stays null. The server makes a uid from another attribute.',
}

/** Returns whether the target has a text for a uid that the body lacks: in the row, or in the value in an error. */
export function isUidMade({
  type,
  data,
  difference: { path, expected, found },
}: {
  readonly type: ContentType | undefined
  readonly data: Json | undefined
  readonly difference: Difference
}): boolean {
  const steps = pointerSteps(path)
  const name = steps.at(-1) ?? ''
  const attribute = type?.attributes.get(name)
  const isUid = attribute?.kind === 'scalar' && attribute.type === 'uid'
  const isOfRow = steps[0] === 'data' && (steps.length === 2 || (steps.length === 3 && steps[1] === '0'))
  const isPlaced = isOfRow || (steps[0] === 'error' && steps.at(-2) === 'value')
  return (
    isUid && isPlaced && (expected ?? null) === null && typeof found === 'string' && !isNamed(data, [name])
  )
}

/** Returns whether the body contains a value at a path. */
export const isNamed = (data: Json | undefined, path: readonly string[]): boolean => {
  const inside = (json: Json | undefined, step: string): Json | undefined =>
    isList(json) ? json[Number(step)] : isObject(json) ? member(json, step) : undefined
  return path.reduce(inside, data) !== undefined
}
