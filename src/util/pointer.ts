/** JSON pointers (RFC 6901): `/data/0/name`. */

/** Appends a step to a pointer. */
export const pointerTo = (above: string, key: string | number): string =>
  `${above}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The steps of a JSON pointer; an empty list for the empty pointer, which means the whole value. */
export const pointerSteps = (pointer: string): readonly string[] =>
  pointer === '' ? [] : pointer.slice(1).split('/').map(stepText)

const stepText = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')
