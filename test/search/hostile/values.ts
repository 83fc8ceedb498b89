/** Makes mutants of JSON values at any place in any file. */

import type { Roll } from '../../../properties/arbitraries/dice.ts'
import type { EditableJson } from '../../../src/writing/edit/edit.ts'
import type { Mutate } from './mutant.ts'
import { ODD_NAMES, ODD_VALUES } from './oddities.ts'
import {
  duplicateName,
  isRecord,
  jsonOf,
  pickSlot,
  print,
  read,
  remove,
  type Slot,
  slotsOf,
  write,
} from './tree.ts'

type Edit = (slot: Slot, root: Slot, roll: Roll) => void

/** Copies a value, so that the same object is not at two places. */
const copyOf = (json: EditableJson): EditableJson => JSON.parse(JSON.stringify(json))

const EDITS: { readonly [says: string]: Edit } = {
  'an odd value': (slot, _, { pick }) => write(slot, pick(ODD_VALUES)),
  'another odd value': (slot, _, { pick }) => write(slot, pick(ODD_VALUES)),
  'a value from elsewhere': (slot, root, { pick }) => write(slot, copyOf(read(pick(slotsOf(read(root)))))),
  'nothing there': (slot, root) => (slot === root ? write(slot, null) : remove(slot)),
  'in a list': (slot) => write(slot, [read(slot)]),
  'out of its list': (slot) => {
    const value = read(slot)
    write(slot, (Array.isArray(value) ? value[0] : isRecord(value) ? Object.values(value)[0] : value) ?? null)
  },
  'an item more': (slot, _, { pick }) => {
    const value = read(slot)
    if (Array.isArray(value)) value.push(pick(ODD_VALUES))
    else write(slot, [value, pick(ODD_VALUES)])
  },
  'an item twice': (slot) => {
    const { holder, key } = slot
    if (Array.isArray(holder)) holder.splice(Number(key), 0, copyOf(read(slot)))
  },
  'a member more': (slot, _, { pick }) => {
    const value = read(slot)
    if (isRecord(value)) write({ holder: value, key: pick(ODD_NAMES) }, pick(ODD_VALUES))
    else write(slot, { [pick(ODD_NAMES)]: value })
  },
  'a name twice': ({ holder, key }, _, { pick, chance }) => {
    if (Array.isArray(holder)) return
    write(
      { holder, key: duplicateName(String(key)) },
      chance(50) ? (holder[String(key)] ?? null) : pick(ODD_VALUES),
    )
  },
  'another name': ({ holder, key }, _, { pick }) => {
    if (Array.isArray(holder)) return
    const value = holder[String(key)] ?? null
    delete holder[String(key)]
    write({ holder, key: pick(ODD_NAMES) }, value)
  },
}

export const mutateValues: Mutate = (base, roll) => {
  const path = roll.pick([...base.files.keys()])
  const { root, slot } = pickSlot(jsonOf(base, path), roll)
  const says = roll.pick(Object.keys(EDITS))
  EDITS[says]?.(slot, root, roll)
  const bytes = Buffer.from(print(read(root)))
  return { says: `${path}: ${says} at ${String(slot.key)}`, change: { at: 'file', path, bytes } }
}
