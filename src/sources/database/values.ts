/** What a column holds → what an attribute of a type answers, as Strapi reads it; null where it makes nothing of it. */
import { type Json, parseJson } from '../../util/json.ts'
import type { Cell, Client } from './database.ts'

/** `cell` is as any of the databases hands it over: text stands for every kind of value. */
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
      // That there is one is all that anybody may know.
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

/** Milliseconds, a time with its zone, or one without, which is that of this machine as it is that of the server. */
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

/** A column of JSON. */
const jsonOf = (cell: Cell): Json => (typeof cell === 'string' ? (parseJson(cell) ?? cell) : numeric(cell))

const numeric = (cell: Cell): Json => (typeof cell === 'bigint' ? Number(cell) : cell)

/** A column that takes any text, and a number for what looks like one: JSON, JSON as text within JSON, or neither. */
function jsonInText(cell: Cell): Json {
  if (typeof cell !== 'string') return numeric(cell)
  const json = parseJson(cell)
  if (json === undefined) return cell
  return typeof json === 'string' ? (parseJson(json) ?? cell) : json
}
