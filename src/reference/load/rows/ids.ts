/**
 * Assigns ids to rows and components. A node with an id in the file has this id, and all other nodes get the next
 * free ids.
 */
import { isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { at, type Place, pointerTo, type Report, shown } from '../../schema/fault.ts'

interface Identified {
  id: number
}

/** A value with its position in a file, for fault messages. */
interface Placed {
  readonly place: Place
}

/** The ids of one type while the loader reads the rows or components of the type. */
export interface IdLedger {
  /** The ids that the files state, each with its position in a file. */
  readonly taken: {
    readonly get: (id: number) => Place | undefined
    readonly has: (id: number) => boolean
    readonly add: (id: number, source: Placed) => void
  }
  /** The rows or components for which the file states no id. */
  readonly waiting: Identified[]
}

/** Makes an empty ledger of ids. */
export function newLedger(): IdLedger {
  const places = new Map<number, Place>()
  const taken = {
    get: (id: number) => places.get(id),
    has: (id: number) => places.has(id),
    add: (id: number, { place }: Placed): void => void places.set(id, place),
  }
  return { taken, waiting: [] }
}

/**
 * Gives a node the id that the file states for it. A node whose file states no id joins the nodes that wait for an
 * id. The calls of `takeId` must be in the order of the nodes in the file.
 */
export function takeId(
  { taken, waiting }: IdLedger,
  node: Identified,
  json: JsonObject,
  source: Placed,
  report: Report,
): void {
  const id = member(json, 'id')
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) {
    const earlier = taken.get(id)
    if (earlier !== undefined) {
      const expected = `an id that ${earlier.file}#${pointerTo(earlier)} does not have`
      report(at(source.place, 'id'), { message: 'duplicate id', expected, found: shown(id) })
    }
    taken.add(id, source)
    node.id = id
    return
  }
  if (id !== undefined) {
    const problem = { message: 'wrong id', expected: 'a whole number above 0', found: shown(id) }
    report(at(source.place, 'id'), problem)
  }
  waiting.push(node)
}

/**
 * Gives free ids to the nodes that wait for an id. The function may be called only after all ids in the files are
 * known.
 */
export function giveMissingIds({ taken, waiting }: IdLedger): void {
  let next = 1
  for (const node of waiting) {
    while (taken.has(next)) next++
    node.id = next++
  }
}

/**
 * Returns whether each row in a file has a higher id than the row before, as in most files. If the ids in a file
 * ascend, no id in the file is missing or duplicate.
 */
export function areNumbered(rows: readonly Json[]): boolean {
  let last = 0
  return rows.every((row) => {
    const id = isObject(row) ? member(row, 'id') : undefined
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= last) return false
    last = id
    return true
  })
}

/** Returns a ledger for ids that are known to be unique, which therefore stores no ids. */
export const trustingLedger = (): IdLedger => ({
  taken: { get: () => undefined, has: () => false, add: () => {} },
  waiting: [],
})
