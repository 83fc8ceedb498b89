/** The front door: whatever can be served, told apart by looking at it. */
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
  /** Made-up entries for the types that have none. */
  readonly fake?: FakeOptions
  /** Of an encrypted archive. */
  readonly key?: string
  /** How a server is asked. */
  readonly live?: Pick<LiveOptions, 'token' | 'project' | 'partial' | 'progress'>
}

/** Whether a source is a running server. */
export const isServerUrl = (source: string): boolean =>
  source.startsWith('http://') || source.startsWith('https://')

/** Whether it is a project of Strapi that stands at a path. */
export const isProjectAt = (path: string): boolean => isFolder(path) && isProject(projectFiles(path))

/**
 * Reads what stands at a path, a project of Strapi, what one exports or a dataset folder, or what a server at a URL
 * shows.
 * @throws SourceError for what cannot be read at all, DatasetError for what can and is wrong.
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
  // A dataset is there in a moment: who has one does not wait for what reads projects.
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
