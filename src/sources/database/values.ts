/**
 * Converts the value of a column to the value of an attribute, as Strapi does; null if Strapi cannot read the value.
 */
import { type Json, parseJson } from '../../util/json.ts'
import type { Cell, Client } from './database.ts'

/** Reads a cell of any database as a value of the attribute type. Some databases return every value as text. */
export function readValue(type: string, cell: Cell, client: Client): Json {
  if (cell === null) return null
  switch (type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return finite(Number(cell))
    case 'biginteger':
      return String(cell)
    case 'boolean':
      return flagOf(cell)
    case 'datetime':
      return instantOf(cell)?.toISOString() ?? null
    case 'timestamp': {
      const instant = instantOf(cell)
      return instant === undefined ? null : String(instant.getTime())
    }
    case 'json':
    case 'blocks':
    case 'array':
      return client === 'sqlite' ? jsonInText(cell) : jsonOf(cell)
    case 'password':
      // A fixed text replaces the hash, because a dataset only records that a password exists.
      return 'hashed'
    default:
      return String(cell)
  }
}

const finite = (number: number): Json => (Number.isFinite(number) ? number : null)

function flagOf(cell: Cell): Json {
  const text = String(cell)
  if (['1', 't', 'true'].includes(text)) return true
  return ['0', 'f', 'false'].includes(text) ? false : null
}

/**
 * Parses a date: a number of milliseconds, or a time with or without a time zone. A time without a time zone is the
 * local time of this machine, like on the server.
 */
export function instantOf(cell: Cell): Date | undefined {
  if (cell === null || typeof cell === 'boolean') return undefined
  const text = String(cell)
  const instant = new Date(/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : spelledOut(text))
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

/** `2024-01-01 12:00:00+00` → `2024-01-01T12:00:00+00:00` */
function spelledOut(text: string): string {
  const zoned = text.replace(/([+-]\d\d)$/, (zone) => (text.includes(':') ? `${zone}:00` : zone))
  return zoned.replace(' ', 'T')
}

/** Parses a JSON column. */
const jsonOf = (cell: Cell): Json => (typeof cell === 'string' ? (parseJson(cell) ?? cell) : numeric(cell))

const numeric = (cell: Cell): Json => (typeof cell === 'bigint' ? Number(cell) : cell)

/**
 * Reads a JSON column whose cell contains JSON, a JSON text that again contains JSON, or plain text. A numeric text may
 * come from the database as a number.
 */
function jsonInText(cell: Cell): Json {
  if (typeof cell !== 'string') return numeric(cell)
  const json = parseJson(cell)
  if (json === undefined) return cell
  return typeof json === 'string' ? (parseJson(json) ?? cell) : json
}
