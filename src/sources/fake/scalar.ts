/**
 * Generates the value of one scalar attribute. The generated value is realistic for the name and type of the
 * attribute, and keeps the limits of the schema.
 */

import type { ScalarAttribute } from '../../reference/schema/schema.ts'
import { isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { customFieldKind } from '../repair/custom-fields.ts'
import type { Words } from './chance.ts'
import { numberIn } from './shape.ts'
import { jsonFor } from './words/json.ts'
import { clockFor, instantFor, numberFor } from './words/numbers.ts'
import { blocks, html, markdown, phrase, slugOf, within, wordsOf } from './words/text.ts'
import { isIdentity, type TextPlace, textFor } from './words/words.ts'

export interface WantedScalar extends Omit<TextPlace, 'attribute'> {
  readonly attribute: ScalarAttribute
  /** The definition of the attribute in the schema file. */
  readonly written: JsonObject
}

/** The maximum number of characters of a text in databases and in forms, by the type of the attribute. */
const LONGEST = { string: 255, text: 5_000 } as const

/** Generates the value of a scalar attribute. Returns null for a password, because no answer shows a password. */
export function scalarValue(wanted: WantedScalar, words: Words): Json {
  const { attribute, written, index } = wanted
  const { name, type } = attribute
  switch (type) {
    case 'string':
    case 'text':
      return textValue(wanted, words)
    case 'uid':
      return isIdentity(name) || customFieldKind(written) === 'uuid'
        ? words.string.uuid()
        : slugOf(phrase(words))
    case 'richtext':
      return within(isHtml(written) ? html(words) : markdown(words), lengthsOf(written, LONGEST.text), words)
    case 'blocks':
      return blocks(words)
    case 'email':
      return words.internet.exampleEmail().toLowerCase()
    case 'enumeration':
      return attribute.enum[index % Math.max(attribute.enum.length, 1)] ?? null
    case 'integer':
    case 'float':
    case 'decimal':
      return numberFor(name, type, boundsOf(written), index, words)
    case 'biginteger':
      return wordsOf(name).at(-1) === 'timestamp'
        ? String(instantFor(name, words).getTime())
        : String(numberFor(name, type, boundsOf(written), index, words))
    case 'boolean':
      return words.datatype.boolean()
    case 'date':
      return instantFor(name, words).toISOString().slice(0, 'yyyy-mm-dd'.length)
    case 'datetime':
      return instantFor(name, words).toISOString()
    case 'timestamp':
      return String(instantFor(name, words).getTime())
    case 'time':
      return `${clockFor(name, words)}:00.000`
    case 'json':
      return jsonFor({ ...wanted, attribute: name }, customFieldKind(written), words)
    case 'array':
      return [words.word.noun(), words.word.noun()]
    case 'password':
      return null
  }
}

const boundsOf = (written: JsonObject) => ({ min: numberIn(written, 'min'), max: numberIn(written, 'max') })

function lengthsOf(written: JsonObject, longest: number): { readonly least: number; readonly most: number } {
  const most = Math.max(numberIn(written, 'maxLength') ?? longest, 0)
  return { least: Math.min(numberIn(written, 'minLength') ?? 0, most, longest), most }
}

function textValue(wanted: WantedScalar, words: Words): string {
  const { attribute, written } = wanted
  const { name, type } = attribute
  if (isHtml(written)) return within(html(words), lengthsOf(written, LONGEST.text), words)
  const place: TextPlace = { ...wanted, attribute: customFieldKind(written) ?? name }
  const make = textFor(place) ?? textFor({ ...place, attribute: name })
  const text =
    make?.(words, place) ?? (type === 'text' ? words.lorem.paragraph({ min: 2, max: 4 }) : phrase(words))
  return within(text, lengthsOf(written, type === 'text' ? LONGEST.text : LONGEST.string), words)
}

const isHtml = (written: JsonObject): boolean => customFieldKind(written) === 'html'

/** Returns whether the schema declares the attribute as localized. */
export function isLocalized(written: JsonObject): boolean {
  const plugins = member(written, 'pluginOptions')
  const i18n = isObject(plugins) ? member(plugins, 'i18n') : undefined
  return isObject(i18n) && member(i18n, 'localized') === true
}
