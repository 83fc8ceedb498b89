/** How large and how rich generated schemas, datasets and requests are. */

export interface WorldSettings {
  /** Content types of one's own; the built-in ones come on top. */
  readonly types: number
  readonly components: number
  readonly documents: number
  /** Scalar attributes of a type or component, at most. */
  readonly scalars: number
  /** Relations of a type, at most; other sides are not counted. */
  readonly relations: number
  readonly drafts: boolean
  readonly locales: boolean
  readonly zones: boolean
  readonly media: boolean
  readonly morphs: boolean
  readonly privates: boolean
  readonly singles: boolean
  /** Roles that may not do everything, and page sizes other than the default. */
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
  /** Levels of filter groups, and relations filtered through. */
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
