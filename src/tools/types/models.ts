/**
 * Generates declarations of a schema: the scalars of each content type and component, and the targets of its other
 * attributes.
 */
import type {
  PopulatableAttribute,
  ScalarAttribute,
  ScalarType,
  Schema,
  Uid,
} from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { modelOf } from '../../reference/schema/target.ts'
import { anyOf, comment, memberName, quoted, type TypeNames } from './names.ts'
import type { SeenLink, SeenModel } from './seen.ts'

/** The TypeScript type of each scalar in an answer, without null. */
export const VALUES: { readonly [type in ScalarType]: string } = {
  string: 'string',
  text: 'string',
  richtext: 'string',
  enumeration: 'string',
  email: 'string',
  password: 'string',
  uid: 'string',
  date: 'string',
  time: 'string',
  datetime: 'string',
  timestamp: 'string',
  integer: 'number',
  biginteger: 'string',
  float: 'number',
  decimal: 'number',
  boolean: 'boolean',
  array: 'Json[]',
  json: 'Json',
  blocks: 'Block[]',
}

/** The comments for scalar types whose TypeScript type does not show the format of the value. */
const NOTES: { readonly [type in ScalarType]?: string } = {
  date: 'A date such as `2024-02-29`.',
  time: 'A time such as `23:59:59.999`.',
  datetime: 'An instant in UTC, such as `2024-01-15T10:11:12.345Z`.',
  timestamp: 'Milliseconds since 1970, as digits.',
  biginteger: 'An integer of any size, as digits.',
  richtext: 'Markdown.',
}

/** Declares the interface of a model: the attributes that an answer contains without populate. */
export function scalarsInterface(seen: SeenModel, name: string, says: string): string {
  const documentId = { always: ['  documentId: string'], some: ['  documentId?: string'], never: [] }
  const members = seen.scalars.flatMap((attribute) => scalarMember(attribute, seen))
  const lines = ['  id: number', ...documentId[seen.documentId], ...members]
  return `${comment(says)}\nexport interface ${name} {\n${lines.join('\n')}\n}\n`
}

function scalarMember(attribute: ScalarAttribute, { model }: SeenModel): readonly string[] {
  const { name, type } = attribute
  const isEntry = model.modelType === 'contentType'
  const isDraftable = isEntry && model.draftAndPublish
  if (model.uid === FILE_UID && name === 'formats')
    return ['  formats: { [name: string]: FileFormat } | null']
  const note = isEntry && name === 'publishedAt' && isDraftable ? 'Null in a draft.' : NOTES[type]
  const line = `  ${memberName(name)}: ${valueType(attribute, isEntry, isDraftable)}`
  // Attributes such as `createdAt`, which every entry has, get no comment.
  const isWellKnown = isEntry && (STAMPS.includes(name) || (name === 'publishedAt' && !isDraftable))
  return note === undefined || isWellKnown ? [line] : [comment(note, '  '), line]
}

/**
 * Returns the TypeScript type of a scalar attribute in an answer. Every value may be null. Even a required attribute
 * may be empty in a draft, and in a row that is older than the requirement.
 */
function valueType(
  { name, type, enum: values }: ScalarAttribute,
  isEntry: boolean,
  isDraftable: boolean,
): string {
  if (isEntry && STAMPS.includes(name)) return 'string'
  if (isEntry && name === 'publishedAt' && !isDraftable) return 'string'
  if (type === 'json') return 'Json'
  if (type === 'enumeration') return `${anyOf([...new Set(values)], '  ')} | null`
  return `${VALUES[type]} | null`
}

/** The timestamps that the server itself writes for each entry. */
const STAMPS: readonly string[] = ['createdAt', 'updatedAt']

/** Declares a model as a member of the interface `Models`. */
export function modelMember(uid: Uid, { links }: SeenModel, names: TypeNames, schema: Schema): string {
  const lines = links.map((link) => `      ${memberName(link.attribute.name)}: ${linkType(link, schema)}`)
  const written = lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n    }`
  return `  ${quoted(uid)}: {\n    scalars: ${names.of(uid)}\n    links: ${written}\n  }`
}

function linkType({ attribute, to }: SeenLink, schema: Schema): string {
  const target = attribute.kind === 'morphTo' ? 'Findable' : anyOf(to, '      ')
  return `Link<${target}, ${countOf(attribute)}, ${kindOf(attribute, schema)}>`
}

const countOf = (attribute: PopulatableAttribute): string =>
  attribute.kind === 'zone' || attribute.many ? "'many'" : "'one'"

function kindOf(attribute: PopulatableAttribute, schema: Schema): string {
  switch (attribute.kind) {
    case 'relation':
      return attribute.via === 'stored' ? "'relation'" : "'system'"
    case 'component':
      return "'component'"
    case 'zone':
      return "'zone'"
    case 'morphTo':
      return "'morph'"
    case 'morphBy': {
      const by = modelOf(schema, attribute.target)?.attributes.get(attribute.by)
      return by?.kind === 'morphTo' && !by.many ? "'far'" : "'plain'"
    }
    case 'media':
      return "'plain'"
  }
}
