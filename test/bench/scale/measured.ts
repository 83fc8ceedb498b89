/** What is measured of a number of posts, each by a program of its own. */

/** One text after the other was parsed, or the dataset loaded: milliseconds, and bytes of the heap that stay. */
export interface Loaded {
  readonly milliseconds: number
  readonly heap: number
}

/** The first request that wants an index, beside sorting the keys; milliseconds. */
export interface Built {
  readonly what: string
  readonly first: number
  readonly sorting: number
}

/** Requests never asked before, their indexes there; milliseconds. */
export interface Asked {
  readonly what: string
  readonly milliseconds: number
  /** A loop over the same values, for those that look at every row. */
  readonly loop: number | null
}

/** An entry changed, and what follows; milliseconds. */
export interface Edited {
  readonly first: number
  readonly later: number
  /** Changes of one entry by other ways, each of the world as it was. */
  readonly ways: readonly { readonly what: string; readonly milliseconds: number }[]
  /** The first answers of the edited world, of the kinds that are named. */
  readonly after: readonly { readonly what: string; readonly milliseconds: number }[]
}

export interface Answered {
  readonly built: readonly Built[]
  readonly asked: readonly Asked[]
  readonly edited: Edited
}
