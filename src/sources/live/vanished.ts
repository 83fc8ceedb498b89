/** Handles links to entries that were deleted during the reading, and rows that are known only from links. */
import type { Note } from '../note.ts'
import type { ComponentDraft, RestRow } from '../rest/draft.ts'
import type { RestWorld } from '../rest/world.ts'

/**
 * Removes rows that the list of their content type does not contain, and the links to these rows. Keeps the rows of
 * a content type without a list. For each content type to which removed links led, makes a note with the number of
 * these links.
 */
export function dropVanished(
  { rows }: RestWorld,
  listed: ReadonlySet<string>,
  note: (note: Note) => void,
): void {
  const isGone = (row: RestRow): boolean => listed.has(row.type.uid) && !row.isListed
  const counts = new Map<string, number>()
  for (const those of rows.values()) {
    const waiting: (RestRow | ComponentDraft)[] = those.filter((row) => !isGone(row))
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      for (const value of node.members.values()) {
        if (value.kind === 'parts')
          for (const part of value.parts) if (part.kind === 'part') waiting.push(part)
        if (value.kind !== 'links') continue
        const gone = value.links.filter(({ row }) => isGone(row))
        for (const { row } of gone) counts.set(row.type.uid, (counts.get(row.type.uid) ?? 0) + 1)
        if (gone.length === 0) continue
        const left = value.links.filter(({ row }) => !isGone(row))
        value.links.length = 0
        for (const link of left) value.links.push(link)
      }
    }
  }
  for (const [uid, those] of rows)
    rows.set(
      uid,
      those.filter((row) => !isGone(row)),
    )
  for (const [uid, count] of counts) {
    const says = `${count} ${count === 1 ? 'link leads' : 'links lead'} to entries that the list does not show; ignored`
    note({ file: uid, line: 0, says })
  }
}

/**
 * Makes a note for each content type with rows that appear only in links. Rows can appear only in links, for
 * instance, because the caller may not read the list of the content type.
 */
export function partialNotes({ rows }: RestWorld): readonly Note[] {
  return [...rows].flatMap(([uid, those]): readonly Note[] => {
    const count = those.filter(({ isListed }) => !isListed).length
    if (count === 0) return []
    const says = `${count} ${count === 1 ? 'row is' : 'rows are'} known only from links in other entries, so attributes may be missing`
    return [{ file: uid, line: 0, says }]
  })
}
