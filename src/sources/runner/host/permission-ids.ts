/**
 * Assigns ids to lists of permissions. A list of permissions can have hundreds of items. Therefore, the message with
 * a request contains only the id of the caller's list.
 */
import type { ToThread } from '../protocol.ts'

type News = Extract<ToThread, { kind: 'permissions' }>

const MAX_LISTS = 100

/** The lists of permissions that the server has sent to one thread, with their ids. */
export class PermissionIds {
  readonly #ids = new Map<readonly string[], number>()
  #lastId = 0

  /**
   * Returns the id of a list of permissions. The member `news` is a message with the list of permissions; undefined if
   * the thread already has the list. The server must send `news` before the first request with the id of the list.
   */
  of(permissions: readonly string[]): { readonly id: number; readonly news: News | undefined } {
    const known = this.#ids.get(permissions)
    if (known !== undefined) return { id: known, news: undefined }
    const forgets = this.#ids.size >= MAX_LISTS
    if (forgets) this.#ids.clear()
    const id = ++this.#lastId
    this.#ids.set(permissions, id)
    return { id, news: { kind: 'permissions', id, permissions, forgets } }
  }
}
