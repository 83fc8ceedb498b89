/**
 * Implements `contentTypes` and `relations` of `@strapi/utils`: functions that test properties of models and
 * attributes.
 */
import { at, type Bag, bagOf, listOf } from '../reach.ts'
import { attributesOf } from '../strapi.ts'

const constants = {
  ID_ATTRIBUTE: 'id',
  DOC_ID_ATTRIBUTE: 'documentId',
  PUBLISHED_AT_ATTRIBUTE: 'publishedAt',
  FIRST_PUBLISHED_AT_ATTRIBUTE: 'firstPublishedAt',
  CREATED_BY_ATTRIBUTE: 'createdBy',
  UPDATED_BY_ATTRIBUTE: 'updatedBy',
  CREATED_AT_ATTRIBUTE: 'createdAt',
  UPDATED_AT_ATTRIBUTE: 'updatedAt',
  SINGLE_TYPE: 'singleType',
  COLLECTION_TYPE: 'collectionType',
} as const

const typeOf = (attribute: unknown): unknown => at(attribute, 'type')
const isOf =
  (...types: readonly string[]) =>
  (attribute: unknown): boolean =>
    types.some((type) => type === typeOf(attribute))

const isRelationalAttribute = isOf('relation')
const isMediaAttribute = isOf('media')
const isComponentAttribute = isOf('component', 'dynamiczone')
const isDynamicZoneAttribute = isOf('dynamiczone')
const isLink = isOf('media', 'component', 'relation', 'dynamiczone')
const isScalarAttribute = (attribute: unknown): boolean => Boolean(attribute) && !isLink(attribute)
const relationOf = (attribute: unknown): string =>
  isRelationalAttribute(attribute) ? String(at(attribute, 'relation') ?? '') : ''
const isMorphToRelationalAttribute = (attribute: unknown): boolean =>
  relationOf(attribute).startsWith('morphTo')
const isRelation =
  (...kinds: readonly string[]) =>
  (attribute: unknown): boolean =>
    kinds.includes(relationOf(attribute))

/** Returns the names of the attributes of a model for which `test` returns true. */
const namesOf = (model: unknown, test: (attribute: Bag, name: string) => boolean): string[] =>
  Object.entries(attributesOf(model)).flatMap(([name, attribute]) => (test(attribute, name) ? [name] : []))

const present = (model: unknown, names: readonly string[]): string[] =>
  names.filter((name) => name in bagOf(at(model, 'attributes')))
const getTimestamps = (model: unknown): string[] => present(model, ['createdAt', 'updatedAt'])
const without = (model: unknown, names: readonly string[]): string[] =>
  namesOf(model, (_, name) => !names.includes(name))

const getNonWritableAttributes = (model: unknown): string[] =>
  model
    ? [
        ...new Set([
          'id',
          'documentId',
          ...getTimestamps(model),
          ...namesOf(model, (one) => one['writable'] === false),
        ]),
      ]
    : []
const getWritableAttributes = (model: unknown): string[] =>
  model ? without(model, getNonWritableAttributes(model)) : []
const getNonVisibleAttributes = (model: unknown): string[] => [
  ...new Set([
    ...['id', 'documentId', 'publishedAt'],
    ...getTimestamps(model),
    ...namesOf(model, (one) => one['visible'] === false),
  ]),
]
const getVisibleAttributes = (model: unknown): string[] => without(model, getNonVisibleAttributes(model))

const hasDraftAndPublish = (model: unknown): boolean => at(model, 'options', 'draftAndPublish') === true
const isSingleType = (model: unknown): boolean => at(model, 'kind') === 'singleType'
const isCollectionType = (model: unknown): boolean =>
  (at(model, 'kind') ?? 'collectionType') === 'collectionType'
const isSchema = (model: unknown): boolean =>
  ['component', 'contentType'].includes(String(at(model, 'modelType')))

const storedPrivate = (model: unknown): readonly unknown[] =>
  listOf(at(model, 'options', 'privateAttributes'))
const isPrivateAttribute = (model: unknown, name: string): boolean =>
  at(model, 'attributes', name, 'private') === true || storedPrivate(model).includes(name)

const LIMITS = ['max', 'min', 'maxLength', 'minLength']

const kebab = (name: unknown): string => String(name).replaceAll('_', '-').toLowerCase()

export const contentTypes = {
  constants,
  ID_FIELDS: ['id', 'documentId'],
  MORPH_TO_KEYS: ['__type'],
  DYNAMIC_ZONE_KEYS: ['__component'],
  RELATION_OPERATION_KEYS: ['connect', 'disconnect', 'set', 'options'],
  isScalarAttribute,
  isMediaAttribute,
  isRelationalAttribute,
  isComponentAttribute,
  isDynamicZoneAttribute,
  isMorphToRelationalAttribute,
  isTypedAttribute: (attribute: unknown, type: string): boolean => typeOf(attribute) === type,
  hasRelationReordering: isRelation('manyToMany', 'manyToOne', 'oneToMany'),
  getDoesAttributeRequireValidation: (attribute: unknown): boolean =>
    Boolean(at(attribute, 'required') || at(attribute, 'unique')) ||
    LIMITS.some((name) => Object.hasOwn(bagOf(attribute), name)),
  getScalarAttributes: (model: unknown): string[] => namesOf(model, isScalarAttribute),
  getMediaAttributes: (model: unknown): string[] => namesOf(model, isMediaAttribute),
  getRelationalAttributes: (model: unknown): string[] => namesOf(model, isRelationalAttribute),
  getComponentAttributes: (model: unknown): string[] => namesOf(model, isComponentAttribute),
  getTimestamps,
  getCreatorFields: (model: unknown): string[] => present(model, ['createdBy', 'updatedBy']),
  getNonWritableAttributes,
  getWritableAttributes,
  isWritableAttribute: (model: unknown, name: string): boolean => getWritableAttributes(model).includes(name),
  getNonVisibleAttributes,
  getVisibleAttributes,
  isVisibleAttribute: (model: unknown, name: string): boolean => getVisibleAttributes(model).includes(name),
  isPrivateAttribute,
  getPrivateAttributes: (model: unknown): string[] => [
    ...new Set([...storedPrivate(model).map(String), ...namesOf(model, (one) => Boolean(one['private']))]),
  ],
  getOptions: (model: unknown): object => ({ draftAndPublish: false, ...bagOf(at(model, 'options')) }),
  hasDraftAndPublish,
  isDraftAndPublish: hasDraftAndPublish,
  hasFirstPublishedAtField: (): boolean => false,
  isDraft: (data: unknown, model: unknown): boolean =>
    hasDraftAndPublish(model) && at(data, 'publishedAt') === null,
  isSingleType,
  isCollectionType,
  isKind:
    (kind: string) =>
    (model: unknown): boolean =>
      at(model, 'kind') === kind,
  isSchema,
  isComponentSchema: (model: unknown): boolean => at(model, 'modelType') === 'component',
  isContentTypeSchema: (model: unknown): boolean => at(model, 'modelType') === 'contentType',
  getContentTypeRoutePrefix: (model: unknown): string =>
    kebab(at(model, 'info', isSingleType(model) ? 'singularName' : 'pluralName')),
}

export const relations = {
  getRelationalFields: contentTypes.getRelationalAttributes,
  isAnyToOne: isRelation('oneToOne', 'manyToOne'),
  isAnyToMany: isRelation('oneToMany', 'manyToMany'),
  isOneToAny: isRelation('oneToOne', 'oneToMany'),
  isManyToAny: isRelation('manyToMany', 'manyToOne'),
  isPolymorphic: isRelation('morphOne', 'morphMany', 'morphToOne', 'morphToMany'),
  constants: { MANY_RELATIONS: ['oneToMany', 'manyToMany'] },
  VALID_RELATION_ORDERING_KEYS: { strict: (value: unknown): boolean => typeof value === 'boolean' },
}
