/** JSON pointers (RFC 6901): `/data/0/name`. */

/** A pointer one step further down. */
export const pointerTo = (above: string, key: string | number): string =>
  `${above}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The steps of a pointer; none for the empty one, which stands for the whole. */
export const pointerSteps = (pointer: string): readonly string[] =>
  pointer === '' ? [] : pointer.slice(1).split('/').map(stepText)

const stepText = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')
