/** Generates the value of one scalar attribute, realistic for its name and type, within the limits of the schema. */

import type { ScalarAttribute } from '../../reference/schema/schema.ts'
import { isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import type { Words } from './chance.ts'
import { instantFor, numberFor } from './numbers.ts'
import { numberIn } from './shape.ts'
import { blocks, markdown, phrase, slugOf, within } from './text.ts'
import { textFor } from './words.ts'

export interface WantedScalar {
  readonly attribute: ScalarAttribute
  /** The attribute in the schema file. */
  readonly written: JsonObject
  /** The name of the model, for attributes named after it. */
  readonly model: string
  /** The index of the entry in its type, from 0. */
  readonly index: number
}

/** The limits of lengths in databases and forms. */
const LONGEST = { string: 255, text: 5_000 } as const

/** null for invisible values such as passwords. */
export function scalarValue({ attribute, written, model, index }: WantedScalar, words: Words): Json {
  const { name, type } = attribute
  switch (type) {
    case 'string':
    case 'text':
      return textValue({ attribute, written, model, index }, words)
    case 'uid':
      return slugOf(phrase(words))
    case 'richtext':
      return within(markdown(words), lengthsOf(written, LONGEST.text), words)
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
      return String(numberFor(name, type, boundsOf(written), index, words))
    case 'boolean':
      return words.datatype.boolean()
    case 'date':
      return instantFor(name, words).toISOString().slice(0, 'yyyy-mm-dd'.length)
    case 'datetime':
      return instantFor(name, words).toISOString()
    case 'timestamp':
      return String(instantFor(name, words).getTime())
    case 'time':
      return `${String(words.number.int({ min: 8, max: 22 })).padStart(2, '0')}:${words.helpers.arrayElement(['00', '15', '30', '45'])}:00.000`
    case 'json':
      return { [words.word.noun()]: words.word.adjective(), count: words.number.int({ min: 1, max: 9 }) }
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

function textValue({ attribute, written, model }: WantedScalar, words: Words): string {
  const { name, type } = attribute
  const make = textFor(name, model)
  const text = make?.(words) ?? (type === 'text' ? words.lorem.paragraph({ min: 2, max: 4 }) : phrase(words))
  return within(text, lengthsOf(written, type === 'text' ? LONGEST.text : LONGEST.string), words)
}

/** Whether the schema declares the attribute as localized. */
export function isLocalized(written: JsonObject): boolean {
  const plugins = member(written, 'pluginOptions')
  const i18n = isObject(plugins) ? member(plugins, 'i18n') : undefined
  return isObject(i18n) && member(i18n, 'localized') === true
}
