/** `/users`: who has an account, without an envelope. */
import type { Row } from '../../../reference/graph/graph.ts'
import { USER_UID } from '../../../reference/schema/schema.ts'
import { type PluginResponse, told, unauthorized } from '../answer.ts'
import type { Endpoint, EndpointRequest } from '../desk.ts'
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
export const userShown = ({ caller, desk }: EndpointRequest, user: Row): PluginResponse =>
  oneUser({ caller, desk, search: '' }, user.id)

/** One account as its read shows it. */
export const usersShown = (
  asked: Pick<EndpointRequest, 'caller' | 'desk' | 'search'>,
  id: number,
): PluginResponse => oneUser(asked, id)

const oneUser = (asked: Pick<EndpointRequest, 'caller' | 'desk' | 'search'>, id: number): PluginResponse =>
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
