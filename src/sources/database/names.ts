/** Computes the names of tables and columns by Strapi's rules, short enough for every database. */
import { shake256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Converts the name of an attribute to snake case for a column name: `aBlocks2` → `a_blocks_2`. */
export function snakeCase(name: string): string {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []
  return words.join('_').toLowerCase()
}

/** One part of the name of a table or column. If `isFixed` is true, the name must contain the whole part. */
interface Token {
  readonly text: string
  readonly isFixed: boolean
}

const free = (text: string): Token => ({ text, isFixed: false })
const fixed = (text: string): Token => ({ text, isFixed: true })

/**
 * The maximum number of characters in the name of a table or column, so that the name fits every database that
 * Strapi supports.
 */
const LONGEST = 55
const HASH_LENGTH = 5

/**
 * Joins the parts of a table or column name with `_`. If the name is too long, shortens all parts that are not fixed
 * to about equal lengths.
 */
function named(tokens: readonly Token[]): string {
  const whole = tokens.map(({ text }) => text).join('_')
  if (whole.length <= LONGEST) return whole
  const lengths = lengthsOf(tokens)
  return tokens.map((token, at) => (token.isFixed ? token.text : cut(token.text, lengths[at] ?? 0))).join('_')
}

/**
 * Distributes the maximum length of a name over the parts of the name. Longer parts get the characters that shorter
 * parts do not use.
 */
function lengthsOf(tokens: readonly Token[]): readonly number[] {
  const ours = tokens.filter(({ isFixed }) => !isFixed).length
  const taken = tokens.reduce((sum, { text, isFixed }) => sum + (isFixed ? text.length : 0), 0)
  const room = LONGEST - taken - (tokens.length - 1)
  const each = Math.floor(room / ours)
  const lengths = tokens.map(({ text, isFixed }) => (isFixed ? text.length : Math.min(text.length, each)))
  let left = room - tokens.reduce((sum, { isFixed }, at) => sum + (isFixed ? 0 : (lengths[at] ?? 0)), 0)
  for (let isGiven = true; left > 0 && isGiven; ) {
    isGiven = false
    for (const [at, { text, isFixed }] of tokens.entries()) {
      const length = lengths[at] ?? 0
      if (isFixed || left === 0 || length >= text.length) continue
      lengths[at] = length + 1
      left--
      isGiven = true
    }
  }
  return lengths
}

/** Shortens a text to its beginning and a hash of the whole text. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const hash = bytesToHex(shake256(utf8ToBytes(text), { dkLen: Math.ceil(HASH_LENGTH / 2) }))
  return `${text.slice(0, Math.max(0, length - HASH_LENGTH))}${hash.slice(0, HASH_LENGTH)}`
}

export const tableName = (collection: string): string => named([free(collection)])
export const columnName = (attribute: string): string => named([free(snakeCase(attribute))])
export const linkTable = (table: string, attribute: string): string =>
  named([free(snakeCase(table)), free(snakeCase(attribute)), fixed('lnk')])
export const morphTable = (table: string, attribute: string): string =>
  named([free(snakeCase(table)), free(snakeCase(attribute)), fixed('mph')])
export const partTable = (collection: string): string => named([free(collection), fixed('cmps')])
export const idColumn = (name: string): string => named([free(snakeCase(name)), fixed('id')])
export const inverseIdColumn = (name: string): string =>
  named([fixed('inv'), free(snakeCase(name)), fixed('id')])
export const typeColumn = (name: string): string => named([free(snakeCase(name)), fixed('type')])
export const orderColumn = (name: string): string => named([free(snakeCase(name)), fixed('ord')])
export const inverseOrderColumn = (name: string): string =>
  named([fixed('inv'), free(snakeCase(name)), fixed('ord')])
