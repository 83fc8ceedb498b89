/** A dataset as its files: what a folder holds, what a test writes inline, and what an edit changes. */
import type { Json } from '../../../util/json.ts'

/** Parsed JSON files by their place in the dataset folder. Only content types are needed. */
export interface DatasetFiles {
  /** `content-types/<stem>.json`, by stem. */
  readonly contentTypes: Readonly<Record<string, Json>>
  /** `components/<category>/<name>.json`, by `category/name`. */
  readonly components?: Readonly<Record<string, Json>>
  /** `entries/<stem>.json`, by stem. */
  readonly entries?: Readonly<Record<string, Json>>
  readonly media?: Json
  readonly locales?: Json
  readonly access?: Json
  readonly settings?: Json
}

/** The names of the files in the dataset folder that are not in a folder of their own. */
export const SINGLE_FILES = ['media', 'locales', 'access', 'settings'] as const

/** What a file that is not there would say. */
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

/** The dataset with every file there. */
export const withDefaults = (files: DatasetFiles): Required<DatasetFiles> => ({ ...DEFAULT_FILES, ...files })
