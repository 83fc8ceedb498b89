/** Limits on the data that is read from a dataset. */

/** The limits on a dataset. A file that exceeds a limit makes the whole dataset unusable. */
export interface DatasetLimits {
  /** The maximum size of one file in bytes. */
  readonly fileBytes: number
  /** The maximum size of all files together, in bytes. */
  readonly bytes: number
  /** The maximum number of names in the folders of the dataset, for files and folders of any kind. */
  readonly files: number
  /** The maximum nesting of lists and objects in one file. */
  readonly depth: number
  /**
   * The maximum number of JSON values in all files together. The limit `values` also applies to an estimate of the
   * memory for all rows. The estimate counts eight for each row or component, one for each attribute of a row or
   * component, and one for each row that a relation may link to.
   */
  readonly values: number
}

const MEGABYTE = 1024 * 1024

/**
 * The default limits on a dataset. A dataset within these limits fits into the default heap of Node.js, because one
 * value of a row takes 100 to 150 bytes.
 */
export const DEFAULT_LIMITS: DatasetLimits = {
  fileBytes: 64 * MEGABYTE,
  bytes: 256 * MEGABYTE,
  files: 10_000,
  depth: 1000,
  values: 5_000_000,
}

/**
 * The maximum values of two limits. A longer file than `fileBytes` does not fit into one JavaScript string, and an
 * answer cannot contain a deeper value than `depth`.
 */
const MOST: Partial<DatasetLimits> = { fileBytes: 500 * MEGABYTE, depth: 1000 }

/** The options for reading a dataset. */
export interface DatasetOptions {
  /**
   * The limits on the dataset. The default of each limit is in `DEFAULT_LIMITS`. The limit `fileBytes` is at most 500
   * MB, and `depth` is at most 1000.
   */
  readonly limits?: Partial<DatasetLimits>
}

/**
 * Returns all limits, with defaults for missing limits. @throws RangeError for a limit that is not a whole number from
 * 1 to its maximum.
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
