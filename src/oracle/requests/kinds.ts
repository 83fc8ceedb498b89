/**
 * The kinds of generated requests: `sound` requests have no mistake, and `malformed` requests have up to three
 * replaced, moved or dropped parts.
 */
export const GENERATES = ['both', 'sound', 'malformed'] as const
export type Generate = (typeof GENERATES)[number]

export const isGenerate = (text: string): text is Generate => GENERATES.some((one) => one === text)
