/** Converts a dataset to a map from file paths to JSON, and converts such a map to a dataset. */

import { type DatasetFiles, SINGLE_FILES } from '../../reference/load/files/files.ts'
import type { Json } from '../../util/json.ts'

/** The content of the dataset files, by file path such as `content-types/article.json`. */
export type FilesByPath = ReadonlyMap<string, Json>

const FOLDERS = { 'content-types': 'contentTypes', components: 'components', entries: 'entries' } as const

const stripped = (path: string, folder: string): string =>
  path.slice(folder.length + 1, path.length - '.json'.length)

export function byPath(files: DatasetFiles): FilesByPath {
  const all = new Map<string, Json>()
  for (const [folder, name] of Object.entries(FOLDERS))
    for (const [stem, json] of Object.entries(files[name] ?? {})) all.set(`${folder}/${stem}.json`, json)
  for (const stem of SINGLE_FILES) {
    const json = files[stem]
    if (json !== undefined) all.set(`${stem}.json`, json)
  }
  return all
}

export function fromPaths(all: FilesByPath): DatasetFiles {
  const folder = (name: string): Readonly<Record<string, Json>> =>
    Object.fromEntries(
      [...all].flatMap(([path, json]) =>
        path.startsWith(`${name}/`) ? [[stripped(path, name), json] as const] : [],
      ),
    )
  const single = SINGLE_FILES.flatMap((stem): readonly (readonly [string, Json])[] => {
    const json = all.get(`${stem}.json`)
    return json === undefined ? [] : [[stem, json]]
  })
  return {
    ...Object.fromEntries(single),
    contentTypes: folder('content-types'),
    components: folder('components'),
    entries: folder('entries'),
  }
}
