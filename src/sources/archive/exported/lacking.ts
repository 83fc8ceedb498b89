/**
 * Makes notes on the data that an archive lacks. Some notes also name a remedy, such as an option that supplies the
 * missing data.
 */

import { ADDED_NAMES } from '../../../reference/schema/added.ts'
import { type Json, type JsonObject, member } from '../../../util/json.ts'
import { at, textAt } from '../../database/model.ts'
import type { Note } from '../../note.ts'
import type { Contents } from './contents.ts'

/**
 * The context of an archive: settings and environment variables from outside the archive. The context decides which
 * notes on missing data the user gets.
 */
export interface ArchiveContext {
  /** The content of `settings.json` in the dataset format, if the user passes such settings. */
  readonly settings?: Json
  /**
   * The environment variables. No archive contains the server's secret for JWTs, so the variable `JWT_SECRET` can
   * state it.
   */
  readonly env: Readonly<Record<string, string | undefined>>
}

export function lackingNotes(contents: Contents, given: ArchiveContext): readonly Note[] {
  const all: (readonly [boolean, string, string])[] = [
    [!contents.parts.has('entities'), 'entities', 'not in this archive, so no type has rows'],
    [
      contents.parts.has('entities') && !contents.parts.has('configuration'),
      'configuration',
      'not in this archive, so the first locale counts as the default',
    ],
    [
      contents.uploads.size === 0 && !contents.parts.has('assets') && hasLocalFiles(contents),
      'assets',
      'not in this archive, so /uploads has no file',
    ],
    [
      given.settings === undefined,
      'config/api',
      'not part of an export, so the defaults of a new project apply: pages of 25 entries, at most 100; to change them, use --settings FILE',
    ],
    [
      true,
      'API tokens',
      'not part of an export, so every token is unknown; add roles and tokens with --access FILE (the format of access.json)',
    ],
    [
      given.env['JWT_SECRET'] === undefined && hasUsers(contents),
      'users',
      'the secret of the JWTs of users is not part of an export, so every JWT is unknown; set the environment variable JWT_SECRET',
    ],
    [
      contents.schemas.some(leadsToAdmins),
      'admin users',
      'not part of an export, so createdBy, updatedBy and other relations to admin users are empty',
    ],
  ]
  const rounded = roundedIn(contents)
  if (rounded > 0) {
    const count = `${rounded} ${rounded === 1 ? 'biginteger is' : 'bigintegers are'} beyond ${Number.MAX_SAFE_INTEGER}`
    all.push([true, 'entities', `${count}, and an export may have rounded such numbers`])
  }
  return all.flatMap(([isSo, file, says]) => (isSo ? [{ file, line: 0, says }] : []))
}

const hasUsers = ({ entities }: Contents): boolean =>
  entities.some(({ type }) => type === 'plugin::users-permissions.user')

/**
 * Returns whether any uploaded file has the provider `local`. The server itself serves uploaded files with the
 * provider `local`.
 */
const hasLocalFiles = ({ entities }: Contents): boolean =>
  entities.some(({ type, data }) => type === 'plugin::upload.file' && data['provider'] === 'local')

/**
 * Returns whether answers with entries of a content type may show admin users. Answers can show admin users through
 * `populateCreatorFields`, or through a relation of the schema to admin users.
 */
function leadsToAdmins(schema: JsonObject): boolean {
  if (textAt(schema, ['uid'])?.startsWith('api::') !== true) return false
  if (at(schema, ['options', 'populateCreatorFields']) === true) return true
  const attributes = Object.entries(at(schema, ['attributes']) ?? {})
  return attributes.some(
    ([name, attribute]: [string, Json]) =>
      !ADDED_NAMES.has(name) && textAt(attribute, ['target']) === 'admin::user',
  )
}

/**
 * Counts the values of `biginteger` attributes in the entities that are so large that the export may have rounded
 * them.
 */
function roundedIn({ schemas, entities }: Contents): number {
  const names = new Map(schemas.map((schema) => [textAt(schema, ['uid']) ?? '', bigintegersOf(schema)]))
  const isLarge = (value: Json | undefined): boolean =>
    typeof value === 'string' && !Number.isSafeInteger(Number(value))
  return entities
    .flatMap(({ type, data }) => (names.get(type) ?? []).map((name) => member(data, name)))
    .filter(isLarge).length
}

function bigintegersOf(schema: JsonObject): readonly string[] {
  const attributes = Object.entries(at(schema, ['attributes']) ?? {})
  return attributes.flatMap(([name, attribute]: [string, Json]) =>
    textAt(attribute, ['type']) === 'biginteger' ? [name] : [],
  )
}
