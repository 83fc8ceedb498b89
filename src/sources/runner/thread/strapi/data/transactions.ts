/** Transactions of `strapi.db.transaction`, and transactions around the writes of the document service. */
import { current, runInTransaction, type Transaction } from '../../current.ts'
import { placeNow, placeText } from '../../guard/place.ts'
import type { Callable } from '../core-parts.ts'
import type { Loading } from '../loading.ts'
import { absentCalls } from '../unavailable.ts'

export interface Transactions {
  /** The object that replaces Knex's transaction object. A call of any member of this object throws. */
  readonly trx: object
  /** Runs code in a transaction. If a transaction is already open, the code joins it. */
  readonly run: <T>(code: (parts: Transaction) => Promise<T>) => Promise<T>
  /** Implements `strapi.db.transaction()` without a function: the caller commits or rolls back. */
  readonly open: () => Promise<Readonly<Record<'commit' | 'rollback' | 'get', Callable>>>
  /** Whether the code that is running is inside a transaction. */
  readonly isOpen: () => boolean
}

/**
 * Makes the message about raw SQL. The message contains the place of the call. Most code catches the error and answers
 * with an error of its own.
 */
export const noSql =
  (folder: string): NoSql =>
  (path, what = 'raw SQL cannot run on the data of a mock') =>
    `${what}: ${path} at ${placeText(placeNow(folder))}. Use strapi.documents or strapi.db.query instead`

/** Makes a message from the path of a call, such as `trx.raw`, and optionally the reason of the refusal. */
export type NoSql = (path: string, what?: string) => string

export function createTransactions({ askFor, folder }: Pick<Loading, 'askFor' | 'folder'>): Transactions {
  const trx = absentCalls('trx', noSql(folder))
  const ask = (step: 'begin' | 'commit' | 'rollback'): Promise<unknown> =>
    askFor()({ service: 'transaction', step })
  return {
    trx,
    isOpen: () => current().transaction !== undefined,
    run: async (code) => {
      const outer = current().transaction
      if (outer !== undefined) return code(outer)
      const own: Transaction = { commits: [], rollbacks: [] }
      await ask('begin')
      try {
        const result = await runInTransaction(own, () => code(own))
        await ask('commit')
        for (const done of own.commits) await done()
        return result
      } catch (error) {
        await ask('rollback')
        for (const done of own.rollbacks) await done()
        throw error
      }
    },
    open: async () => {
      const isInside = current().transaction !== undefined
      if (!isInside) await ask('begin')
      const end = async (step: 'commit' | 'rollback'): Promise<void> => {
        if (!isInside) await ask(step)
      }
      return { commit: () => end('commit'), rollback: () => end('rollback'), get: () => trx }
    },
  }
}
