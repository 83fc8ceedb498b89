/** Builds a dataset from the files of a folder that the user drops onto the page. */
import type { DatasetFiles, Json } from '../../../core.ts'
import { parseJson } from '../../../util/json.ts'
import { BackendError } from './backend.ts'

export interface DroppedFile {
  /** The path of the file, such as `guide/entries/article.json`. */
  readonly path: string
  readonly text: string
}

const SINGLE = ['media', 'locales', 'access', 'settings'] as const

/**
 * Returns whether a file can belong to a dataset, judged only by the file's name. The page ignores all other files.
 */
export const isOfDataset = (path: string): boolean =>
  path.endsWith('.json') && !path.split('/').some((step) => step.startsWith('.') || step === 'node_modules')

/**
 * Returns whether a file may come from `strapi export`, judged only by the file's name: a tar archive, possibly
 * compressed or encrypted. The archive reader later checks the content.
 */
export const isArchive = (path: string): boolean => /\.(tar|gz|tgz|enc|zip)$/.test(path)

/**
 * Returns the files of a dataset folder, by the names that the dataset format gives them.
 * @throws BackendError that names the offending file and the expected content.
 */
export function datasetIn(files: readonly DroppedFile[]): DatasetFiles {
  const root = rootOf(files.map(({ path }) => path))
  const own = files
    .filter(({ path }) => path.startsWith(root))
    .map(({ path, text }) => ({ path: path.slice(root.length), text }))
  const below = (folder: string): Readonly<Record<string, Json>> =>
    Object.fromEntries(
      own
        .filter(({ path }) => path.startsWith(folder))
        .map((file): [string, Json] => [file.path.slice(folder.length, -'.json'.length), jsonIn(file)]),
    )
  const single = SINGLE.flatMap((name): [string, Json][] => {
    const file = own.find(({ path }) => path === `${name}.json`)
    return file === undefined ? [] : [[name, jsonIn(file)]]
  })
  return {
    ...Object.fromEntries(single),
    contentTypes: below(CONTENT_TYPES),
    components: below('components/'),
    entries: below('entries/'),
  }
}

const CONTENT_TYPES = 'content-types/'

/** Returns the path of the folder that contains the folder `content-types`, with a trailing slash. */
function rootOf(paths: readonly string[]): string {
  const found = paths.find((path) => path.startsWith(CONTENT_TYPES) || path.includes(`/${CONTENT_TYPES}`))
  if (found === undefined)
    throw new BackendError(
      'Expected a dataset folder, with content-types/NAME.json in it; found no schema file of a content type',
    )
  return found.slice(0, found.indexOf(CONTENT_TYPES))
}

function jsonIn({ path, text }: DroppedFile): Json {
  const json = parseJson(text)
  if (json === undefined) throw new BackendError(`${path}: expected JSON, found something else`)
  return json
}
