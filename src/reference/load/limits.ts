/** How much of a dataset is read. */

/** What is over one of these is refused with the file, and the dataset with it. */
export interface DatasetLimits {
  /** Of one file. */
  readonly fileBytes: number
  /** Of all files together. */
  readonly bytes: number
  /** Names that the folders of the dataset hold, whatever they name. */
  readonly files: number
  /** Lists and objects within each other in one file. */
  readonly depth: number
  /**
   * JSON values in all files together; and once more the values of all rows and their components: eight for each
   * row, one for each of its attributes, written or not, and one for each row that a relation from elsewhere looks at.
   */
  readonly values: number
}

const MEGABYTE = 1024 * 1024

/** What a process with Node's own limits can hold: a value of a row takes 100 to 150 bytes. */
export const DEFAULT_LIMITS: DatasetLimits = {
  fileBytes: 64 * MEGABYTE,
  bytes: 256 * MEGABYTE,
  files: 10_000,
  depth: 1000,
  values: 5_000_000,
}

/** No string of JavaScript is longer than this file, and no deeper value can be answered. */
const MOST: Partial<DatasetLimits> = { fileBytes: 500 * MEGABYTE, depth: 1000 }

/** What a caller may say of a dataset that is read. */
export interface DatasetOptions {
  /** Each that is left out is as in `DEFAULT_LIMITS`; `fileBytes` goes up to 500 MB, `depth` to 1000. */
  readonly limits?: Partial<DatasetLimits>
}

/**
 * Every limit.
 * @throws RangeError for one that is no whole number above 0, or higher than it can be.
 */
export function limitsOf({ limits = {} }: DatasetOptions): DatasetLimits {
  const read = (name: keyof DatasetLimits): number => {
    const limit = limits[name] ?? DEFAULT_LIMITS[name]
    const most = MOST[name] ?? Number.MAX_SAFE_INTEGER
    if (Number.isSafeInteger(limit) && limit > 0 && limit <= most) return limit
    throw new RangeError(`limit ${name}: expected a whole number from 1 to ${most}, found ${limit}`)
  }
  return {
    fileBytes: read('fileBytes'),
    bytes: read('bytes'),
    files: read('files'),
    depth: read('depth'),
    values: read('values'),
  }
}
