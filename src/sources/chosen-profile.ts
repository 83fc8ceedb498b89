/**
 * Chooses the profile for `--profile auto`: the profile of the source's server, or of the project around the dataset
 * folder.
 */
import { dirname, resolve } from 'node:path'
import { ProfileError } from '../reference/strapi/profile.ts'
import { NEWEST } from '../reference/strapi/versions.ts'
import { printable } from '../util/printable.ts'
import { noteText } from './note.ts'
import { isProject, type ProjectFiles, projectFiles, serverOf } from './project/index.ts'
import type { ServerFound } from './server.ts'

/** The chosen profile, with an explanation of the choice. */
export interface ChosenProfile {
  readonly name: string
  /** The lines of text that explain to the user why Populace chose the profile. */
  readonly lines: readonly string[]
}

/**
 * Chooses the profile of the nearest Strapi project. Searches in the given folder, in the folders above it, and from
 * the working directory up.
 * @throws ProfileError if no project is found.
 */
export function autoProfile(folder: string): ChosenProfile {
  const files = nearestProject(folder)
  if (files === undefined) {
    const says = `--profile auto found no Strapi project in ${folder}, above it or in the current folder`
    throw new ProfileError(
      `${says}: expected a package.json with the dependency @strapi/strapi; or name a profile`,
    )
  }
  return profileOf(serverOf(files, process.env))
}

/** Chooses the profile for a server, from the release and the database of the server. */
export function profileOf(server: ServerFound): ChosenProfile {
  const profile = `strapi-${server.version ?? NEWEST}-${server.database ?? 'sqlite'}`
  return {
    name: profile,
    lines: [line(profile, server), ...server.notes.map((note) => printable(noteText(note), MAX_LINE))],
  }
}

function line(profile: string, { version, versionFrom, database, databaseFrom }: ServerFound): string {
  const release = version === null ? `no release found, so ${NEWEST}` : `release from ${versionFrom}`
  const storage = database === null ? 'no database found, so sqlite' : `database from ${databaseFrom}`
  return printable(`Profile ${profile}: ${release}; ${storage}.`, MAX_LINE)
}

const MAX_LINE = 1_000

function nearestProject(folder: string): ProjectFiles | undefined {
  return [folder, '.'].flatMap(upwards).map(projectFiles).find(isProject)
}

/** Returns the path of a folder and the paths of all folders above it. */
function upwards(folder: string): readonly string[] {
  const at = resolve(folder)
  const above = dirname(at)
  return above === at ? [at] : [at, ...upwards(above)]
}
