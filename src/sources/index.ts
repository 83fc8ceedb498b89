/** Opens any source. Detects whether the source is a dataset folder, a project, an archive or a running server. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { openDataset } from './dataset.ts'
import type { FakeOptions, Filler } from './fake/fake.ts'
import type { LiveOptions } from './live/open.ts'
import { locate } from './locate.ts'
import { isProject, projectFiles } from './project/files.ts'
import type { ProjectOptions } from './project/open.ts'
import { type Source, SourceError } from './source.ts'
import { withCodeOf, withCodeOfImport } from './with-code.ts'

export type { FakeOptions } from './fake/fake.ts'
export type { LiveOptions, Progress } from './live/open.ts'
export { graphOf } from './loaded.ts'
export { locate } from './locate.ts'
export { type Note, noteText } from './note.ts'
export { projectsBelow } from './project/repository/find.ts'
export { type Source, SourceError } from './source.ts'

export interface SourceOptions extends ProjectOptions {
  /**
   * The options for generating entries for content types without entries. Without the option `fake`, no entries are
   * generated.
   */
  readonly fake?: FakeOptions
  /** The key of an encrypted archive, as passed to `strapi export`. */
  readonly key?: string
  /**
   * The folder of the project whose code runs with the data of a dataset folder or an archive. For a dataset folder,
   * the default is the project from which the folder was imported.
   */
  readonly project?: string
  /**
   * A function that `openSource` calls while the project's own code starts in its thread, because the main thread is
   * then idle.
   */
  readonly meanwhile?: () => void
  /** The options for reading a running server. */
  readonly live?: Pick<LiveOptions, 'token' | 'headers' | 'project' | 'partial' | 'progress'>
}

/** Returns whether a source is the URL of a running server: whether it begins with `http://` or `https://`. */
export const isServerUrl = (source: string): boolean =>
  source.startsWith('http://') || source.startsWith('https://')

/** Returns whether a path is a folder with a Strapi project. */
export const isProjectAt = (path: string): boolean => isFolder(path) && isProject(projectFiles(path))

/**
 * Opens the source at a path or URL: a Strapi project, an export, a dataset folder or a running server.
 * @throws SourceError for an unreadable source, DatasetError for an invalid one.
 */
export async function openSource(path: string, { fake, ...options }: SourceOptions): Promise<Source> {
  if (fake === undefined) return openAsItIs(path, options)
  let loading: Promise<Filler> | undefined
  const filler = (): Promise<Filler> => {
    loading ??= import('./fake/fake.ts').then(({ fillerOf }) => fillerOf(fake))
    return loading
  }
  const source = await openAsItIs(path, {
    ...options,
    meanwhile: () => {
      void filler()
      options.meanwhile?.()
    },
    ahead: async (loaded) => (await filler()).ahead(loaded),
  })
  const { ADVICE } = await import('./project/connection.ts')
  const made = (await filler()).fill(source)
  return { ...made, notes: made.notes.map((note) => ({ ...note, says: note.says.replace(ADVICE, '') })) }
}

async function openAsItIs(path: string, options: Omit<SourceOptions, 'fake'>): Promise<Source> {
  if (isServerUrl(path)) {
    const { openLive } = await import('./live/open.ts')
    return openLive(path, { ...options.live, ...withoutLive(options) })
  }
  const { path: found, below } = locate(path)
  if (below !== undefined) return openFound(found, below, options)
  if (isFile(path)) {
    const { openArchive } = await import('./archive/open.ts')
    return exportWithCode(await openArchive(path, await archiveOptions(options)), options)
  }
  if (isFile(join(path, 'metadata.json')) && isFolder(join(path, 'schemas'))) {
    const { openExportFolder } = await import('./archive/open.ts')
    return exportWithCode(await openExportFolder(path, await archiveOptions(options)), options)
  }
  if (!isProjectAt(path)) return withCodeOfImport(await openDataset(path, options.settings), path, options)
  if (options.project !== undefined)
    throw new SourceError(
      `--project ${options.project}: expected a dataset folder, an archive or the URL of a server as the source, found the project ${path}; remove --project`,
    )
  // Imports this module only here, because a dataset does not need the code that reads projects.
  const { openProject } = await import('./project/open.ts')
  const opening = openProject(path, options)
  options.meanwhile?.()
  return opening
}

/** Opens the only Strapi project below the given folder, and adds a note with the path of the project. */
async function openFound(path: string, below: string, options: ExportOptions): Promise<Source> {
  const source = await openAsItIs(path, options)
  const note = { file: below, line: 0, says: 'this is the Strapi project that the folder contains' }
  return { ...source, notes: [note, ...source.notes] }
}

type ExportOptions = Omit<SourceOptions, 'fake'>

/**
 * Returns the options for opening a Strapi export. If the options name a project, the environment of this project
 * supplies the secrets that verify the tokens of users.
 */
async function archiveOptions({ project, env, ...options }: ExportOptions): Promise<ExportOptions> {
  if (project === undefined) return { ...options, env }
  const { environmentOf } = await import('./project/config.ts')
  return { ...options, env: environmentOf(projectFiles(project), env) }
}

const exportWithCode = (source: Source, { project, ...options }: ExportOptions): Source | Promise<Source> =>
  project === undefined ? source : withCodeOf(source, project, options)

const withoutLive = ({ env, settings, strict, projectCode }: SourceOptions): ProjectOptions => ({
  env,
  ...(projectCode === undefined ? {} : { projectCode }),
  ...(settings === undefined ? {} : { settings }),
  ...(strict === undefined ? {} : { strict }),
})

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true
