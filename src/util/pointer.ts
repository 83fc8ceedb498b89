/** JSON pointers (RFC 6901): `/data/0/name`. */
import { isList, isObject, type Json, member } from './json.ts'

/** Returns a JSON pointer with one more step at the end. */
export const pointerTo = (above: string, key: string | number): string =>
  `${above}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Returns the steps of a JSON pointer; an empty list for the empty pointer, which means the whole value. */
export const pointerSteps = (pointer: string): readonly string[] =>
  pointer === '' ? [] : pointer.slice(1).split('/').map(stepText)

const stepText = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** Returns the value to which a JSON pointer leads within a JSON value; undefined if the pointer leads to no value. */
export function valueAt(json: Json | undefined, pointer: string): Json | undefined {
  let here = json
  for (const step of pointerSteps(pointer)) {
    if (isList(here)) here = here[Number(step)]
    else here = isObject(here) ? member(here, step) : undefined
  }
  return here
}
