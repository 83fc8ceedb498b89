/** Edits the JSON values of dataset files, and writes them with invalid pieces that JSON values cannot express. */

import type { Roll } from '../../../properties/arbitraries/dice.ts'
import type { EditableJson, EditableObject } from '../../../src/writing/edit/edit.ts'
import type { BaseDataset } from './base.ts'

/** A place in a JSON file whose value can be replaced. */
export type Slot =
  | { readonly holder: EditableJson[]; readonly key: number }
  | { readonly holder: EditableObject; readonly key: string }

/** Returns the JSON value of a file, parsed again at each call. */
export function jsonOf(base: BaseDataset, path: string): EditableJson {
  return JSON.parse(base.files.get(path)?.toString() ?? 'null')
}

export const isRecord = (json: EditableJson | undefined): json is EditableObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

export const read = (slot: Slot): EditableJson =>
  (Array.isArray(slot.holder) ? slot.holder[Number(slot.key)] : slot.holder[String(slot.key)]) ?? null

export function write({ holder, key }: Slot, value: EditableJson): void {
  const of = { value, enumerable: true, writable: true, configurable: true }
  Object.defineProperty(holder, key, of)
}

export function remove({ holder, key }: Slot): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[String(key)]
}

/** Returns every place within a value, including the place of the whole value. */
export function slotsOf(whole: EditableJson): readonly Slot[] {
  const slots: Slot[] = [{ holder: [whole], key: 0 }]
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]
    const value = slot === undefined ? null : read(slot)
    if (Array.isArray(value)) for (const key of value.keys()) slots.push({ holder: value, key })
    else if (isRecord(value)) for (const key of Object.keys(value)) slots.push({ holder: value, key })
  }
  return slots
}

/** Returns the place of the whole value, and a random place within it. */
export function pickSlot(whole: EditableJson, { pick }: Roll): { readonly root: Slot; readonly slot: Slot } {
  const slots = slotsOf(whole)
  const [root] = slots
  return { root: root ?? { holder: [whole], key: 0 }, slot: pick(slots) }
}

/**
 * Returns a placeholder value. In the written file, the given text replaces the placeholder, and may be invalid
 * JSON.
 */
export const raw = (text: string): string => `@@raw${text}@@`

/** Returns a placeholder key that is written as the given name, so that an object can contain the name twice. */
export const duplicateName = (name: string): string => `@@twin@@${name}`

export const print = (json: EditableJson): string =>
  JSON.stringify(json, undefined, 1)
    .replaceAll('"@@twin@@', '"')
    .replace(/"@@raw(.*?)@@"/g, (_, text: string) => String(JSON.parse(`"${text}"`)))
