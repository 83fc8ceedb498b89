/** The measurements for a number of posts; each comes from a separate process. */

/** The cost of parsing the JSON texts, or of loading the dataset: milliseconds, and bytes on the heap afterwards. */
export interface Loaded {
  readonly milliseconds: number
  readonly heap: number
}

/** The first request that needs an index, compared to sorting its keys; in milliseconds. */
export interface Built {
  readonly what: string
  readonly first: number
  readonly sorting: number
}

/** New requests when the indexes exist; in milliseconds. */
export interface RequestTime {
  readonly what: string
  readonly milliseconds: number
  /** A loop over the same values, as a baseline for requests that examine every row. */
  readonly loop: number | null
}

/** An edit of one entry and the requests after it; in milliseconds. */
export interface Edited {
  readonly first: number
  readonly later: number
  /** The median milliseconds of other ways to change one entry; each way starts from the same world. */
  readonly ways: readonly { readonly what: string; readonly milliseconds: number }[]
  /** The milliseconds of the first answer to each kind of request after the edit. */
  readonly after: readonly { readonly what: string; readonly milliseconds: number }[]
}

export interface Answered {
  readonly built: readonly Built[]
  readonly asked: readonly RequestTime[]
  readonly edited: Edited
}
