/** Implements `parseType` of `@strapi/utils`, which converts a value from a client to the type of an attribute. */
import format from 'date-fns/format/index.js'
import isValid from 'date-fns/isValid/index.js'
import parseISO from 'date-fns/parseISO/index.js'

const TIME = /^(2[0-3]|[01][0-9]):([0-5][0-9]):([0-5][0-9])(\.[0-9]{1,3})?$/

interface Parsed {
  readonly type: unknown
  readonly value: unknown
  readonly forceCast?: boolean
}

/** Converts a value to the type of an attribute. @throws Error for an invalid boolean, time or date. */
export function parseType({ type, value, forceCast = false }: Parsed): unknown {
  switch (type) {
    case 'boolean':
      return booleanOf(value, forceCast)
    case 'integer':
    case 'biginteger':
    case 'float':
    case 'decimal':
      return Number(value)
    case 'time':
      return timeOf(value)
    case 'date':
      return dateOf(value)
    case 'timestamp':
    case 'datetime':
      return instantOf(value)
    default:
      return value
  }
}

const TRUE: readonly unknown[] = [true, 'true', 't', '1', 1]
const FALSE: readonly unknown[] = [false, 'false', 'f', '0', 0]

function booleanOf(value: unknown, isForced: boolean): boolean {
  if (TRUE.includes(value)) return true
  if (FALSE.includes(value)) return false
  if (isForced) return Boolean(value)
  throw new Error('Invalid boolean input. Expected "t","1","true","false","0","f"')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  throw new Error(`Expected a string, got a ${typeof value}`)
}

function timeOf(value: unknown): string {
  if (value instanceof Date) return format(value, 'HH:mm:ss.SSS')
  const parts = TIME.exec(textOf(value))
  if (parts === null) throw new Error('Invalid time format, expected HH:mm:ss.SSS')
  const [, hours, minutes, seconds, fraction = '.000'] = parts
  return `${hours}:${minutes}:${seconds}.${fraction.slice(1).padEnd(3, '0')}`
}

function dateOf(value: unknown): string {
  const date = value instanceof Date ? value : parseISO(textOf(value))
  if (!isValid(date)) throw new Error('Invalid format, expected an ISO compatible date')
  return format(date, 'yyyy-MM-dd')
}

function instantOf(value: unknown): Date {
  if (value instanceof Date) return value
  const text = textOf(value)
  const date = /^-?\d+$/.test(text) && text.length > 8 ? new Date(Number(text)) : parseISO(text)
  if (isValid(date)) return date
  throw new Error('Invalid format, expected a timestamp or an ISO date')
}
