/** Mutants of schema files: wrong, unusual or misplaced settings. */

import type { Roll } from '../../../properties/arbitraries/dice.ts'
import type { EditableJson, EditableObject } from '../../../src/writing/edit/edit.ts'
import type { BaseDataset } from './base.ts'
import type { Mutate } from './mutant.ts'
import { ODD_NAMES, ODD_VALUES } from './oddities.ts'
import { isRecord, jsonOf, print, slotsOf } from './tree.ts'

/** A schema file and one of its attributes. */
interface AttributePosition {
  readonly schema: EditableObject
  readonly attributes: EditableObject
  readonly name: string
  readonly attribute: EditableObject
  readonly base: BaseDataset
  /** The uid of the content type, or `category.name` of the component. */
  readonly uid: string
}

const TYPES = [
  'string',
  'text',
  'richtext',
  'blocks',
  'enumeration',
  'email',
  'password',
  'uid',
  'date',
  'time',
  'datetime',
  'timestamp',
  'integer',
  'biginteger',
  'float',
  'decimal',
  'boolean',
  'array',
  'json',
  'relation',
  'media',
  'component',
  'dynamiczone',
  'customField',
  'increments',
  'String',
  '',
]
const RELATIONS = [
  'oneToOne',
  'oneToMany',
  'manyToOne',
  'manyToMany',
  'morphToOne',
  'morphToMany',
  'morphOne',
  'morphMany',
  'oneWay',
  'manyWay',
  '',
]

const SOUND_NAMES = ['a', 'b-c', 'article', 'articles', 'file', 'shop', 'record', 'admin-user', 'api-a-a']

const uidsOf = ({ graph: { schema } }: BaseDataset): readonly string[] => [
  ...schema.contentTypes.keys(),
  ...schema.components.keys(),
  'api::nobody.nobody',
  'no.body',
  '__proto__.x',
]

/** Adds a component that contains itself, which is valid if the rows have finite depth. */
const inItself = ({ attributes, uid }: AttributePosition, { pick }: Roll): void => {
  attributes['inner'] = pick<EditableJson>([
    { type: 'component', component: uid },
    { type: 'component', component: uid, repeatable: true },
    { type: 'dynamiczone', components: [uid] },
    { type: 'dynamiczone', components: [uid, uid] },
  ])
}

const names = (roll: Roll, count: number): string[] =>
  Array.from({ length: count }, (_, at) => (roll.chance(2) ? roll.pick(ODD_NAMES) : `value ${at}`))

const optionsOf = (schema: EditableObject): EditableObject => {
  const options = isRecord(schema['options']) ? schema['options'] : {}
  schema['options'] = options
  return options
}

const infoOf = (schema: EditableObject): EditableObject => (isRecord(schema['info']) ? schema['info'] : {})

const EDITS: { readonly [says: string]: (spot: AttributePosition, roll: Roll) => void } = {
  'another type': ({ attribute }, { pick }) => Object.assign(attribute, { type: pick(TYPES) }),
  'another relation': ({ attribute }, { pick }) => Object.assign(attribute, { relation: pick(RELATIONS) }),
  'another target': ({ attribute, base }, { pick }) =>
    Object.assign(attribute, { target: pick(uidsOf(base)) }),
  'another component': ({ attribute, base }, { pick }) =>
    Object.assign(attribute, { type: 'component', component: pick(uidsOf(base)) }),
  'other components': ({ attribute, base }, { some }) =>
    Object.assign(attribute, { type: 'dynamiczone', components: some(uidsOf(base), 6) }),
  'another side': ({ attribute, attributes }, { pick }) =>
    Object.assign(attribute, {
      [pick(['inversedBy', 'mappedBy', 'morphBy'])]: pick([...Object.keys(attributes), ...ODD_NAMES]),
    }),
  'one side less': ({ attribute }, { pick }) => {
    delete attribute[
      pick(['inversedBy', 'mappedBy', 'morphBy', 'target', 'relation', 'component', 'type', 'enum'])
    ]
  },
  'many or one': ({ attribute }, { pick, chance }) =>
    Object.assign(attribute, { [pick(['repeatable', 'multiple'])]: chance(50) }),
  'a schema key with a value of a wrong type': ({ attribute }, { pick }) =>
    Object.assign(attribute, {
      [pick([...Object.keys(attribute), 'default', 'private', 'searchable'])]: pick(ODD_VALUES),
    }),
  'a default': ({ attribute }, { pick }) => Object.assign(attribute, { default: pick(ODD_VALUES) }),
  'private or not': ({ attribute }, { chance }) => Object.assign(attribute, { private: chance(70) }),
  'an enumeration': ({ attribute }, roll) =>
    Object.assign(attribute, { type: 'enumeration', enum: names(roll, roll.pick([0, 1, 3, 5000])) }),
  'a pattern': ({ attribute }) =>
    Object.assign(attribute, { regex: '^(a+)+$', minLength: -1, maxLength: 1e9 }),
  'an attribute more': ({ attributes, attribute }, { pick }) => {
    attributes[pick(ODD_NAMES)] = JSON.parse(JSON.stringify(attribute))
  },
  'an attribute less': ({ attributes, name }) => {
    delete attributes[name]
  },
  'in itself': inItself,
  'many attributes': ({ attributes }) => {
    for (let at = 0; at < 400; at++) attributes[`more${at}`] = { type: 'string' }
  },
  'drafts or not': ({ schema }, { chance }) =>
    Object.assign(optionsOf(schema), { draftAndPublish: chance(50) }),
  'creators or not': ({ schema }, { chance }) =>
    Object.assign(optionsOf(schema), { populateCreatorFields: chance(50) }),
  'private names': ({ schema, attributes }, roll) =>
    Object.assign(optionsOf(schema), {
      privateAttributes: [...roll.some(Object.keys(attributes), 3), roll.pick(ODD_NAMES)],
    }),
  'localized or not': ({ schema }, { chance }) =>
    Object.assign(schema, { pluginOptions: { i18n: { localized: chance(50) } } }),
  'another kind': ({ schema }, { pick }) =>
    Object.assign(schema, { kind: pick(['collectionType', 'singleType', 'component', 'singletype']) }),
  'an odd name of the type': ({ schema }, { pick }) =>
    Object.assign(infoOf(schema), { [pick(['singularName', 'pluralName'])]: pick(ODD_NAMES) }),
  'another name of the type': ({ schema }, { pick }) =>
    Object.assign(infoOf(schema), { [pick(['singularName', 'pluralName'])]: pick(SOUND_NAMES) }),
  'another uid': ({ schema, base }, { pick }) =>
    Object.assign(schema, {
      uid: pick([...uidsOf(base), 'api::a.a', 'plugin::upload.file', 'x', ...ODD_NAMES]),
    }),
}

const isSchema = (path: string): boolean => /^(content-types|components)\//.test(path)

function spotIn(base: BaseDataset, path: string, schema: EditableObject, roll: Roll): AttributePosition {
  const attributes = isRecord(schema['attributes']) ? schema['attributes'] : {}
  const name = roll.pick([...Object.keys(attributes), ''])
  const written = attributes[name]
  const attribute = isRecord(written) ? written : {}
  const stem = path.replace(/^.*?\//, '').replace(/\.json$/, '')
  const uid = path.startsWith('components/') ? stem.replace('/', '.') : `api::${stem}.${stem}`
  return { schema, attributes, name, attribute, base, uid }
}

export const mutateSchema: Mutate = (base, roll) => {
  if (roll.chance(25)) return renameAttribute(base, roll)
  const path = roll.pick([...base.files.keys()].filter(isSchema))
  const schema = jsonOf(base, path)
  const says = roll.pick(Object.keys(EDITS))
  const spot = spotIn(base, path, isRecord(schema) ? schema : {}, roll)
  EDITS[says]?.(spot, roll)
  const bytes = Buffer.from(print(schema))
  return { says: `${path}: ${says} at ${spot.name}`, change: { at: 'file', path, bytes } }
}

/** Renames an attribute in all files, so that the dataset may stay valid. */
function renameAttribute(base: BaseDataset, roll: Roll): ReturnType<Mutate> {
  const path = roll.pick([...base.files.keys()].filter(isSchema))
  const schema = jsonOf(base, path)
  const { name } = spotIn(base, path, isRecord(schema) ? schema : {}, roll)
  const odd = roll.pick(ODD_NAMES)
  const texts = new Map(
    [...base.files.keys()].map((file) => [file, print(renamed(jsonOf(base, file), name, odd))]),
  )
  return { says: `${name} is called ${JSON.stringify(odd)} everywhere`, change: { at: 'files', texts } }
}

const SAID_BY_NAME = ['inversedBy', 'mappedBy', 'morphBy', 'field']

function renamed(whole: EditableJson, name: string, odd: string): EditableJson {
  for (const { holder, key } of slotsOf(whole)) {
    if (Array.isArray(holder)) continue
    if (SAID_BY_NAME.includes(String(key)) && holder[String(key)] === name) holder[String(key)] = odd
    if (key !== name || name === 'type') continue
    const value = holder[name] ?? null
    delete holder[name]
    Object.defineProperty(holder, odd, { value, enumerable: true, writable: true, configurable: true })
  }
  return whole
}
