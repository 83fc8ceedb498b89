/** Limits of what is read of a dataset. */

/** A file over one of these limits is refused, and the dataset with it. */
export interface DatasetLimits {
  /** Of one file. */
  readonly fileBytes: number
  /** Of all files together. */
  readonly bytes: number
  /** Names in the folders of the dataset, of files and folders of any kind. */
  readonly files: number
  /** Nested lists and objects in one file. */
  readonly depth: number
  /**
   * JSON values in all files together. A second count has the same limit: eight for each row or component, one for
   * each of its attributes, written or not, and one for each row that a relation may refer to.
   */
  readonly values: number
}

const MEGABYTE = 1024 * 1024

/** The default limits. A dataset within them fits into Node's default heap: a value of a row takes 100 to 150 bytes. */
export const DEFAULT_LIMITS: DatasetLimits = {
  fileBytes: 64 * MEGABYTE,
  bytes: 256 * MEGABYTE,
  files: 10_000,
  depth: 1000,
  values: 5_000_000,
}

/** The longest file that fits into one string, and the deepest value that can be answered. */
const MOST: Partial<DatasetLimits> = { fileBytes: 500 * MEGABYTE, depth: 1000 }

/** Options of reading a dataset. */
export interface DatasetOptions {
  /** A missing limit is as in `DEFAULT_LIMITS`; `fileBytes` may be up to 500 MB, `depth` up to 1000. */
  readonly limits?: Partial<DatasetLimits>
}

/** Every limit. @throws RangeError for one that is not a whole number from 1 to its maximum. */
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
