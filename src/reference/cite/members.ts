/** Maps the members of entries and uploaded files to the rules about these members. */
import type { RuleId } from '../rules.ts'
import type { ScalarType } from '../schema/schema.ts'

const table = (rules: Readonly<Record<string, RuleId>>): ReadonlyMap<string, RuleId> =>
  new Map(Object.entries(rules))

/** The rule about each type of scalar attributes. */
export const TYPES: { readonly [type in ScalarType]: RuleId } = {
  string: 'entry.types.string',
  text: 'entry.types.string',
  richtext: 'entry.types.string',
  enumeration: 'entry.types.string',
  email: 'entry.types.string',
  password: 'entry.types.string',
  uid: 'entry.types.string',
  date: 'entry.types.date',
  time: 'entry.types.date',
  datetime: 'entry.types.date',
  timestamp: 'entry.types.date',
  integer: 'entry.types.number',
  biginteger: 'entry.types.number',
  float: 'entry.types.number',
  decimal: 'entry.types.number',
  boolean: 'entry.types.generic',
  array: 'entry.types.generic',
  json: 'entry.types.generic',
  blocks: 'entry.types.generic',
}

/**
 * The rules about the scalar members of an entry that the guide lists. All other scalar members are attributes of its
 * content type.
 */
export const MEMBERS = table({
  createdAt: 'entry.created-at',
  updatedAt: 'entry.updated-at',
  publishedAt: 'entry.published-at',
  locale: 'entry.locale',
})

/** The rules about the members of an uploaded file that the guide lists. */
export const FILE_MEMBERS = table({
  name: 'media.name',
  alternativeText: 'media.alternativeText',
  caption: 'media.caption',
  width: 'media.width',
  height: 'media.height',
  formats: 'media.formats',
  hash: 'media.hash',
  ext: 'media.ext',
  mime: 'media.mime',
  size: 'media.size',
  url: 'media.url',
  previewUrl: 'media.previewUrl',
  provider: 'media.provider',
  provider_metadata: 'media.provider_metadata',
  createdAt: 'media.createdAt',
  updatedAt: 'media.updatedAt',
})
