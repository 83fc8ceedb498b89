/** Generates the parameters of each operation. */

import type { Locales, Settings } from '../../reference/graph/graph.ts'
import { PUBLICATION_FILTERS } from '../../reference/plan/plan.ts'
import type { ContentType, Uid } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import type { SeenBy, SeenModel } from '../types/seen.ts'
import type { SchemaNames } from './names.ts'
import { fieldsSchema, populateForms, sortSchema } from './queries.ts'
import { ref } from './scalars.ts'

/**
 * The note on notation in descriptions: nested objects are written `a[b][c]=v` and lists `a[0]=v`. OpenAPI can
 * describe only the first level of a query parameter.
 */
const BRACKETS =
  'Write nested values in brackets, as the package qs does: objects as `a[b][c]=v`, lists as `a[0]=v`. ' +
  'The style deepObject describes only the first level of a parameter.'

const parameter = (name: string, description: string, more: JsonObject): JsonObject => ({
  name,
  in: 'query',
  description,
  ...more,
})

/** Returns the query parameters that are the same for each type, for `components.parameters`. */
export function commonParameters(
  settings: Settings,
  { codes, default: standard }: Locales,
  { anyLocale }: SeenBy,
): JsonObject {
  const listed = anyLocale ? {} : { enum: codes.map(({ code }) => code) }
  const locale: JsonObject = { type: 'string', ...listed }
  const known = anyLocale ? '' : ` The default is ${standard}.`
  const localeNote = `A locale of a type in several languages.${known}`
  const several: Json = { anyOf: [locale, { const: '*' }, { type: 'array', items: locale }] }
  return {
    pagination: parameter('pagination', paginationNote(settings), {
      style: 'deepObject',
      explode: true,
      schema: { anyOf: [pages('page', 'pageSize', 1, settings), pages('start', 'limit', 0, settings)] },
    }),
    locale: parameter('locale', localeNote, { schema: locale }),
    locales: parameter('locale', `${localeNote} A list of locales, or \`*\` for all, is valid too.`, {
      schema: several,
    }),
    status: parameter('status', 'The status of every entry in the answer, linked entries included.', {
      schema: { type: 'string', enum: ['published', 'draft'], default: 'published' },
    }),
    writtenStatus: parameter('status', 'The version to write. The default is published.', {
      schema: { type: 'string', enum: ['published', 'draft'], default: 'published' },
    }),
    publicationFilter: parameter(
      'publicationFilter',
      'Selects entries by the state of their draft and published versions.',
      {
        schema: { type: 'string', enum: PUBLICATION_FILTERS },
      },
    ),
    hasPublishedVersion: parameter('hasPublishedVersion', 'The older form of publicationFilter.', {
      schema: { type: 'boolean' },
    }),
    _q: parameter('_q', "Searches the entry's own attributes for this text.", {
      schema: { type: 'string' },
    }),
  }
}

function paginationNote({ defaultLimit, maxLimit }: Settings): string {
  const most =
    maxLimit === null
      ? 'A page has no maximum size'
      : `The maximum is ${maxLimit}; a larger number counts as the maximum`
  return `Pages or offsets, not both. The default size is ${defaultLimit} entries. ${most}.`
}

const pages = (
  from: string,
  size: string,
  least: number,
  { defaultLimit, withCount }: Settings,
): JsonObject => ({
  type: 'object',
  properties: {
    [from]: { type: 'integer', minimum: least, default: least },
    [size]: { type: 'integer', minimum: 1, default: defaultLimit },
    withCount: { type: 'boolean', default: withCount },
  },
  additionalProperties: false,
})

const common = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` })

/** Returns the query parameters of a write: `fields` and `populate` for its answer, the locale, and the status. */
export function writeParametersOf(
  { localized, draftAndPublish }: ContentType,
  seen: SeenModel | undefined,
  isDelete: boolean,
  names: SchemaNames,
): readonly JsonObject[] {
  return [
    ...(seen === undefined || isDelete ? [] : shownBy(seen.model.uid, names)),
    ...(localized ? [common('locale')] : []),
    ...(draftAndPublish && !isDelete ? [common('writtenStatus')] : []),
  ]
}

/** Returns the parameters of a type, for `components.parameters`. */
export function typeParameters(seen: SeenModel, names: SchemaNames): JsonObject {
  const { uid } = seen.model
  const listed = { style: 'form', explode: false }
  const deep = { style: 'deepObject', explode: true }
  return {
    [names.of(uid, 'fields')]: parameter(
      'fields',
      'The scalar attributes in the answer, besides id and documentId. The default is all.',
      { ...listed, schema: fieldsSchema(seen, names) },
    ),
    [names.of(uid, 'populate')]: parameter(
      'populate',
      `The relations, components and files in the answer: \`*\`, names, or an object. ${BRACKETS}`,
      { ...deep, schema: populateForms(names.of(uid, 'populate')) },
    ),
    [names.of(uid, 'filters')]: parameter(
      'filters',
      `Conditions, all of which an entry must satisfy. ${BRACKETS}`,
      {
        ...deep,
        schema: ref(names.of(uid, 'filters')),
      },
    ),
    [names.of(uid, 'sort')]: parameter(
      'sort',
      'The sort keys, the most important key first. The default is id.',
      {
        ...listed,
        schema: sortSchema(seen),
      },
    ),
  }
}

/**
 * Returns the parameters of a read. A list accepts all parameters of a read of one entry, and also several locales,
 * `sort`, `pagination` and `_q`.
 */
export function parametersOf(
  { model }: SeenModel,
  isList: boolean,
  names: SchemaNames,
): readonly JsonObject[] {
  const own = [...shownBy(model.uid, names), common(names.of(model.uid, 'filters'))]
  const visible = ['status', 'publicationFilter', 'hasPublishedVersion'].map(common)
  if (!isList) return [...own, common('locale'), ...visible]
  return [
    ...own,
    common(names.of(model.uid, 'sort')),
    common('pagination'),
    common('locales'),
    ...visible,
    common('_q'),
  ]
}

/** Returns the query parameters that select the attributes of an answer: `fields` and `populate`. */
const shownBy = (uid: Uid, names: SchemaNames): readonly JsonObject[] => [
  common(names.of(uid, 'fields')),
  common(names.of(uid, 'populate')),
]
