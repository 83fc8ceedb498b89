/** The size and variety of generated schemas, datasets and requests. */
import { isDeepStrictEqual } from 'node:util'
import { type Operator, TEST_OPERATORS } from '../../src/reference/operators/operators.ts'
import { NOTATIONS, type Notation, PLAIN } from './print.ts'
import { OPERATOR_NAMES } from './values.ts'

/**
 * The maximum number of documents in a world for each value of the setting `size`; the setting `documents` overrides
 * this number.
 */
const SIZES = { xsmall: 5, small: 12, medium: 22, large: 60, xlarge: 200 } as const
export type WorldSize = keyof typeof SIZES

export interface WorldSettings {
  /**
   * The size of worlds, as one of the names of fast-check, such as `small`. The setting `size` limits the number of
   * documents only if `documents` is not set.
   */
  readonly size: WorldSize
  /** The maximum number of generated content types, in addition to the built-in types. */
  readonly types: number
  readonly components: number
  readonly documents: number
  /** The maximum number of scalar attributes of a type or component. */
  readonly scalars: number
  /** The maximum number of relations of a type, not counting the inverse sides. */
  readonly relations: number
  readonly drafts: boolean
  readonly locales: boolean
  readonly zones: boolean
  readonly media: boolean
  readonly morphs: boolean
  readonly privates: boolean
  readonly singles: boolean
  /**
   * Whether generated worlds have roles with few permissions, and REST settings other than the defaults, such as the
   * page size.
   */
  readonly restrictions: boolean
}

/**
 * The default settings of generated worlds. The example generates worlds with half as many documents.
 *
 * ```ts
 * const half = worlds({ documents: WORLD_SETTINGS.documents / 2 })
 * ```
 */
export const WORLD_SETTINGS: WorldSettings = {
  size: 'medium',
  types: 3,
  components: 3,
  documents: SIZES.medium,
  scalars: 4,
  relations: 3,
  drafts: true,
  locales: true,
  zones: true,
  media: true,
  morphs: true,
  privates: true,
  singles: true,
  restrictions: true,
}

/**
 * The names of the query parameters that generated requests may have. The parameter name `others` stands for
 * `publicationFilter`, `hasPublishedVersion` and unknown parameters.
 *
 * ```ts
 * const parameters = PARAMETERS.filter((name) => name !== 'populate')
 * ```
 */
export const PARAMETERS = [
  'filters',
  'sort',
  'fields',
  'populate',
  'pagination',
  'status',
  'locale',
  '_q',
  'others',
] as const
export type ParameterName = (typeof PARAMETERS)[number]

export interface RequestSettings {
  /** The maximum number of levels of populate below the first level, in objects and in dotted paths. */
  readonly depth: number
  /** The maximum number of nested filter groups and followed relations. */
  readonly filterDepth: number
  /** Whether to generate only requests for lists. */
  readonly listsOnly: boolean
  /** Whether to generate only requests without a token. */
  readonly publicOnly: boolean
  /** The query parameters that generated requests may have. */
  readonly parameters: readonly ParameterName[]
  /** The operators that generated filters may have. */
  readonly operators: readonly Operator[]
  /** The notations of a query string that generated requests may have. */
  readonly notations: readonly Notation[]
}

/**
 * The default settings of generated requests.
 *
 * ```ts
 * const flat = requestsFor(graph, { depth: REQUEST_SETTINGS.depth - 1 })
 * ```
 */
export const REQUEST_SETTINGS: RequestSettings = {
  depth: 3,
  filterDepth: 3,
  listsOnly: false,
  publicOnly: false,
  parameters: PARAMETERS,
  operators: OPERATOR_NAMES,
  notations: [PLAIN, ...NOTATIONS],
}

const DEEPEST = 10

/**
 * Returns request settings with defaults for all missing settings.
 * @throws RangeError for a setting out of range.
 */
export function requestSettings(some: Partial<RequestSettings> = {}): RequestSettings {
  for (const name of Object.keys(some)) known('settings', name, Object.keys(REQUEST_SETTINGS))
  const all = { ...REQUEST_SETTINGS, ...some }
  within('depth', all.depth, 0, DEEPEST)
  within('filterDepth', all.filterDepth, 0, DEEPEST)
  for (const name of all.parameters) known('parameters', name, PARAMETERS)
  for (const name of all.operators) known('operators', name, OPERATOR_NAMES)
  if (!all.operators.some((name) => TEST_OPERATORS.some((test) => test === name)))
    throw new RangeError('`operators` needs at least one that compares a value, such as `$eq`')
  if (all.notations.length === 0) throw new RangeError('`notations` needs at least one notation')
  const { notations } = REQUEST_SETTINGS
  for (const notation of all.notations)
    if (!notations.includes(notation) && !notations.some((one) => isDeepStrictEqual(one, notation)))
      throw new RangeError(
        `\`notations\` has no ${JSON.stringify(notation)}; it takes items of NOTATIONS, such as ${JSON.stringify(PLAIN)}`,
      )
  return all
}

/**
 * The maximum value of each numeric setting of worlds. The generators have no names for more content types and
 * components.
 */
const MOST = { types: 5, components: 4, documents: 500, scalars: 12, relations: 8 } as const

/**
 * Returns world settings with defaults for all missing settings.
 * @throws RangeError for a setting out of range.
 */
export function worldSettings(some: Partial<WorldSettings> = {}): WorldSettings {
  for (const name of Object.keys(some)) known('settings', name, Object.keys(WORLD_SETTINGS))
  const size = some.size ?? WORLD_SETTINGS.size
  known('size', size, Object.keys(SIZES))
  const all = { ...WORLD_SETTINGS, documents: SIZES[size], ...some }
  within('types', all.types, 1, MOST.types)
  within('components', all.components, 0, MOST.components)
  within('documents', all.documents, 0, MOST.documents)
  within('scalars', all.scalars, 1, MOST.scalars)
  within('relations', all.relations, 0, MOST.relations)
  return all
}

function within(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw new RangeError(`\`${name}\` is ${value}; it must be a whole number from ${least} to ${most}`)
}

function known(setting: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return
  throw new RangeError(`\`${setting}\` has no ${JSON.stringify(name)}; it takes ${names.join(', ')}`)
}
