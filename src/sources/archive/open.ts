/**
 * Opens the output of `strapi export` as a source. The source has the schemas, rows, links and settings of the
 * exported server.
 */
import type { Source } from '../source.ts'
import { roleOfTokens } from '../tokens/roles.ts'
import { tarIn } from './bytes.ts'
import { type Contents, readContents } from './exported/contents.ts'
import { datasetIn, type ExportOptions } from './exported/dataset.ts'
import { ARCHIVE_LIMITS, type ArchiveLimits } from './exported/limits.ts'
import { filesIn } from './exported/tar.ts'
import { filesBelow, uploadsBelow } from './folder.ts'

export interface ArchiveOptions extends ExportOptions {
  /** The key of an encrypted archive. */
  readonly key?: string
  /** The limits for reading the archive. The default is `ARCHIVE_LIMITS`. */
  readonly limits?: Partial<ArchiveLimits>
}

/** Opens an archive file as a source. Runs no code of the project and writes no file. */
export async function openArchive(path: string, options: ArchiveOptions): Promise<Source> {
  const limits = { ...ARCHIVE_LIMITS, ...options.limits }
  return sourceOf(
    path,
    await readContents(path, filesIn(path, tarIn(path, options.key), limits), limits),
    options,
  )
}

/** Opens an export in the form of a folder as a source. @throws SourceError, DatasetError */
export async function openExportFolder(path: string, options: ArchiveOptions): Promise<Source> {
  const limits = { ...ARCHIVE_LIMITS, ...options.limits }
  const contents = await readContents(path, filesBelow(path, limits), limits)
  const folder = uploadsBelow(path)
  if (folder === undefined) return sourceOf(path, contents, options)
  const parts = new Set([...contents.parts, 'assets'])
  const source = await sourceOf(path, { ...contents, parts }, options)
  return { ...source, uploads: { kind: 'folder', folder } }
}

async function sourceOf(path: string, contents: Contents, options: ArchiveOptions): Promise<Source> {
  const { kind, version, read, notes, asksConfirmation } = await datasetIn(path, contents, options)
  const secret = options.env['JWT_SECRET'] ?? null
  const salt = options.env['API_TOKEN_SALT'] ?? null
  const users = read.content?.users ?? new Map()
  const tokens = read.content?.tokens ?? []
  return {
    watched: { paths: [path] },
    kind,
    ...read.loaded,
    notes,
    roleOfToken: roleOfTokens({ salt, secret, tokens, users, asksConfirmation }),
    uploads: { kind: 'files', files: contents.uploads },
    server: {
      version,
      versionFrom: version === null ? null : 'metadata.json',
      database: null,
      databaseFrom: null,
      notes: [],
    },
  }
}
