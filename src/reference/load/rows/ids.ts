/** Ids of rows and components: those written, and the next free ones for the rest. */
import { isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { at, type Place, pointerTo, type Report, shown } from '../../schema/fault.ts'

interface Identified {
  id: number
}

/** The ids of one type: those taken, with where, and the nodes that still wait for one. */
export interface IdLedger {
  readonly taken: {
    readonly get: (id: number) => Place | undefined
    readonly has: (id: number) => boolean
    readonly set: (id: number, place: Place) => unknown
  }
  readonly waiting: Identified[]
}

/** No id taken, nobody waiting. */
export const newLedger = (): IdLedger => ({ taken: new Map(), waiting: [] })

/** Gives a node the id that is written, or lets it wait; to be called in reading order. */
export function takeId(
  { taken, waiting }: IdLedger,
  node: Identified,
  json: JsonObject,
  place: Place,
  report: Report,
): void {
  const id = member(json, 'id')
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) {
    const earlier = taken.get(id)
    if (earlier !== undefined) {
      const expected = `an id that ${earlier.file}#${pointerTo(earlier)} does not have`
      report(at(place, 'id'), { message: 'duplicate id', expected, found: shown(id) })
    }
    taken.set(id, place)
    node.id = id
    return
  }
  if (id !== undefined) {
    report(at(place, 'id'), { message: 'wrong id', expected: 'a whole number above 0', found: shown(id) })
  }
  waiting.push(node)
}

/** Only now are all written ids known, so none is given twice. */
export function giveMissingIds({ taken, waiting }: IdLedger): void {
  let next = 1
  for (const node of waiting) {
    while (taken.has(next)) next++
    node.id = next++
  }
}

/** Whether each has an id that is higher than the one before, as most files have: then none is missing or there twice. */
export function areNumbered(rows: readonly Json[]): boolean {
  let last = 0
  for (const row of rows) {
    const id = isObject(row) ? member(row, 'id') : undefined
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= last) return false
    last = id
  }
  return true
}

/** Takes ids of which it is known that none is there twice. */
export const trustingLedger = (): IdLedger => ({
  taken: { get: () => undefined, has: () => false, set: () => undefined },
  waiting: [],
})
