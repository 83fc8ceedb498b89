/**
 * Implements `strapi.db` without a database. The query engine sends its calls to the server, except calls for the rows
 * of `strapi.store`, which this thread stores.
 */
import type { Callable, MemberMap } from '../core-parts.ts'
import { CORE_STORE } from '../services/store-rows.ts'
import { createRaw, type RawParts } from '../sql/raw.ts'
import { absent, absentCalls, Unavailable } from '../unavailable.ts'
import { recordOf, valueAt } from '../values.ts'
import { constantOf } from './constants.ts'
import type { CallServer } from './server-calls.ts'
import type { Subscribers } from './subscribers.ts'
import { schemaQuestions } from './tables.ts'
import { type NoSql, noSql, type Transactions } from './transactions.ts'

const METHODS = [
  'findOne',
  'findMany',
  'findWithCount',
  'findPage',
  'create',
  'createMany',
  'update',
  'updateMany',
  'delete',
  'deleteMany',
  'count',
  'attachRelations',
  'updateRelations',
  'deleteRelations',
  'populate',
  'load',
  'loadPages',
] as const

/** The content types of Strapi's own plugins for which a mock has no rows. */
const LACKING: ReadonlySet<string> = new Set([
  ...['admin::audit-log', 'admin::session', 'admin::transfer-token', 'admin::transfer-token-permission'],
  ...['plugin::content-releases.release', 'plugin::content-releases.release-action'],
  ...['plugin::review-workflows.workflow', 'plugin::review-workflows.workflow-stage'],
  ...['strapi::history-version', 'strapi::migration', 'strapi::webhook'],
])

const NO_TABLE = 'a mock has no such rows'

interface DatabaseParts {
  /** The absolute path of the project's folder. */
  readonly folder: string
  readonly call: CallServer
  readonly subscribers: Subscribers
  readonly transactions: Transactions
  readonly modelOf: (uid: string) => unknown
  /** Returns all content types and components. */
  readonly models: () => readonly unknown[]
  /** The query engine for the settings rows that `strapi.store` reads and writes. */
  readonly store: MemberMap
  /** The value that the project's file `config/database` exports. */
  readonly config: unknown
  /** Requests the tables for a SQL statement from the server. */
  readonly ask: RawParts['ask']
}

export interface Database {
  /** The object that project code uses as `strapi.db`. */
  readonly facade: MemberMap
  readonly query: Callable
}

export function createDatabase(parts: DatabaseParts): Database {
  const { folder, call, subscribers, transactions, modelOf, config } = parts
  const refusal = noSql(folder)
  const query = (uid: unknown): object => {
    const name = String(uid)
    if (name === CORE_STORE) return parts.store
    if (LACKING.has(name)) return absent(`strapi.db.query("${name}")`, NO_TABLE)
    // A uid that begins with `admin::`, `plugin::` or `strapi::` needs no model here. The thread may have no models for
    // content types of Strapi's plugins, but the server has the tables of these types.
    if (modelOf(name) === undefined && !/^(?:admin|plugin|strapi)::/.test(name))
      throw new Error(`Model ${name} not found`)
    const methods = METHODS.map((method) => [
      method,
      (...args: readonly unknown[]) => call({ service: 'query', uid: name, method, args }),
    ])
    return { uid: name, ...Object.fromEntries(methods) }
  }
  const client = String(valueAt(config, ['connection', 'client']) ?? 'sqlite')
  const facade: MemberMap = {
    query,
    lifecycles: subscribers.facade,
    metadata: { get: modelOf, has: (uid: string) => modelOf(uid) !== undefined, identifiers: {} },
    config: { connection: {}, settings: {}, ...recordOf(config) },
    dialect: { client, useReturning: () => false, supportsUnsigned: () => false },
    connection: connectionOf(client, refusal, parts),
    getConnection: absentCalls('strapi.db.getConnection', refusal),
    getSchemaConnection: absentCalls('strapi.db.getSchemaConnection', refusal),
    queryBuilder: absentCalls('strapi.db.queryBuilder', refusal),
    entityManager: absent('strapi.db.entityManager', 'use strapi.db.query'),
    schema: absent('strapi.db.schema', 'a mock has no tables'),
    migrations: { shouldRun: async () => false, up: async () => undefined, down: async () => undefined },
    getInfo: () => ({ displayName: 'mock', schema: undefined, client }),
    getSchemaName: () => undefined,
    inTransaction: () => transactions.isOpen(),
    init: async () => facade,
    destroy: async () => undefined,
    transaction: transactionOf(transactions),
  }
  return { facade, query }
}

/**
 * Makes the replacement for a Knex connection. Project code can read the settings of the connection, and test whether a
 * table or a column exists. Project code can also send a statement such as `SELECT 1` and, if the project uses SQLite,
 * any raw SQL statement that only reads. Any other call on the replaced Knex connection throws an error.
 */
function connectionOf(client: string, refusal: NoSql, { config, models, ask }: DatabaseParts): object {
  const settings = recordOf(valueAt(config, ['connection', 'connection']))
  const run = client.includes('sqlite') ? createRaw({ ask, models, refusal }) : otherRaw(client, refusal)
  return withMembers(absentCalls('strapi.db.connection', refusal), {
    raw: async (statement: unknown, bindings: unknown) =>
      constantOf(statement, client) ?? run(statement, bindings),
    schema: withMembers(absentCalls('strapi.db.connection.schema', refusal), schemaQuestions(models)),
    client: { config: { client, connection: settings }, connectionSettings: settings, driverName: client },
  })
}

/** Makes a function that refuses raw SQL for a database other than SQLite, because Populace cannot run its dialect. */
const otherRaw =
  (client: string, refusal: NoSql): Callable =>
  () => {
    const what = `raw SQL of ${client} cannot run on the data of a mock, because Populace contains only SQLite`
    throw new Unavailable(refusal('strapi.db.connection.raw', what), { place: null })
  }

/** Adds members to an object whose other members throw an error. */
const withMembers = (calls: object, members: MemberMap): object =>
  new Proxy(calls, {
    get: (target, name) =>
      Object.hasOwn(members, name) ? Reflect.get(members, name) : Reflect.get(target, name),
  })

/** Makes the function `strapi.db.transaction`. */
const transactionOf =
  (transactions: Transactions) =>
  async (run?: Callable): Promise<unknown> => {
    if (run === undefined) return transactions.open()
    return transactions.run(async ({ commits, rollbacks }) =>
      run({
        trx: transactions.trx,
        commit: async () => undefined,
        rollback: async () => {
          throw new Error('Transaction rejected with non-error: undefined')
        },
        onCommit: (done: Callable) => commits.push(done),
        onRollback: (done: Callable) => rollbacks.push(done),
      }),
    )
  }
