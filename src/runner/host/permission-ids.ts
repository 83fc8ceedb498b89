/** Ids for lists of permissions: a role has hundreds, and every request has a role. */
import type { ToThread } from '../protocol.ts'

type News = Extract<ToThread, { kind: 'permissions' }>

const MAX_LISTS = 100

/** The lists that one thread knows. */
export class PermissionIds {
  readonly #ids = new Map<readonly string[], number>()
  #lastId = 0

  /** The id of a list, and the message that has to precede the first request with it. */
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
