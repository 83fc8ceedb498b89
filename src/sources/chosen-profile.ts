/** `--profile auto` chooses the profile of the server that a source comes from, or of the project around the folder. */
import { dirname, resolve } from 'node:path'
import { ProfileError } from '../reference/strapi/profile.ts'
import { NEWEST } from '../reference/strapi/versions.ts'
import { printable } from '../util/printable.ts'
import { noteText } from './note.ts'
import { isProject, type ProjectFiles, projectFiles, serverOf } from './project/index.ts'
import type { ServerFound } from './server.ts'

/** The name of the chosen profile, and the lines that explain the choice. */
export interface ChosenProfile {
  readonly name: string
  /** The lines that explain the choice to the user. */
  readonly lines: readonly string[]
}

/**
 * Searches for a project in the folder, above it, and from the working directory up.
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

/** Returns the profile of a server. */
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

/** Returns a folder and all its ancestors. */
function upwards(folder: string): readonly string[] {
  const at = resolve(folder)
  const above = dirname(at)
  return above === at ? [at] : [at, ...upwards(above)]
}
