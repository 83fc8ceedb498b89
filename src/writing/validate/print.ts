/** Prints values in error messages. */
import type { Json } from '../../util/json.ts'

/**
 * Returns a value as text for an error message. If `quoted` is true, texts are in quotation marks. Inside lists and
 * objects, each printed value is again a JSON text.
 */
export function printed(value: Json | RegExp | undefined, quoted: boolean): string {
  const simple = printedSimply(value, quoted)
  if (simple !== undefined) return simple
  const shown = (_: string, part: Json | undefined): Json | undefined => printedSimply(part, quoted) ?? part
  return JSON.stringify(value, shown, 2)
}

function printedSimply(value: Json | RegExp | undefined, quoted: boolean): string | undefined {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (typeof value === 'string') return quoted ? `"${value}"` : value
  return value instanceof RegExp ? String(value) : undefined
}
