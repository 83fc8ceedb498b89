/** Makes notes on data that a server does not reveal over REST, or reveals only with rounding. */

import type { Attribute, Schema } from '../../reference/schema/schema.ts'
import type { Note } from '../note.ts'
import type { Value } from '../rest/draft.ts'
import type { RestWorld } from '../rest/world.ts'
import { oldestAnswer } from './answer-cache.ts'
import type { Client } from './client.ts'

/** Makes a note with the number of answers that came from the cache of an earlier run. */
export function reusedNotes({ reused, sent }: Client, partial: string | undefined): readonly Note[] {
  if (reused() === 0 || partial === undefined) return []
  const since = oldestAnswer(partial).toISOString()
  const says = `${reused()} answers come from an earlier run that started at ${since}, ${sent()} are new; remove the folder to request all answers again`
  return [{ file: partial, line: 0, says }]
}

/** Makes a note on the private attributes and passwords, which no server reveals over REST. */
export function hiddenNotes({ contentTypes, components }: Schema): readonly Note[] {
  const own = [...contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  const hidden = [...own, ...components.values()].flatMap(({ uid, attributes }) =>
    [...attributes.values()].flatMap((attribute) =>
      isHidden(attribute) && !ALWAYS_HIDDEN.has(attribute.name) ? [`${uid} ${attribute.name}`] : [],
    ),
  )
  const more = hidden.length > MOST_LISTED ? ` and ${hidden.length - MOST_LISTED} more` : ''
  const names = `${hidden.slice(0, MOST_LISTED).join(', ')}${more}`
  const says = `REST does not show private attributes and passwords, so these are empty: ${names}`
  return hidden.length === 0 ? [] : [{ file: 'entries', line: 0, says }]
}

const MOST_LISTED = 10

/** Makes notes on `biginteger` values that are so large that the server may have rounded them. */
export function roundedNotes({ rows }: RestWorld): readonly Note[] {
  return [...rows].flatMap(([uid, those]): readonly Note[] => {
    const names = [...(those[0]?.type.attributes.values() ?? [])].flatMap((attribute) =>
      attribute.kind === 'scalar' && attribute.type === 'biginteger' ? [attribute.name] : [],
    )
    const isLarge = (value: Value | undefined): boolean =>
      value?.kind === 'plain' && value.json !== null && !Number.isSafeInteger(Number(value.json))
    const count = those.filter(({ members }) => names.some((name) => isLarge(members.get(name)))).length
    const says = `${count} rows have a biginteger beyond ${Number.MAX_SAFE_INTEGER}, which a server may have rounded`
    return count === 0 ? [] : [{ file: uid, line: 0, says }]
  })
}

const ALWAYS_HIDDEN: ReadonlySet<string> = new Set(['locale', 'localizations', 'createdBy', 'updatedBy'])

const isHidden = (attribute: Attribute): boolean =>
  attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password')
