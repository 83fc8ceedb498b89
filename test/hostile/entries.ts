/** Returns the faults of a dataset with one file of entries. */
import { faultsOfFolder, THING } from './folders.ts'

export const ENTRIES = 'entries/thing.json'
export const faultsOf = (content: string | Uint8Array) =>
  faultsOfFolder({ 'content-types/thing.json': THING, [ENTRIES]: content })

export const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Uint8Array.from(part))))
