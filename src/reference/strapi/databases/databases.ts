/** The databases by name, each with its decisions. The three variants of PostgreSQL share a file. */
import { type Database, DECISIONS, type Decision, PLAIN } from './database.ts'
import { MARIADB } from './mariadb.ts'
import { MYSQL } from './mysql.ts'
import { POSTGRES, POSTGRES_C, POSTGRES_ICU } from './postgres.ts'
import { SQLITE } from './sqlite.ts'

export const DATABASES = {
  plain: PLAIN,
  sqlite: SQLITE,
  postgres: POSTGRES,
  'postgres+icu': POSTGRES_ICU,
  'postgres+c': POSTGRES_C,
  mariadb: MARIADB,
  mysql: MYSQL,
} as const satisfies Record<string, Database>

export type DatabaseName = keyof typeof DATABASES
export const DATABASE_NAMES: readonly DatabaseName[] = Object.keys(DATABASES).filter(isDatabaseName)
export function isDatabaseName(name: string): name is DatabaseName {
  return Object.hasOwn(DATABASES, name)
}

/** The databases for which no server was recorded, so that their decisions follow the manual of the database. */
export const UNMEASURED: readonly DatabaseName[] = ['mysql']

/**
 * Returns the names of the decisions in which a database differs from `PLAIN`, the imaginary database that follows
 * the guide.
 */
export const decisionsOf = (name: DatabaseName): readonly Decision[] =>
  DECISIONS.filter((decision) => DATABASES[name][decision] !== PLAIN[decision])
