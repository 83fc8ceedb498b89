/**
 * Repairs dataset files until the loader accepts the files. Each fault that Strapi tolerates gets a remedy, and
 * usually a note. A fault that Strapi does not tolerate is an error. The loader finds the faults, and the repair
 * only applies remedies.
 */

import type { Graph } from '../../reference/graph/graph.ts'
import { buildGraph } from '../../reference/load/build.ts'
import type { DatasetFiles } from '../../reference/load/files/files.ts'
import { DatasetError, type Fault } from '../../reference/schema/fault.ts'
import type { Json } from '../../util/json.ts'
import { pushAll } from '../../util/push.ts'
import type { Note } from '../note.ts'
import { byPath, type FilesByPath, fromPaths } from './by-file.ts'
import { newPatch, type Patch, standsAt, stepsOf } from './patch.ts'
import { type Remedy, remedyFor } from './remedies.ts'

export interface RepairOptions {
  /** Whether every fault is an error, even if Strapi tolerates the fault. */
  readonly strict: boolean
  /** Returns the name of the part of the source from which a dataset file comes. */
  readonly nameOf: (file: string) => string
}

export interface Repaired {
  readonly files: DatasetFiles
  readonly graph: Graph
  readonly notes: readonly Note[]
}

/**
 * The maximum number of rounds of loading and repair. Several rounds are necessary, because the loader reports a
 * limited number of faults at a time.
 */
const ROUNDS = 50

/**
 * Repairs the files of a dataset. @throws DatasetError with the remaining faults, which name the files of the
 * source.
 */
export function repaired(given: DatasetFiles, { strict, nameOf }: RepairOptions): Repaired {
  const notes: Note[] = []
  let files = given
  for (let round = 0; ; round++) {
    const built = buildGraph(files)
    if ('graph' in built) return { files, graph: built.graph, notes }
    const changed = strict || round === ROUNDS ? undefined : withRemedies(byPath(files), built.faults)
    if (changed === undefined) throw renamed(built, nameOf)
    files = fromPaths(changed.files)
    pushAll(
      notes,
      changed.notes.map((note) => ({ ...note, file: nameOf(note.file) })),
    )
  }
}

/** Replaces the names of dataset files in faults by the names of the files in the source. */
export const renamed = (
  { faults, more }: { readonly faults: readonly Fault[]; readonly more: number },
  nameOf: (file: string) => string,
): DatasetError =>
  new DatasetError(
    faults.map((fault) => ({ ...fault, file: nameOf(fault.file) })),
    more,
  )

interface Changed {
  readonly files: FilesByPath
  readonly notes: readonly Note[]
}

/**
 * Applies a remedy for each fault to the dataset files. The result is undefined if at least one fault has no remedy.
 */
function withRemedies(files: FilesByPath, faults: readonly Fault[]): Changed | undefined {
  const patches = new Map<string, Patch>()
  const notes: Note[] = []
  for (const fault of faults) {
    const remedy = remedyOf(fault, files)
    if (remedy === undefined) return undefined
    for (const { file, path, change } of remedy.everywhere) {
      const patch = patches.get(file) ?? newPatch()
      patches.set(file, patch)
      patch.add(path, change)
    }
    if (remedy.says === undefined) continue
    const says = `${fault.message}: expected ${fault.expected}, found ${fault.found}; ${remedy.says}`
    notes.push({ file: fault.file, line: 0, pointer: fault.pointer, says })
  }
  const patched = [...files].flatMap(([path, json]): readonly (readonly [string, Json])[] => {
    const changed = patches.has(path) ? patches.get(path)?.applyTo(json) : json
    return changed === undefined ? [] : [[path, changed]]
  })
  return { files: new Map(patched), notes }
}

interface PlacedRemedy extends Pick<Remedy, 'path' | 'change'> {
  readonly file: string
}

function remedyOf(fault: Fault, files: FilesByPath) {
  const json = files.get(fault.file)
  const path = stepsOf(fault.pointer)
  if (fault.message === 'unknown locale') return localeRemedy(standsAt(json, path), files)
  const remedy = json === undefined ? undefined : remedyFor(fault.message, path, json)
  if (remedy === undefined) return undefined
  // For a missing content type or component, makes one note and removes all references to it.
  const key = NAMED_BY[fault.message]
  const everywhere: readonly PlacedRemedy[] =
    key === undefined
      ? [{ file: fault.file, path: remedy.path, change: remedy.change }]
      : namings(key, standsAt(json, path), files)
  return { says: remedy.says, everywhere }
}

/**
 * Returns the remedy for a row with a locale that `locales.json` lacks. The remedy adds the locale to
 * `locales.json`.
 */
function localeRemedy(code: Json | undefined, files: FilesByPath) {
  const known = standsAt(files.get('locales.json'), ['locales'])
  if (typeof code !== 'string' || !Array.isArray(known)) return undefined
  const value: Json = [...known, { code, name: code }]
  return {
    says: 'added to the locales',
    everywhere: [{ file: 'locales.json', path: ['locales'], change: { value } }],
  }
}

const NAMED_BY: Readonly<Record<string, 'target' | 'component'>> = {
  'unknown content type': 'target',
  'unknown component': 'component',
}

/**
 * Returns a remedy for each place in the schemas that names a missing content type or component, including the
 * component lists of dynamic zones.
 */
function namings(
  key: 'target' | 'component',
  uid: Json | undefined,
  files: FilesByPath,
): readonly PlacedRemedy[] {
  return [...files].flatMap(([file, json]) => {
    const attributes = Object.entries(standsAt(json, ['attributes']) ?? {})
    return attributes.flatMap(([name, attribute]: [string, Json]): readonly PlacedRemedy[] => {
      const path = ['attributes', name]
      if (standsAt(attribute, [key]) === uid) return [{ file, path, change: 'drop' }]
      const allowed = key === 'component' ? standsAt(attribute, ['components']) : undefined
      if (!Array.isArray(allowed)) return []
      return allowed.flatMap((one: Json, index): readonly PlacedRemedy[] =>
        one === uid ? [{ file, path: [...path, 'components', String(index)], change: 'drop' }] : [],
      )
    })
  })
}
