/** What is selected → the rules that say so, for entries, files and components alike. */
import type { RuleId } from '../rules.ts'
import type { Attribute, Model, ScalarAttribute, ScalarType } from '../schema/schema.ts'
import { FILE_UID } from '../schema/schema.ts'
import type { PlanContext } from './context.ts'

const GROUPS: { readonly [type in ScalarType]: RuleId } = {
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

/** The members of the guide's table of an entry; every other attribute is one of the type's own. */
const MEMBERS: { readonly [name: string]: RuleId } = {
  createdAt: 'entry.created-at',
  updatedAt: 'entry.updated-at',
  publishedAt: 'entry.published-at',
  locale: 'entry.locale',
}

/** The guide's table of a file. */
const FILE_MEMBERS: { readonly [name: string]: RuleId } = {
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
}

/** Cites what makes each of these scalar attributes part of an answer. */
export function citeShown(model: Model, names: readonly string[], { cite }: Pick<PlanContext, 'cite'>): void {
  const isFile = model.uid === FILE_UID
  if (names.length > 0) cite('entry.answers-null')
  if (model.modelType === 'component') {
    cite('component.id')
    cite('component.document-id')
    cite('component.fields')
  } else {
    cite(isFile ? 'media.id' : 'entry.id')
    cite(isFile ? 'media.documentId' : 'entry.document-id')
  }
  for (const name of names) {
    const attribute = model.attributes.get(name)
    if (!isScalar(attribute)) continue
    if (isFile) citeFile(name, { cite })
    else if (model.modelType === 'contentType') cite(ruleOf(MEMBERS, name) ?? 'entry.attributes')
    cite(GROUPS[attribute.type])
  }
}

const isScalar = (attribute: Attribute | undefined): attribute is ScalarAttribute =>
  attribute?.kind === 'scalar'

const ruleOf = (table: { readonly [name: string]: RuleId }, name: string): RuleId | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** Files have attributes that the guide does not tell of; those follow no rule of their own. */
function citeFile(name: string, { cite }: Pick<PlanContext, 'cite'>): void {
  const rule = ruleOf(FILE_MEMBERS, name)
  if (rule !== undefined) cite(rule)
  if (name === 'formats') cite('media.format')
}
