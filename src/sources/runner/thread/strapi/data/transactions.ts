/**
 * Implements the transactions of `strapi.db.transaction`, and the transactions around writes of the document
 * service.
 */
import { current, runInTransaction, type Transaction } from '../../current.ts'
import { placeNow, placeText } from '../../guard/place.ts'
import type { Callable } from '../core-parts.ts'
import type { Loading } from '../loading.ts'
import { absentCalls } from '../unavailable.ts'

export interface Transactions {
  /**
   * The replacement for Knex's transaction object. A call of any member of the replaced transaction object throws an
   * error.
   */
  readonly trx: object
  /** Runs code in a transaction. If a transaction is already open, the code runs in the open transaction. */
  readonly run: <T>(code: (parts: Transaction) => Promise<T>) => Promise<T>
  /**
   * Implements a call of `strapi.db.transaction()` without a function. The project's code itself commits the
   * transaction or rolls the transaction back.
   */
  readonly open: () => Promise<Readonly<Record<'commit' | 'rollback' | 'get', Callable>>>
  /** Returns whether the currently running code is inside a transaction. */
  readonly isOpen: () => boolean
}

/**
 * Returns a function that makes the error messages for raw SQL and other calls of Knex that cannot run. The error
 * message contains the place of the call, because most code catches the error and answers with another error.
 */
export const noSql =
  (folder: string): NoSql =>
  (path, what = 'raw SQL cannot run on the data of a mock') =>
    `${what}: ${path} at ${placeText(placeNow(folder))}. Use strapi.documents or strapi.db.query instead`

/**
 * A function that makes an error message from the name of a call, such as `trx.raw`, and optionally the reason for
 * the refusal.
 */
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
