/** A dataset folder ↔ its parsed files. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Json } from '../../ground/json.ts'
import { expectedName, type Fault } from '../schema/fault.ts'
import { type DatasetFiles, SINGLE_FILES } from './files.ts'
import { parseJson } from './json-text.ts'

/** What could be read, and what could not. */
export interface FolderReading {
  readonly files: DatasetFiles
  readonly faults: readonly Fault[]
}

/** Reads every JSON file that belongs to a dataset, in name order so that every machine loads alike. */
export function readFolder(dir: string): FolderReading {
  const faults: Fault[] = []
  const read = (file: string): Json | undefined => {
    const parsed = parseJson(readFileSync(join(dir, file), 'utf8'))
    if ('json' in parsed) return parsed.json
    const { position, found } = parsed
    faults.push({ file, pointer: '', position, message: 'not JSON', expected: 'JSON', found })
    return undefined
  }
  const readAll = (folder: string): Readonly<Record<string, Json>> => {
    const stems = names(join(dir, folder)).filter(isJsonFile).map(stemOf)
    return collect(stems, (stem) => read(`${folder}/${stem}.json`))
  }
  refuseStrangers(dir, faults)
  const components = names(join(dir, 'components')).map(
    (category): [string, Readonly<Record<string, Json>>] => [category, readAll(`components/${category}`)],
  )
  const present = new Set(names(dir))
  const files: DatasetFiles = {
    ...collect(SINGLE_FILES, (stem) => (present.has(`${stem}.json`) ? read(`${stem}.json`) : undefined)),
    contentTypes: readAll('content-types'),
    components: Object.fromEntries(
      components.flatMap(([category, inner]) =>
        Object.entries(inner).map(([name, json]) => [`${category}/${name}`, json]),
      ),
    ),
    entries: readAll('entries'),
  }
  return { files, faults }
}

/** What a folder holds; nothing if it is not there. */
function names(dir: string): readonly string[] {
  try {
    return readdirSync(dir).sort()
  } catch {
    return []
  }
}

const isJsonFile = (name: string): boolean => name.endsWith('.json')
const stemOf = (name: string): string => name.slice(0, -'.json'.length)

function collect(
  stems: readonly string[],
  read: (stem: string) => Json | undefined,
): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    stems.flatMap((stem): [string, Json][] => {
      const json = read(stem)
      return json === undefined ? [] : [[stem, json]]
    }),
  )
}

/** A misspelt file would else be a file that is missing, and its default would stand in for it. */
function refuseStrangers(dir: string, faults: Fault[]): void {
  for (const file of names(dir).filter(isJsonFile)) {
    if (SINGLE_FILES.some((stem) => stem === stemOf(file))) continue
    const known = SINGLE_FILES.map((stem) => `${stem}.json`)
    const expected = expectedName('a file of the dataset format', file, known)
    faults.push({ file, pointer: '', message: 'unknown file', expected, found: JSON.stringify(file) })
  }
}

/** Writes the files of a dataset into a folder, as `loadDataset` reads them. */
export function writeDataset(dir: string, files: DatasetFiles): void {
  const write = (path: string, json: Json | undefined): void => {
    if (json === undefined) return
    const file = join(dir, `${path}.json`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(json, undefined, 2)}\n`)
  }
  for (const [stem, json] of Object.entries(files.contentTypes)) write(`content-types/${stem}`, json)
  for (const [path, json] of Object.entries(files.components ?? {})) write(`components/${path}`, json)
  for (const [stem, json] of Object.entries(files.entries ?? {})) write(`entries/${stem}`, json)
  for (const name of SINGLE_FILES) write(name, files[name])
}
