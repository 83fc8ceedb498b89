export interface TypedObject {
  readonly [name: string]: Typed
}

/** A query as a program writes it, in which numbers and booleans are not yet texts. */
export type Typed = string | number | boolean | readonly Typed[] | TypedObject
