export interface TypedObject {
  readonly [name: string]: Typed
}

/** A query as a program writes it, with booleans and numbers as well as texts. */
export type Typed = string | number | boolean | readonly Typed[] | TypedObject
