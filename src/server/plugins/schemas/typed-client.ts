/**
 * The endpoints of the plugin `strapi-typed-client`, which return schemas for its code generator. The endpoints need no
 * permission, as on a server in development, and omit private attributes.
 */
import { createHash } from 'node:crypto'
import type { Graph } from '../../../reference/graph/graph.ts'
import { isObject, type Json, type JsonObject } from '../../../util/json.ts'
import { splitTarget } from '../../../util/url/target.ts'
import type { Layer } from '../../layer.ts'
import type { ServedWorld } from '../../world.ts'
import { corsHeaders, success, written } from '../answer.ts'
import { typedSchemas } from './typed-schema.ts'

const PLUGIN = '/strapi-typed-client/'
const OWN = /\/strapi-typed-client\//i
const PATHS = ['schema', 'schema-hash', 'schema-watch'] as const

/**
 * Answers the endpoints of the plugin `strapi-typed-client`. The parameter `now` is the clock for the time in each
 * answer, in milliseconds.
 */
export function typedClientLayer(world: Pick<ServedWorld, 'graph'>, now: () => number): Layer {
  let known: KnownSchemas | undefined
  return (request) => {
    const { method = 'GET', url, headers = {} } = request
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const { graph } = world
    const asked = askedOf(splitTarget(url).path, graph.settings.prefix)
    if (asked === undefined) return undefined
    // Caches the schemas of the current graph, so that repeated requests are fast.
    known = known?.graph === graph ? known : knownOf(graph)
    const { schema, hash } = known
    const mark = { hash, generatedAt: new Date(now()).toISOString() }
    if (asked === 'schema-hash') return written(success(mark), request)
    if (asked === 'schema') {
      const body = { schema, endpoints: [], pluginEndpoints: PLUGIN_ENDPOINTS, extraTypes: [], ...mark }
      return written(success(body), request)
    }
    // The event stream ends at once. The client reconnects after a second and then sees any change.
    const event = `retry: 1000\nevent: connected\ndata: ${JSON.stringify(mark)}\n\n`
    return {
      status: 200,
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache',
        ...corsHeaders(headers['origin']),
      },
      body: method === 'HEAD' ? '' : event,
    }
  }
}

interface KnownSchemas {
  readonly graph: Graph
  readonly schema: JsonObject
  readonly hash: string
}

function knownOf(graph: Graph): KnownSchemas {
  const schema = { ...typedSchemas(graph) }
  return { graph, schema, hash: hashOf({ schema, endpoints: PLUGIN_ENDPOINTS, extraTypes: [] }) }
}

/**
 * Finds the endpoint of a path. The search ignores letter case and a trailing slash of the path, as the server does
 * for every path.
 */
function askedOf(path: string, prefix: string): (typeof PATHS)[number] | undefined {
  if (!OWN.test(path)) return undefined
  const [given, place] = [path.toLowerCase(), `${prefix}${PLUGIN}`.toLowerCase()]
  return PATHS.find((one) => given === `${place}${one}` || given === `${place}${one}/`)
}

/** Returns the SHA-256 hash of the schemas. The keys of the schemas are sorted before hashing. */
function hashOf(value: JsonObject): string {
  const sorted = (_name: string, one: Json): Json =>
    isObject(one)
      ? Object.fromEntries(Object.entries(one).sort(([name], [other]) => (name < other ? -1 : 1)))
      : one
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest('hex')
}

/**
 * The endpoints of the users-permissions plugin. Endpoints of users and logins have no path prefix; endpoints of roles
 * and of permissions have the prefix of the plugin.
 */
const PLUGIN_ENDPOINTS: readonly JsonObject[] = [
  ...endpoints(true, [
    'GET /connect/(.*) auth.connect',
    'POST /auth/local auth.callback',
    'POST /auth/local/register auth.register',
    'GET /auth/:provider/callback auth.callback',
    'POST /auth/forgot-password auth.forgotPassword',
    'POST /auth/reset-password auth.resetPassword',
    'GET /auth/email-confirmation auth.emailConfirmation',
    'POST /auth/send-email-confirmation auth.sendEmailConfirmation',
    'POST /auth/change-password auth.changePassword',
    'POST /auth/refresh auth.refresh',
    'POST /auth/logout auth.logout',
    'GET /auth/sessions auth.getSessions',
    'DELETE /auth/sessions/:sessionId auth.revokeSession',
    'GET /users/count user.count',
    'GET /users user.find',
    'GET /users/me user.me',
    'GET /users/:id user.findOne',
    'POST /users user.create',
    'PUT /users/:id user.update',
    'DELETE /users/:id user.destroy',
  ]),
  ...endpoints(false, [
    'GET /roles/:id role.findOne',
    'GET /roles role.find',
    'POST /roles role.createRole',
    'PUT /roles/:role role.updateRole',
    'DELETE /roles/:role role.deleteRole',
    'GET /permissions permissions.getPermissions',
  ]),
]

function endpoints(isBare: boolean, lines: readonly string[]): readonly JsonObject[] {
  const pluginName = 'users-permissions'
  return lines.map((line) => {
    const [method = '', path = '', handled = ''] = line.split(' ')
    const [controller = '', action = ''] = handled.split('.')
    const handler = `plugin::${pluginName}.${handled}`
    return { method, path, handler, controller, action, pluginName, ...(isBare ? { prefix: '' } : {}) }
  })
}
