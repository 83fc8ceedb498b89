/** The measurements for a number of posts; each comes from a separate process. */

/** The cost of parsing the JSON texts or of loading the dataset: milliseconds, and bytes on the heap after it. */
export interface Loaded {
  readonly milliseconds: number
  readonly heap: number
}

/** The milliseconds of the first request that needs an index, and of sorting the keys of that index. */
export interface Built {
  readonly what: string
  readonly first: number
  readonly sorting: number
}

/** The median milliseconds of requests that no cache can answer, measured after the indexes are built. */
export interface RequestTime {
  readonly what: string
  readonly milliseconds: number
  /** The milliseconds of a loop over the same values, as a baseline for requests that examine every row. */
  readonly loop: number | null
}

/** The milliseconds of an edit of one entry, and of the requests after the edit. */
export interface Edited {
  readonly first: number
  readonly later: number
  /** The median milliseconds of other ways to change one entry. Each way starts from the same world. */
  readonly ways: readonly { readonly what: string; readonly milliseconds: number }[]
  /** The milliseconds of the first answer to each kind of request after the edit. */
  readonly after: readonly { readonly what: string; readonly milliseconds: number }[]
}

export interface Answered {
  readonly built: readonly Built[]
  readonly asked: readonly RequestTime[]
  readonly edited: Edited
}
