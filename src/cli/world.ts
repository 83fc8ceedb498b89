/** What every command says of what it is pointed at, and of how it asks. */
import type { ApiRequest } from '../reference/api.ts'
import { PROFILES } from '../reference/strapi/profile.ts'

export const PROFILE_HELP = `${Object.keys(PROFILES).join(', ')}, another release or database such as strapi-5.23.2-mariadb, or one with switches: documented,+ne-array-or; auto, the default for a project and an export, is what the project runs`

export const SOURCE_HELP =
  'a Strapi project, what `strapi export` wrote, a dataset folder, or the URL of a running server'

export const ROLE_HELP = 'only what this role may find; everything, where it is left out'

/** A request as somebody with a token makes it. */
export const withToken = (request: ApiRequest, token: string | undefined): ApiRequest =>
  token === undefined
    ? request
    : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
