/**
 * Defines misreadings in which the target refuses a valid write, and the groups of attributes whose values a target may
 * ignore or refuse.
 */
import type { Attribute } from '../../../../reference/schema/schema.ts'
import { isList, isObject, type Json, member, parseJson } from '../../../../util/json.ts'
import type { WritableAttribute } from '../../../../writing/index.ts'
import type { WriteRuleId } from '../../../../writing/rules.ts'
import { isOf } from '../../misread/parts.ts'
import { type AskedWrite, hasId, isId, listOf, type WriteMisreading } from './kit.ts'
import { isDraftPart, splitQuery } from './query.ts'

/** The groups of attributes whose written values a server may read by separate code. */
export const GROUPS: readonly AttributeGroup[] = [
  { rule: 'write.relation.forms', name: 'a relation', isOf: ({ kind }) => kind === 'relation' },
  {
    rule: 'write.relation.forms',
    name: 'a to-many relation',
    isOf: (one) => one.kind === 'relation' && one.many,
  },
  {
    rule: 'write.relation.forms',
    name: 'a to-one relation',
    isOf: (one) => one.kind === 'relation' && !one.many,
  },
  { rule: 'write.files', name: 'a file attribute', isOf: ({ kind }) => kind === 'media' },
  { rule: 'write.files', name: 'a single file attribute', isOf: (one) => one.kind === 'media' && !one.many },
  {
    rule: 'write.files',
    name: 'a file attribute for several files',
    isOf: (one) => one.kind === 'media' && one.many,
  },
  { rule: 'write.component.new', name: 'a component', isOf: ({ kind }) => kind === 'component' },
  {
    rule: 'write.component.new',
    name: 'a single component',
    isOf: (one) => one.kind === 'component' && !one.many,
  },
  { rule: 'write.zone', name: 'a zone', isOf: ({ kind }) => kind === 'zone' },
  { rule: 'write.update', name: 'a plain attribute', isOf: ({ kind }) => kind === 'scalar' },
]

/** A group of attributes, with the rule about their written values. */
interface AttributeGroup {
  readonly rule: WriteRuleId
  readonly name: string
  readonly isOf: (attribute: Attribute) => boolean
}

export const isEmpty = (value: Json): boolean =>
  isList(value)
    ? value.length === 0
    : isObject(value) && isList(member(value, 'set')) && listOf(member(value, 'set')).length === 0

/** Returns a misreading: the target refuses a valid form of a write. */
const refusing = (
  rule: WriteRuleId,
  form: string,
  says: string,
  isRefused: (asked: AskedWrite) => boolean,
): WriteMisreading => ({
  ...{ rule, kind: `refused: ${form}`, says: `${says} The server refuses ${form}.` },
  read: ({ request }) => request,
  isRefused,
})

/** Returns whether a value in the `data` of a write has a form. */
const hasValue = (
  { data, model }: AskedWrite,
  isForm: (value: Json, writable: WritableAttribute) => boolean,
): boolean =>
  Object.entries(data ?? {}).some(([name, value]) => {
    const writable = model?.attributes.get(name)
    return writable?.writable === true && isForm(value, writable)
  })

const contentType = ({ request }: AskedWrite): string => request.headers['content-type'] ?? ''
const isMethod = ({ request }: AskedWrite, method: string): boolean => request.method === method
const isOfSingle = ({ type }: AskedWrite): boolean => type.kind === 'singleType'

/** Returns the codes of the locales in which a document of the written type may have rows. */
const localesOf = ({ type, graph }: AskedWrite): readonly (string | undefined)[] =>
  type.localized ? graph.locales.codes.map(({ code }) => code) : [undefined]

/** Returns whether the written document has no row in a locale, by default in the locale of the write. */
const isAbsent = ({ rowOf }: AskedWrite, locale?: string): boolean =>
  rowOf('draft', locale) === undefined && rowOf('published', locale) === undefined

/** Returns whether the written document has no row in any locale. */
const hasNoRow = (asked: AskedWrite): boolean => localesOf(asked).every((code) => isAbsent(asked, code))

/** Returns whether the `data` of a write lacks a required attribute. */
const lacksRequired = ({ data, model }: AskedWrite): boolean =>
  data !== undefined &&
  [...(model?.attributes ?? [])].some(([name, { required }]) => required && !Object.hasOwn(data, name))

/** Returns the members of the body of a write. */
const membersOf = ({ request }: AskedWrite): readonly string[] => {
  const body = parseJson(request.body ?? '')
  return isObject(body) ? Object.keys(body) : []
}

const parameter = (asked: AskedWrite, name: string): boolean =>
  splitQuery(asked.request.url).parts.some((part) => isOf(name, part))

/** The misreadings in which the target refuses a method, a parameter or a form of the body. */
const REFUSED_WRITES: readonly WriteMisreading[] = [
  refusing(
    'write.single',
    'a PUT that creates the document of a single type',
    'PUT on a single type also creates its document.',
    (asked) => isOfSingle(asked) && isMethod(asked, 'PUT') && asked.rowOf('draft') === undefined,
  ),
  refusing(
    'write.single',
    'a PUT on a single type',
    'A single type has PUT and DELETE.',
    (asked) => isOfSingle(asked) && isMethod(asked, 'PUT'),
  ),
  refusing(
    'write.delete',
    'a DELETE on a single type',
    'A single type has PUT and DELETE.',
    (asked) => isOfSingle(asked) && isMethod(asked, 'DELETE'),
  ),
  refusing(
    'write.delete',
    'a DELETE on a document that does not exist',
    'A DELETE without effect answers 204, too.',
    (asked) => isMethod(asked, 'DELETE') && !isOfSingle(asked) && hasNoRow(asked),
  ),
  refusing(
    'write.delete',
    'a DELETE in a locale that the document lacks',
    'A DELETE without effect answers 204, too.',
    (asked) => isMethod(asked, 'DELETE') && !isOfSingle(asked) && isAbsent(asked) && !hasNoRow(asked),
  ),
  refusing(
    'write.delete',
    'a DELETE of a document or a locale that does not exist',
    'A DELETE without effect answers 204, too.',
    (asked) => isMethod(asked, 'DELETE') && !isOfSingle(asked) && isAbsent(asked),
  ),
  refusing('write.delete', 'every DELETE', 'DELETE deletes a document.', (asked) =>
    isMethod(asked, 'DELETE'),
  ),
  refusing(
    'write.update',
    'a PUT that lacks a required attribute',
    'A PUT may omit required attributes.',
    (asked) => isMethod(asked, 'PUT') && lacksRequired(asked),
  ),
  refusing(
    'write.update',
    'a PUT that publishes and lacks a required attribute',
    'A PUT may omit required attributes.',
    (asked) =>
      isMethod(asked, 'PUT') &&
      lacksRequired(asked) &&
      !splitQuery(asked.request.url).parts.some(isDraftPart),
  ),
  refusing(
    'write.body.data',
    'an empty object in `data`',
    '`data` may be an empty object.',
    ({ data }) => data !== undefined && Object.keys(data).length === 0,
  ),
  refusing(
    'write.body.data',
    'other members of the body',
    'The server ignores the members of the body beside `data`.',
    (asked) => membersOf(asked).some((name) => name !== 'data'),
  ),
  refusing('write.body.form', 'a form body (urlencoded or multipart)', 'A body may be a form.', (asked) =>
    ['multipart/', 'urlencoded'].some((name) => contentType(asked).includes(name)),
  ),
  refusing('write.body.form', 'a multipart body', 'A body may be a form.', (asked) =>
    contentType(asked).startsWith('multipart/'),
  ),
  refusing('write.body.form', 'an urlencoded body', 'A body may be a form.', (asked) =>
    contentType(asked).includes('urlencoded'),
  ),
  refusing(
    'write.locale',
    '`locale` for such a type',
    '`locale` has no effect on a type that is not localized.',
    (asked) => !asked.type.localized && parameter(asked, 'locale'),
  ),
  refusing(
    'write.publish.status',
    '`status` for such a type',
    '`status` has no effect on a type without draft & publish.',
    (asked) => !asked.type.draftAndPublish && parameter(asked, 'status'),
  ),
  ...['populate', 'fields'].map((name) =>
    refusing(
      'write.answer',
      `\`${name}\``,
      `\`${name}\` selects the content of the answer to a write.`,
      (asked) => parameter(asked, name),
    ),
  ),
]

/** Returns the links in the written value of a relation. */
const itemsOf = (value: Json): readonly Json[] =>
  isObject(value)
    ? [value, ...listOf(member(value, 'set')), ...listOf(member(value, 'connect'))]
    : listOf(value)

/** The forms of a link that a server may refuse. */
const FORMS_OF_LINK = [
  ['an id, also in an object', (item) => isId(item) || hasId(item)],
  ['an id', isId],
  ['an object with an id', hasId],
  ['an object with a documentId', (item) => isObject(item) && Object.hasOwn(item, 'documentId')],
] as const satisfies readonly (readonly [form: string, isForm: (item: Json) => boolean])[]

/** The misreadings in which the target refuses null, an empty list, or a form of a link or a component. */
const REFUSED_VALUES: readonly WriteMisreading[] = [
  ...GROUPS.flatMap(({ rule, name, isOf: isOfGroup }) =>
    (
      [
        ['null', `Null removes the value of ${name}.`, (value) => value === null],
        ['the list', `An empty list removes all that ${name} has.`, isEmpty],
      ] as const satisfies readonly (readonly [string, string, (value: Json) => boolean])[]
    ).map(([form, says, isForm]) => ({
      ...refusing(rule, form, says, (asked) =>
        hasValue(asked, (value, { attribute }) => isOfGroup(attribute) && isForm(value)),
      ),
      kind: `refused: ${form} for ${name}`,
    })),
  ),
  ...(['connect', 'disconnect', 'set'] as const).map((form) =>
    refusing(`write.relation.${form}`, `\`${form}\``, `\`${form}\` changes the linked entries.`, (asked) =>
      hasValue(
        asked,
        (value, { attribute }) =>
          attribute.kind === 'relation' && isObject(value) && Object.hasOwn(value, form),
      ),
    ),
  ),
  ...FORMS_OF_LINK.map(([form, isForm]) => ({
    ...refusing('write.relation.forms', 'it', `A link may be ${form}.`, (asked) =>
      hasValue(asked, (value, { attribute }) => attribute.kind === 'relation' && itemsOf(value).some(isForm)),
    ),
    kind: `${form} refused`,
  })),
  refusing('write.component.kept', 'the `id`', 'A component may have an `id`.', (asked) =>
    hasValue(
      asked,
      (value, { attribute }) =>
        (attribute.kind === 'component' || attribute.kind === 'zone') && listOf(value).some(hasId),
    ),
  ),
]

export const REFUSED: readonly WriteMisreading[] = [...REFUSED_WRITES, ...REFUSED_VALUES]
