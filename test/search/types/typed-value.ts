export interface TypedObject {
  readonly [name: string]: Typed
}

/** A query as a program writes it: flags and numbers beside texts. */
export type Typed = string | number | boolean | readonly Typed[] | TypedObject
