export interface TypedObject {
  readonly [name: string]: Typed
}

/** A query as a program writes it: numbers and booleans are not texts. */
export type Typed = string | number | boolean | readonly Typed[] | TypedObject
