import type { FieldsSyntax } from './syntax.ts'
import { isList, isText, type Raw } from './url.ts'

/** Parses the names in `fields=a,b`, `fields[0]=a`, `fields[]=a`, repeated `fields=a`, or `fields=*`. */
export function parseFields(raw: Raw | undefined): FieldsSyntax {
  if (raw === undefined || raw === null) return { kind: 'all' }
  if (raw === '') return { kind: 'empty' }
  if (isText(raw)) return { kind: 'names', names: splitNames(raw) }
  if (!isList(raw)) return { kind: 'malformed', names: [] }
  const texts = raw.filter(isText)
  if (texts.length === raw.length) {
    const isJoined = (text: string): boolean => text.includes(',')
    if (!texts.some(isJoined)) return { kind: 'names', names: texts.map((text) => text.trim()) }
    // Names that are separate items come before names from comma lists, because the check must report separate names
    // first.
    const alone = texts.filter((text) => !isJoined(text))
    return { kind: 'malformed', names: [...alone, ...texts.filter(isJoined)].flatMap(splitNames) }
  }
  const gapsOnly = raw.every((item) => isText(item) || item === null)
  return gapsOnly ? { kind: 'gaps', names: texts.flatMap(splitNames) } : { kind: 'malformed', names: [] }
}

const splitNames = (text: string): string[] => text.split(',').map((name) => name.trim())
