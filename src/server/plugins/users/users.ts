/**
 * Answers reads of user accounts, without the envelope `data`: `/users`, `/users/count`, `/users/ID` and `/users/me`.
 */
import type { Row } from '../../../reference/graph/graph.ts'
import { USER_UID } from '../../../reference/schema/schema.ts'
import { type PluginResponse, success, unauthorized } from '../answer.ts'
import type { Endpoint, EndpointRequest } from '../context.ts'
import { reading } from '../reading.ts'
import { rowIdIn } from './people.ts'

export const findUsers: Endpoint = (asked) =>
  reading(asked, USER_UID, {}, ({ result }) => success(result.kind === 'page' ? result.entries : []))

export const countUsers: Endpoint = (asked) =>
  reading(asked, USER_UID, {}, ({ result }) => success(result.kind === 'page' ? result.total : 0))

export const findUser: Endpoint = (asked) => oneUser(asked, rowIdIn(asked.params[0] ?? ''))

export const me: Endpoint = (asked) =>
  asked.caller.user === undefined ? unauthorized('Unauthorized') : oneUser(asked, asked.caller.user.id)

/** Answers with the visible attributes of a user, and ignores the query parameters of the request. */
export const userShown = ({ caller, context }: EndpointRequest, user: Row): PluginResponse =>
  oneUser({ caller, context, search: '' }, user.id)

/** Answers with one user account in the format of `GET /users/ID`. */
export const usersShown = (
  asked: Pick<EndpointRequest, 'caller' | 'context' | 'search'>,
  id: number,
): PluginResponse => oneUser(asked, id)

const oneUser = (asked: Pick<EndpointRequest, 'caller' | 'context' | 'search'>, id: number): PluginResponse =>
  reading(
    asked,
    USER_UID,
    { id },
    ({
      result: {
        entries: [entry],
      },
    }) => (entry === undefined ? { status: 204 } : success(entry)),
  )
