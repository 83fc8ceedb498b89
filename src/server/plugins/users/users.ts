/** `/users`: who has an account, without an envelope. */
import type { Row } from '../../../reference/graph/graph.ts'
import { USER_UID } from '../../../reference/schema/schema.ts'
import { type Told, told, unauthorized } from '../answer.ts'
import type { Asked, Endpoint } from '../desk.ts'
import { reading } from '../reading.ts'
import { rowIdIn } from './people.ts'

export const findUsers: Endpoint = (asked) =>
  reading(asked, USER_UID, {}, ({ result }) => told(result.kind === 'page' ? result.entries : []))

export const countUsers: Endpoint = (asked) =>
  reading(asked, USER_UID, {}, ({ result }) => told(result.kind === 'page' ? result.total : 0))

export const findUser: Endpoint = (asked) => oneUser(asked, rowIdIn(asked.params[0] ?? ''))

export const me: Endpoint = (asked) =>
  asked.caller.user === undefined ? unauthorized('Unauthorized') : oneUser(asked, asked.caller.user.id)

/** What the caller may see of a user, whatever the request says besides. */
export const userShown = ({ caller, desk }: Asked, user: Row): Told =>
  oneUser({ caller, desk, search: '' }, user.id)

/** One account as its read shows it. */
export const usersShown = (asked: Pick<Asked, 'caller' | 'desk' | 'search'>, id: number): Told =>
  oneUser(asked, id)

const oneUser = (asked: Pick<Asked, 'caller' | 'desk' | 'search'>, id: number): Told =>
  reading(
    asked,
    USER_UID,
    { id },
    ({
      result: {
        entries: [entry],
      },
    }) => (entry === undefined ? { status: 204 } : told(entry)),
  )
