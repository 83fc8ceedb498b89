/** Finds the circumstances of attributes that a query reads although `fields` does not select them. */
import { attributeNames } from '../names/mentions.ts'
import type { PlacedPart } from './placed-parts.ts'

/**
 * Returns the circumstances of conditions and sort keys of one query level that read an attribute which `fields` of
 * this level does not select.
 */
export function outsideFields(parts: readonly PlacedPart[]): readonly string[] {
  const chosen = new Set(
    parts.flatMap(({ parameter, value }) =>
      parameter === 'fields' ? value.split(',').map((name) => name.trim()) : [],
    ),
  )
  if (chosen.size === 0 || chosen.has('*')) return []
  return Object.entries(READERS).flatMap(([parameter, says]) => {
    const names = parts.flatMap((part) => (part.parameter === parameter ? namesOf(part) : []))
    return names.some((name) => !chosen.has(name))
      ? [`${says} by an attribute that \`fields\` leaves out`]
      : []
  })
}

/** The parameters with conditions or sort keys, each with the words for one of them. */
const READERS = { filters: 'a filter', sort: 'a sort' }

/**
 * Returns the names of the entries' own attributes that the condition or sort keys of a query part read, without
 * attributes behind a link.
 */
export function namesOf({ parameter, path, value }: PlacedPart): readonly string[] {
  const names = attributeNames(path)
  if (names.length > 0) return names.length === 1 ? names : []
  if (parameter !== 'sort') return []
  return value.split(',').flatMap((key) => {
    const [name = ''] = key.trim().split(':', 1)
    return name === '' || name.includes('.') ? [] : [name]
  })
}
