/** The type for the files of a dataset. The files may come from a folder, a program or an edit. */
import type { Json } from '../../../util/json.ts'

/**
 * The parsed JSON files of a dataset, by their place in the dataset folder. A dataset needs only the schema files of
 * content types; all other files are optional.
 */
export interface DatasetFiles {
  /** The schema files of content types, `content-types/<stem>.json`, by stem. */
  readonly contentTypes: Readonly<Record<string, Json>>
  /** The schema files of components, `components/<category>/<name>.json`, by `category/name`. */
  readonly components?: Readonly<Record<string, Json>>
  /** The JSON files with rows, `entries/<stem>.json`, by stem. */
  readonly entries?: Readonly<Record<string, Json>>
  readonly media?: Json
  readonly locales?: Json
  readonly access?: Json
  readonly settings?: Json
}

/** The names, without `.json`, of the files directly in a dataset folder. */
export const SINGLE_FILES = ['media', 'locales', 'access', 'settings'] as const

/** The default content of each optional file of a dataset. */
export const DEFAULT_FILES = {
  components: {},
  entries: {},
  media: [],
  locales: { default: 'en', locales: [{ code: 'en', name: 'English (en)' }] },
  access: { publicRole: 'public', roles: { public: { permissions: ['*'] } }, tokens: {} },
  settings: {
    rest: { prefix: '/api', defaultLimit: 25, maxLimit: null, withCount: true, strictParams: false },
  },
} as const satisfies Omit<Required<DatasetFiles>, 'contentTypes'>

/** Returns the files of a dataset, with the default content for each missing file. */
export const withDefaults = (files: DatasetFiles): Required<DatasetFiles> => ({ ...DEFAULT_FILES, ...files })
