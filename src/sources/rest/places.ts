/** Maps a place in a converted dataset file to the place in the saved answer from which the value comes. */

import { type Place, pointerTo } from '../../reference/schema/fault.ts'
import { pointerSteps, pointerTo as under } from '../../util/pointer.ts'
import type { ComponentDraft, RestRow, Value } from './draft.ts'

/** The rows of each converted dataset file, in the order of the file. */
export type RowsByFile = ReadonlyMap<string, readonly RestRow[]>

/** Maps a file and JSON pointer in the converted files to a file and JSON pointer in the user's original files. */
export function placeGiven(
  written: RowsByFile,
  file: string,
  pointer: string,
): { readonly file: string; readonly pointer: string } {
  const [index, ...steps] = pointerSteps(pointer)
  const row = index === undefined ? undefined : written.get(file)?.[Number(index)]
  if (row === undefined) return { file, pointer }
  const { place, rest } = follow(row, steps)
  return { file: place.file, pointer: rest.reduce(under, pointerTo(place)) }
}

/**
 * Follows the keys of a JSON pointer in a converted row to a place in the answers. The returned member `rest`
 * contains the remaining keys of the pointer, which lead further down from this place. The keys in `rest` are the same
 * in the converted file and in the answer.
 */
function follow(
  row: RestRow,
  steps: readonly string[],
): { readonly place: Place; readonly rest: readonly string[] } {
  let node: RestRow | ComponentDraft = row
  let rest = steps
  for (;;) {
    const [name, ...after]: readonly string[] = rest
    const value: Value | undefined = name === undefined ? undefined : node.members.get(name)
    if (value === undefined) return { place: node.place, rest }
    if (value.kind === 'plain') return { place: value.place, rest: after }
    const items: readonly { readonly place: Place }[] = value.kind === 'links' ? value.links : value.parts
    const isListed: boolean = value.many || items.length > 1
    const at: number = isListed ? Number(after[0]) : 0
    const item = items[at]
    if (item === undefined || Number.isNaN(at)) return { place: value.place, rest: [] }
    rest = isListed ? after.slice(1) : after
    const part: ComponentDraft | undefined = value.kind === 'parts' ? partAt(value.parts, at) : undefined
    if (part === undefined) return { place: item.place, rest: value.kind === 'links' ? [] : rest }
    node = part
  }
}

function partAt(
  parts: readonly (ComponentDraft | { readonly kind: 'plain' })[],
  at: number,
): ComponentDraft | undefined {
  const part = parts[at]
  return part?.kind === 'part' ? part : undefined
}
