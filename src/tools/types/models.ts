/** The types of a schema as declarations: the scalars of each, and where its other attributes lead. */
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

/** The value of a scalar as it is answered, null aside. */
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

/** What a value looks like where its type does not tell. */
const NOTES: { readonly [type in ScalarType]?: string } = {
  date: 'A day, as `2024-02-29`.',
  time: 'As `23:59:59.999`.',
  datetime: 'An instant in UTC, as `2024-01-15T10:11:12.345Z`.',
  timestamp: 'Milliseconds since 1970, in digits.',
  biginteger: 'A whole number of any size, in digits.',
  richtext: 'Markdown.',
}

/** A model as an interface of what is answered of it unasked. */
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
  const note = isEntry && name === 'publishedAt' && isDraftable ? 'Null on a draft.' : NOTES[type]
  const line = `  ${memberName(name)}: ${valueType(attribute, isEntry, isDraftable)}`
  // What every entry has needs no words each time.
  const isWellKnown = isEntry && (STAMPS.includes(name) || (name === 'publishedAt' && !isDraftable))
  return note === undefined || isWellKnown ? [line] : [comment(note, '  '), line]
}

/** Every value may be missing, even a required one: of a draft, and of what is older than the requirement. */
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

/** What a server itself writes of each entry. */
const STAMPS: readonly string[] = ['createdAt', 'updatedAt']

/** A model as a member of `Models`. */
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
