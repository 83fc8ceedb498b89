/**
 * Finds the suspects for written values that the target refuses although they are valid, or accepts although they are
 * invalid.
 */
import { isList, type Json } from '../../../util/json.ts'
import { valueAt } from '../../../util/pointer.ts'
import { modelsOf, type WritableAttribute, type WriteRuleId } from '../../../writing/index.ts'
import { isWritingRule } from '../../exchange/rules.ts'
import { formOf } from '../../observed/forms.ts'
import type { Answer } from '../../target/target.ts'
import { invalidPaths, isAboutUnique, refusalRules, refusedPath } from '../refused.ts'
import { type Suspect, suspects } from '../suspect.ts'
import { SCALAR_RULES, scalarsIn, type WrittenScalar } from './values.ts'
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
    kind: 'null for a text',
    isForm: (value, type) => TEXTS.has(type) && value === null,
    says: 'Null is not valid for a required text. The server accepts it.',
  },
  {
    kind: 'another type for a text',
    isForm: (value, type) => TEXTS.has(type) && typeof value !== 'string',
    says: 'A value of another type, such as a number, is not a valid text. The server accepts it.',
  },
]

const formIn = (forms: readonly ValueForm[], value: Json, type: string): ValueForm | undefined =>
  forms.find(({ isForm }) => isForm(value, type))

const scalarsOf = ({ data, type, session }: WriteMismatch): readonly WrittenScalar[] =>
  scalarsIn(data, type?.uid, modelsOf(session.reference.graph))

/**
 * Returns the value that the target refuses. If the target's error names no value, returns the only value with an
 * unusual form.
 */
function refusedIn(writing: WriteMismatch, body: Json): WrittenScalar | undefined {
  const [path, scalars] = [refusedPath(body), scalarsOf(writing)]
  if (path !== undefined) return scalars.find((one) => one.path === path)
  const unusual = scalars.filter(({ value, type }) => formIn(UNUSUAL, value, type) !== undefined)
  return unusual.length === 1 ? unusual[0] : undefined
}

/** Returns the suspects if the target refuses a write because of a plain value that is valid. */
export function refusedValue(writing: WriteMismatch, found: Answer): readonly Suspect[] {
  const { exchange } = writing
  if (found.status !== 400 || exchange.referenced.answer.status >= 300) return []
  const { limits, value } = refusedIn(writing, found.body) ?? {}
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
  const { exchange, isReadBack } = writing
  const { outcome, referenced } = exchange
  if (isReadBack || outcome.kind === 'failed' || referenced.answer.status !== 400) return []
  const [rule] = refusalRules(referenced.rules.filter(isWritingRule), referenced.answer.body)
  if (rule === 'write.values.date' && outcome.answer.status < 300) return acceptedDates(writing)
  const [wanted = [], refused = []] = [referenced.answer.body, outcome.answer.body].map(invalidPaths)
  const accepted = wanted.filter((path) => !refused.includes(path))
  const isPart = refused.length > 0 && refused.length < wanted.length
  const isOther = outcome.answer.status >= 400 && refused.length === 0
  if (isOther || (accepted.length === 0 && !isPart)) return []
  const first: readonly Suspect[] = isPart ? [SOME_LISTED] : []
  if (rule !== 'write.values' || accepted.length === 0) return first
  const scalars = scalarsOf(writing)
  const values = accepted.map((path) => scalars.find((one) => one.path === path))
  const types = new Set(values.map((one) => one?.type))
  const forms = new Set(values.map((one) => one && formIn(CAST, one.value, one.type)))
  const [form] = forms
  const deeds = new Set(values.map((one) => one && deedOf(one, outcome.answer.body)))
  const [deed = ACCEPTS, ...others] = deeds
  const shown = others.length === 0 && refused.length === 0 ? deed : ACCEPTS
  const cast =
    forms.size === 1 && form !== undefined ? [{ rule, kind: `${form.kind} accepted`, says: form.says }] : []
  const [only] = types
  // An answer that refuses the other invalid values does not show how the target would store the accepted value.
  const isShown = refused.length === 0 && types.size === 1 && only !== undefined
  const says = isShown ? { says: acceptedText(only, shown) } : {}
  const isMissing = accepted.every((path) => (valueAt(writing.data ?? null, `/${path}`) ?? null) === null)
  return [...first, ...(isMissing ? [WITHOUT_REQUIRED] : []), ...cast, { rule, kind: 'accepted', ...says }]
}

const WITHOUT_REQUIRED: Suspect = {
  rule: 'write.values',
  kind: 'required accepted',
  says: 'A required attribute must have a value, unless the write stores a draft. The server accepts a write without it.',
}

const ACCEPTS = 'accepts it'

const acceptedText = (type: string, deed = ACCEPTS): string =>
  `An invalid value of the type ${type} is refused. The server ${deed}.`

/** Returns the words for the way in which the target stores an invalid value that it accepts. */
function deedOf({ path, value }: WrittenScalar, found: Json): string {
  const stored = valueAt(found, `/data/${path}`)
  if (stored === undefined || JSON.stringify(stored) === JSON.stringify(value)) return ACCEPTS
  const form = formOf(value, stored)
  return (
    DEEDS.find(([, change]) => change(value) === stored)?.[0] ??
    (form === undefined
      ? 'stores another value'
      : form === 'cut'
        ? 'stores only its start'
        : `stores it ${form}`)
  )
}

/**
 * Returns the sentences about how the target stores the invalid values that it accepts; empty if the values are not
 * plain, or if the target treats them in different ways.
 */
export function acceptedDeed(writing: WriteMismatch): readonly string[] {
  const { outcome, referenced } = writing.exchange
  if (writing.isReadBack || outcome.kind === 'failed' || outcome.answer.status >= 300) return []
  const paths = invalidPaths(referenced.answer.body)
  const isDate = referenced.rules.filter(isWritingRule).at(-1) === 'write.values.date'
  const values = scalarsOf(writing).filter(({ path, type, value }) =>
    isDate ? type in DATES && value !== null : paths.includes(path),
  )
  const [deed, ...others] = new Set(values.map((one) => deedOf(one, outcome.answer.body)))
  if (deed === undefined || others.length > 0) return []
  return [...new Set(values.map(({ type }) => ` of the type ${type}`)), ''].map(
    (of) => `The server takes an invalid value${of}, and ${deed}.`,
  )
}

/** The changes by which a server may make an invalid value valid, each with its name. */
const DEEDS: readonly (readonly [deed: string, change: (value: Json) => Json | undefined])[] = [
  ['stores null', () => null],
  ['stores it as a text', (value) => (typeof value === 'object' ? undefined : String(value))],
  ['stores the later day to which it rolls over', rolledOver],
  ['stores it with zeros for the missing parts', (value) => `${String(value)}:00.000`],
  ['removes its fraction', (value) => Math.trunc(Number(value))],
  ['rounds it', (value) => Math.round(Number(value))],
  ['stores true, or false for 0 and for an empty text', Boolean],
  ['stores a slug of it', (value) => (typeof value === 'string' ? slugOf(value) : undefined)],
]

/** Returns the day to which a nonexistent day rolls over, such as `2024-03-01` for `2024-02-30`. */
function rolledOver(value: Json): Json | undefined {
  const [year, month, day] = typeof value === 'string' && value.length === DAY.length ? value.split('-') : []
  const instant = Date.UTC(Number(year), Number(month) - 1, Number(day))
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString().slice(0, DAY.length)
}

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
function acceptedDates(writing: WriteMismatch): readonly Suspect[] {
  const { outcome } = writing.exchange
  const dates = scalarsOf(writing).filter(({ type, value }) => type in DATES && value !== null)
  const [first, ...others] = dates
  const [only, ...more] = new Set(dates.map(({ type }) => type))
  const isAlone = first !== undefined && others.length === 0 && outcome.kind === 'answered'
  const deed = isAlone ? deedOf(first, outcome.answer.body) : ACCEPTS
  const rule = 'write.values.date'
  const narrow: readonly Suspect[] =
    only !== undefined && more.length === 0
      ? [{ rule, kind: `${only} accepted`, says: acceptedText(only, deed) }]
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
