/** The size and variety of generated schemas, datasets and requests. */

export interface WorldSettings {
  /** Generated content types, in addition to the built-in ones. */
  readonly types: number
  readonly components: number
  readonly documents: number
  /** The maximum number of scalar attributes of a type or component. */
  readonly scalars: number
  /** The maximum number of relations of a type, without other sides. */
  readonly relations: number
  readonly drafts: boolean
  readonly locales: boolean
  readonly zones: boolean
  readonly media: boolean
  readonly morphs: boolean
  readonly privates: boolean
  readonly singles: boolean
  /** Restricted roles, and page sizes other than the default. */
  readonly restrictions: boolean
}

export const WORLD_SETTINGS: WorldSettings = {
  types: 3,
  components: 3,
  documents: 22,
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

export interface RequestSettings {
  /** Levels of populate. */
  readonly depth: number
  /** Levels of filter groups and followed relations. */
  readonly filterDepth: number
  /** Only requests for lists. */
  readonly listsOnly: boolean
  /** Only requests without token. */
  readonly publicOnly: boolean
}

export const REQUEST_SETTINGS: RequestSettings = {
  depth: 3,
  filterDepth: 3,
  listsOnly: false,
  publicOnly: false,
}
