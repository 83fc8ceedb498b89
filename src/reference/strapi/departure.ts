/** The description of a departure, which is a quirk or a change. */
import { changeOf, type Departure, isChangeId } from './changes.ts'
import { QUIRKS } from './quirks.ts'
import { isWriteQuirkId, WRITE_QUIRKS, type WriteQuirkId } from './write-quirks.ts'

export interface DepartureText {
  /** The request or the part of an answer that shows the departure, in one sentence or phrase. */
  readonly says: string
  /** The behaviour of a profile without the departure. */
  readonly off: string
  /** The behaviour of a profile with the departure. */
  readonly on: string
  /** The first release with the change; undefined for a quirk. */
  readonly since: string | undefined
}

export function textOfDeparture(id: Departure | WriteQuirkId): DepartureText {
  if (isChangeId(id)) {
    const { says, before, after, since } = changeOf(id)
    return { says, off: after, on: before, since }
  }
  const { says, documented, real } = isWriteQuirkId(id) ? WRITE_QUIRKS[id] : QUIRKS[id]
  return { says, off: documented, on: real, since: undefined }
}
