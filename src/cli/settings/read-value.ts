/** Parses the values of options that come from a configuration file or from environment variables. */
import { InvalidArgumentError, type Option } from 'commander'
import { isList, type Json } from '../../util/json.ts'
import { collect } from '../numbers.ts'

/**
 * Parses a value from a configuration file in the way in which the command line parses the option.
 * @throws RangeError whose message begins with `where`
 */
export function readValue(option: Option, value: Json, where: string): unknown {
  if (option.negate || option.isBoolean()) {
    if (typeof value !== 'boolean') throw new RangeError(`${where}: expected true or false`)
    return value
  }
  const texts = (isList(value) ? value : [value]).map((one) => {
    if (typeof one !== 'string' && typeof one !== 'number') throw new RangeError(`${where}: expected a text`)
    return String(one)
  })
  if (option.argChoices !== undefined && !texts.every((text) => option.argChoices?.includes(text)))
    throw new RangeError(`${where}: expected one of ${option.argChoices.join(', ')}`)
  const { parseArg } = option
  if (parseArg === undefined) return texts[0]
  const isMany = Array.isArray(option.defaultValue)
  try {
    return texts.reduce<unknown>((before, text) => parseArg(text, before), isMany ? [] : undefined)
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw new RangeError(`${where}: ${error.message}`)
    throw error
  }
}

const SWITCH = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/**
 * Parses the value of an environment variable. If the option is repeatable, commas separate its values.
 * @throws RangeError
 */
export function readText(option: Option, text: string, where: string): unknown {
  if (!option.negate && !option.isBoolean()) {
    return readValue(option, option.parseArg === collect ? text.split(',') : text, where)
  }
  const value = SWITCH.get(text.toLowerCase())
  if (value === undefined) throw new RangeError(`${where}: expected true or false, found "${text}"`)
  return value
}
