/** Converts the database rows of a content type to rows in the dataset format. */
import type { Json, JsonObject } from '../../util/json.ts'
import { contentReader } from './content.ts'
import type { Cell, DatabaseRow } from './database.ts'
import type { DatabaseModel } from './model.ts'
import type { DatabaseReading } from './reading.ts'
import { idIn, numberIn } from './tables.ts'
import { instantOf } from './values.ts'

export async function readEntries(
  model: DatabaseModel,
  reading: DatabaseReading,
): Promise<readonly JsonObject[]> {
  const table = reading.tables.find(model.table)
  if (table === undefined) {
    reading.missTable(model, model.table, null)
    return []
  }
  const read = await contentReader(model, reading)
  return (await table.rows()).map((row) => {
    return { ...identityOf(row, model), ...withoutSecrets(read(row, 0), model), ...stampsOf(row, reading) }
  })
}

/**
 * Returns the properties that identify a row, such as its documentId and locale. A row without a documentId is older
 * than the migration to Strapi 5. The loader later adds a documentId to a row without one. In a row without
 * documentId, a null locale has no meaning.
 */
function identityOf(row: DatabaseRow, { localized, draftAndPublish }: DatabaseModel): JsonObject {
  const hasNoLocale = row['locale'] === null && typeof row['document_id'] === 'string'
  const publishedAt = instant(row['published_at'])
  const isKept = draftAndPublish || publishedAt !== null
  return {
    id: numberIn(row, 'id'),
    ...textMember('documentId', row['document_id']),
    ...(localized && hasNoLocale ? { locale: null } : {}),
    ...(localized ? textMember('locale', row['locale']) : {}),
    ...(isKept ? { publishedAt } : {}),
  }
}

const textMember = (name: string, cell: Cell | undefined): JsonObject =>
  typeof cell === 'string' && cell !== '' ? { [name]: cell } : {}

const instant = (cell: Cell | undefined): Json => instantOf(cell ?? null)?.toISOString() ?? null

const ADMIN_USER = 'admin::user'

function stampsOf(row: DatabaseRow, { ids }: DatabaseReading): JsonObject {
  const creator = (column: string): Json => {
    const id = idIn(row, column)
    return id !== null && ids.get(ADMIN_USER)?.has(id) === true ? id : null
  }
  const [createdAt, updatedAt] = [instant(row['created_at']), instant(row['updated_at'])]
  return {
    ...(createdAt === null ? {} : { createdAt }),
    ...(updatedAt === null ? {} : { updatedAt }),
    createdBy: creator('created_by_id'),
    updatedBy: creator('updated_by_id'),
  }
}

/**
 * The secret attributes of admin users and of users, by the uid of their content type. The dataset omits the secret
 * attributes, because no answer contains them.
 */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  [ADMIN_USER]: ['email', 'resetPasswordToken', 'resetPasswordTokenExpiresAt', 'registrationToken'],
  'plugin::users-permissions.user': ['resetPasswordToken', 'confirmationToken'],
}

function withoutSecrets(content: JsonObject, { uid }: DatabaseModel): JsonObject {
  const secrets = SECRETS[uid] ?? []
  return Object.fromEntries(Object.entries(content).filter(([name]) => !secrets.includes(name)))
}
