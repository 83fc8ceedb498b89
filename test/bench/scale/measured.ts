/** The measurements for a number of posts, each by a program of its own. */

/** Parsing the texts, or loading the dataset: milliseconds, and bytes that stay on the heap. */
export interface Loaded {
  readonly milliseconds: number
  readonly heap: number
}

/** The first request that needs an index, next to sorting the keys; milliseconds. */
export interface Built {
  readonly what: string
  readonly first: number
  readonly sorting: number
}

/** New requests with existing indexes; milliseconds. */
export interface RequestTime {
  readonly what: string
  readonly milliseconds: number
  /** A loop over the same values, for requests that examine every row. */
  readonly loop: number | null
}

/** An edit of one entry and the requests after it; milliseconds. */
export interface Edited {
  readonly first: number
  readonly later: number
  /** Other ways to change one entry, each from the same world. */
  readonly ways: readonly { readonly what: string; readonly milliseconds: number }[]
  /** The first answers of the edited world, by kind. */
  readonly after: readonly { readonly what: string; readonly milliseconds: number }[]
}

export interface Answered {
  readonly built: readonly Built[]
  readonly asked: readonly RequestTime[]
  readonly edited: Edited
}
