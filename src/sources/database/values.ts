/**
 * Converts the value of a database column to the value of an attribute, by Strapi's rules. The converted value is
 * null if Strapi cannot read the value of the column.
 */
import { type Json, parseJson } from '../../util/json.ts'
import type { Cell, Client } from './database.ts'

/**
 * Converts the value of a database column to a value of the given attribute type. Some database drivers return every
 * value as text.
 */
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
      // A fixed text replaces the hash of a password, because a dataset only records that a password exists.
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
 * Parses a point in time: a number of milliseconds, or a text with or without a time zone. A text without a time
 * zone states the local time of this machine, as on a Strapi server.
 */
export function instantOf(cell: Cell): Date | undefined {
  if (cell === null || typeof cell === 'boolean') return undefined
  const text = String(cell)
  const instant = new Date(/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : spelledOut(text))
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

/** Converts a time from a database to the ISO format: `2024-01-01 12:00:00+00` → `2024-01-01T12:00:00+00:00`. */
function spelledOut(text: string): string {
  const zoned = text.replace(/([+-]\d\d)$/, (zone) => (text.includes(':') ? `${zone}:00` : zone))
  return zoned.replace(' ', 'T')
}

/** Parses a JSON column. */
const jsonOf = (cell: Cell): Json => (typeof cell === 'string' ? (parseJson(cell) ?? cell) : numeric(cell))

const numeric = (cell: Cell): Json => (typeof cell === 'bigint' ? Number(cell) : cell)

/**
 * Reads the value of a JSON column in SQLite. A JSON column may contain JSON, a JSON text that again contains JSON,
 * or plain text. The database may return a numeric text as a number.
 */
function jsonInText(cell: Cell): Json {
  if (typeof cell !== 'string') return numeric(cell)
  const json = parseJson(cell)
  if (json === undefined) return cell
  return typeof json === 'string' ? (parseJson(json) ?? cell) : json
}
