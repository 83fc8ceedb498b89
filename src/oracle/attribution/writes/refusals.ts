/**
 * Finds the suspects for written values that the target refuses although they are valid, or accepts although they are
 * invalid.
 */
import type { ContentType } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json, member } from '../../../util/json.ts'
import { modelsOf, type WritableAttribute, type WriteRuleId } from '../../../writing/index.ts'
import { dataOf } from '../../bodies/answer.ts'
import { isWritingRule } from '../../exchange/rules.ts'
import type { Answer } from '../../target/target.ts'
import { invalidNames, isAboutUnique, refusalRules, refusedName } from '../refused.ts'
import { type Suspect, suspects } from '../suspect.ts'
import { SCALAR_RULES } from './values.ts'
import type { WriteMismatch } from './written.ts'

const TEXTS: ReadonlySet<string> = new Set(['string', 'text', 'richtext', 'email', 'uid', 'password'])
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'biginteger', 'float', 'decimal'])
const INSTANTS: ReadonlySet<string> = new Set(['datetime', 'timestamp'])

/** A form of values that a server may treat in a special way, for the attributes of some types. */
interface ValueForm {
  readonly kind: string
  readonly isForm: (value: Json, type: string) => boolean
  readonly says: string
}

/** The format of a date without a time. */
const DAY = 'yyyy-MM-dd'

/** The valid forms of written values that a strict server may refuse. */
const UNUSUAL: readonly ValueForm[] = [
  {
    kind: 'an empty text',
    isForm: (value, type) => TEXTS.has(type) && value === '',
    says: 'An empty text is a value, also of a required attribute. The server refuses it.',
  },
  {
    kind: 'a text for a number',
    isForm: (value, type) => NUMBERS.has(type) && typeof value === 'string',
    says: 'A number may be a text of digits. The server refuses the text.',
  },
  {
    kind: 'another form of a boolean',
    isForm: (value, type) => type === 'boolean' && typeof value !== 'boolean',
    says: 'A boolean may also be 0, 1, or a text such as "true". The server refuses these values.',
  },
  {
    kind: 'milliseconds',
    isForm: (value, type) => INSTANTS.has(type) && value !== '' && Number.isInteger(Number(value)),
    says: 'An instant may be a number of milliseconds. The server refuses the number.',
  },
  {
    kind: 'a longer date',
    isForm: (value, type) => type === 'date' && typeof value === 'string' && value.length > DAY.length,
    says: 'A date may have a time after the day, which the write removes. The server refuses it.',
  },
  {
    kind: 'another value than a list of blocks',
    isForm: (value, type) => type === 'blocks' && !isList(value),
    says: 'A value for blocks that is not a list is stored as null. The server refuses it.',
  },
]

/** The invalid forms of written values that a server may accept because it casts them to the attribute's type. */
const CAST: readonly ValueForm[] = [
  {
    kind: 'another type for a text',
    isForm: (value, type) => TEXTS.has(type) && typeof value !== 'string',
    says: 'A value of another type, such as a number, is not a valid text. The server accepts it.',
  },
]

const formIn = (forms: readonly ValueForm[], value: Json, type: string): ValueForm | undefined =>
  forms.find(({ isForm }) => isForm(value, type))

/**
 * Returns the name of the attribute whose value the target refuses. If the target's error names no attribute, returns
 * the only attribute with an unusual value.
 */
function nameIn({ type, data }: WriteMismatch, body: Json): string | undefined {
  const name = refusedName(body)
  if (name !== undefined || !isObject(data)) return name
  const unusual = Object.entries(data).filter(([own, value]) => {
    const scalar = typeOf(type, own)
    return scalar !== undefined && formIn(UNUSUAL, value, scalar) !== undefined
  })
  return unusual.length === 1 ? unusual[0]?.[0] : undefined
}

/** Returns the suspects if the target refuses a write because of a plain value that is valid. */
export function refusedValue(writing: WriteMismatch, found: Answer): readonly Suspect[] {
  const { exchange, type, data, session } = writing
  if (found.status !== 400 || exchange.referenced.answer.status >= 300 || type === undefined) return []
  const name = nameIn(writing, found.body)
  const limits =
    name === undefined ? undefined : modelsOf(session.reference.graph).get(type.uid)?.attributes.get(name)
  const value = isObject(data) && name !== undefined ? member(data, name) : undefined
  if (limits?.attribute.kind !== 'scalar' || value === undefined || value === null) return []
  const rule = isAboutUnique(found.body)
    ? 'write.values.unique'
    : (SCALAR_RULES[limits.attribute.type]?.[0] ?? 'write.values')
  return [...ofForm(rule, limits, value), ...ofRule(rule, limits, value)]
}

/** Returns the suspects about the form of a refused value; empty if the value has the usual form. */
function ofForm(rule: WriteRuleId, { attribute }: WritableAttribute, value: Json): readonly Suspect[] {
  if (rule === 'write.values.unique' || attribute.kind !== 'scalar') return []
  if (attribute.private)
    return [
      { rule, kind: 'private refused', says: 'A write may set a private attribute. The server refuses it.' },
    ]
  const form = formIn(UNUSUAL, value, attribute.type)
  return form === undefined ? [] : [{ rule, kind: `${form.kind} refused`, says: form.says }]
}

function ofRule(rule: WriteRuleId, limits: WritableAttribute, value: Json): readonly Suspect[] {
  if (rule !== 'write.values' || limits.attribute.kind !== 'scalar') return [{ rule, kind: 'refused' }]
  const size = typeof value === 'string' ? value.length : value
  const isAtLimit = [limits.min, limits.max, limits.minLength, limits.maxLength].some(
    (limit) => limit === size,
  )
  const says = isAtLimit
    ? 'A value at the limit of its attribute is valid. The server refuses it.'
    : `A valid value of the type ${limits.attribute.type} is accepted. The server refuses it.`
  return [{ rule, kind: isAtLimit ? 'refused at a limit' : 'refused', says }]
}

/**
 * Returns the suspects if the target accepts an invalid value, either alone or beside other invalid values that it
 * refuses. A target that refuses only some of several invalid values may stop at the first of them.
 */
export function acceptedValues(writing: WriteMismatch): readonly Suspect[] {
  const { exchange, type, isReadBack, data } = writing
  const { outcome, referenced } = exchange
  if (isReadBack || outcome.kind === 'failed' || referenced.answer.status !== 400) return []
  const [rule] = refusalRules(referenced.rules.filter(isWritingRule), referenced.answer.body)
  if (rule === 'write.values.date' && outcome.answer.status < 300) return acceptedDates(writing)
  const [wanted = [], refused = []] = [referenced.answer.body, outcome.answer.body].map(invalidNames)
  const accepted = wanted.filter((name) => !refused.includes(name))
  const isPart = refused.length > 0 && refused.length < wanted.length
  const isOther = outcome.answer.status >= 400 && refused.length === 0
  if (isOther || (accepted.length === 0 && !isPart)) return []
  const first: readonly Suspect[] = isPart ? [SOME_LISTED] : []
  if (rule !== 'write.values' || accepted.length === 0) return first
  const types = new Set(accepted.map((name) => typeOf(type, name)))
  const forms = new Set(
    accepted.map((name) =>
      formIn(CAST, (isObject(data) ? member(data, name) : undefined) ?? null, typeOf(type, name) ?? ''),
    ),
  )
  const [form] = forms
  const deeds = new Set(accepted.map((name) => deedOf(data, name, outcome.answer.body)))
  const [deed = ACCEPTS, ...others] = deeds
  const cast =
    forms.size === 1 && form !== undefined ? [{ rule, kind: `${form.kind} accepted`, says: form.says }] : []
  const [only] = types
  // An answer that refuses the other invalid values does not show how the target would store the accepted value.
  const isShown = refused.length === 0 && types.size === 1 && only !== undefined
  const says = isShown ? { says: acceptedText(only, others.length === 0 ? deed : ACCEPTS) } : {}
  return [...first, ...cast, { rule, kind: 'accepted', ...says }]
}

const ACCEPTS = 'accepts it'

const acceptedText = (type: string, deed = ACCEPTS): string =>
  `An invalid value of the type ${type} is refused. The server ${deed}.`

/** Returns the words for the way in which the target stores an invalid value that it accepts. */
function deedOf(data: Json | undefined, name: string, found: Json): string {
  const row = dataOf(found)
  const [value = null, stored] = [data, row].map((one) => (isObject(one) ? member(one, name) : undefined))
  if (stored === undefined || JSON.stringify(stored) === JSON.stringify(value)) return ACCEPTS
  return DEEDS.find(([, change]) => change(value) === stored)?.[0] ?? 'stores another value'
}

/** The changes by which a server may make an invalid value valid, each with its name. */
const DEEDS: readonly (readonly [deed: string, change: (value: Json) => Json | undefined])[] = [
  ['stores null', () => null],
  ['stores it as a text', (value) => (typeof value === 'object' ? undefined : String(value))],
  ['removes its fraction', (value) => Math.trunc(Number(value))],
  ['rounds it', (value) => Math.round(Number(value))],
  ['stores whether it is empty', Boolean],
  ['stores a slug of it', (value) => (typeof value === 'string' ? slugOf(value) : undefined)],
]

/**
 * Returns the usual slug of a text: its letters and digits in lower case, with a hyphen for each group of other
 * characters.
 */
const slugOf = (text: string): string => {
  const words = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return words.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

/**
 * Returns the suspects if the target accepts an invalid date or time. The error about such a value does not name the
 * attribute.
 */
function acceptedDates({ type, data }: WriteMismatch): readonly Suspect[] {
  const names = isObject(data) ? Object.keys(data) : []
  const types = new Set(names.flatMap((name) => typeOf(type, name) ?? []).filter((one) => one in DATES))
  const [only] = types
  const rule = 'write.values.date'
  const narrow: readonly Suspect[] =
    types.size === 1 && only !== undefined
      ? [{ rule, kind: `${only} accepted`, says: acceptedText(only) }]
      : []
  return [...narrow, ...suspects([rule], 'accepted')]
}

const DATES: Readonly<Record<string, true>> = { date: true, time: true, datetime: true, timestamp: true }

/** The suspect for a target whose error lists only some of several invalid values. */
export const SOME_LISTED: Suspect = {
  rule: 'write.values',
  kind: 'some listed',
  says: 'One error lists all invalid values. The server lists only some of the invalid values.',
}

function typeOf(type: ContentType | undefined, name: string): string | undefined {
  const attribute = type?.attributes.get(name)
  return attribute?.kind === 'scalar' ? attribute.type : undefined
}
