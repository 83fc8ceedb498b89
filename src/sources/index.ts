/** Opens any source, and detects its kind. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { openDataset } from './dataset.ts'
import type { FakeOptions } from './fake/fake.ts'
import type { LiveOptions } from './live/open.ts'
import { isProject, projectFiles } from './project/files.ts'
import type { ProjectOptions } from './project/open.ts'
import { type Source, SourceError } from './source.ts'

export type { FakeOptions } from './fake/fake.ts'
export type { LiveOptions, Progress } from './live/open.ts'
export { graphOf } from './loaded.ts'
export { type Note, noteText } from './note.ts'
export { type Source, SourceError } from './source.ts'

export interface SourceOptions extends ProjectOptions {
  /** Adds fake entries to the types that have none. */
  readonly fake?: FakeOptions
  /** The key of an encrypted archive. */
  readonly key?: string
  /** Options for requests to a server. */
  readonly live?: Pick<LiveOptions, 'token' | 'project' | 'partial' | 'progress'>
}

/** Whether a source is the URL of a running server. */
export const isServerUrl = (source: string): boolean =>
  source.startsWith('http://') || source.startsWith('https://')

/** Whether a path is a Strapi project. */
export const isProjectAt = (path: string): boolean => isFolder(path) && isProject(projectFiles(path))

/**
 * Opens a path or URL: a Strapi project, an export, a dataset folder or a server. @throws SourceError for an unreadable
 * source, DatasetError for an invalid one.
 */
export async function openSource(path: string, { fake, ...options }: SourceOptions): Promise<Source> {
  const source = await openAsItIs(path, options)
  return fake === undefined ? source : (await import('./fake/fake.ts')).withFake(source, fake)
}

async function openAsItIs(path: string, options: Omit<SourceOptions, 'fake'>): Promise<Source> {
  if (isServerUrl(path)) {
    const { openLive } = await import('./live/open.ts')
    return openLive(path, { ...options.live, ...withoutLive(options) })
  }
  if (isFile(path)) {
    const { openArchive } = await import('./archive/open.ts')
    return openArchive(path, options)
  }
  if (!isFolder(path)) {
    const found = isThere(path) ? 'neither file nor folder' : 'nothing'
    const expected = 'a dataset folder, a Strapi project or an archive of `strapi export`'
    throw new SourceError(`${path}: expected ${expected}, found ${found} there; check the path`)
  }
  if (isFile(join(path, 'metadata.json')) && isFolder(join(path, 'schemas'))) {
    const { openExportFolder } = await import('./archive/open.ts')
    return openExportFolder(path, options)
  }
  if (!isProjectAt(path)) return openDataset(path)
  // Loaded lazily, because a dataset does not need the code that reads projects.
  const { openProject } = await import('./project/open.ts')
  return openProject(path, options)
}

const withoutLive = ({ env, settings, strict }: SourceOptions): ProjectOptions => ({
  env,
  ...(settings === undefined ? {} : { settings }),
  ...(strict === undefined ? {} : { strict }),
})

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined
const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true
