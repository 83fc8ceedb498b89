/** Walks over the parameter `fields`, which is a text or a list of names. */
import { isList, type Json } from '../../../util/json.ts'
import { type Part, type Place, visitOf, type Walk } from './walk.ts'

/**
 * Calls the visitor for each name in `fields`. The returned `fields` omits the names that the visitor removes from a
 * list.
 */
export function walkFields(walk: Walk, place: Place, fields: Part): Part {
  if (isList(fields) && fields.every((field) => typeof field === 'string')) return named(walk, place, fields)
  if (isList(fields)) return fields.filter((field) => field !== null)
  if (typeof fields !== 'string' || fields === '*') return fields
  return fields.includes(',') ? named(walk, place, fields.split(',')) : walkName(walk, place, fields)
}

const named = (walk: Walk, place: Place, names: readonly Json[]): Json =>
  names.map((name) => walkFields(walk, place, name)).filter((name): name is Json => name !== undefined)

function walkName(walk: Walk, place: Place, text: string): string | undefined {
  const name = text.trim()
  return walk.visit(visitOf(name, name, place)).kind === 'remove' ? undefined : name
}
