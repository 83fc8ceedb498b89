/**
 * Makes the controller actions of the plugin users-permissions. Usually, each action of users-permissions is a
 * single call to the server. An action that writes a user runs in two steps if code of the project runs during
 * this write. In the first step, the server validates the request in a dry run. In the second step, the service writes
 * the user.
 */
import { askCore, type CoreAction, isDecomposed, isStock, stock, WRITES } from '../core-call.ts'
import { at, type Bag, bagOf, call, memberOf } from '../reach.ts'
import { modelOf, queryOf } from '../strapi.ts'
import { errors } from '../utils/errors.ts'
import { type Action, controllersOf, pluginAction, type RoutedPlugin, setBody } from './controllers.ts'
import { USER } from './user.ts'

/**
 * A function that writes the user after a successful dry run. The parameter `tried` is the body of the answer to the
 * dry run.
 */
type Write = (strapi: object, context: unknown, tried: unknown) => Promise<unknown>

interface UserWrite {
  /** The method of the service `user` that the action calls. */
  readonly method: 'add' | 'edit' | 'remove'
  /**
   * The action of content types that has the same effect as the action of users-permissions. If code of the project
   * runs inside the action of content types, the action of users-permissions runs in two steps.
   */
  readonly name: 'create' | 'update' | 'delete'
  readonly run: Write
}

const service = (strapi: object, name: string): unknown =>
  call(call(strapi, 'plugin', 'users-permissions'), 'service', name)

const shown = async (strapi: object, context: unknown, user: unknown): Promise<unknown> => {
  const auth = at(context, 'state', 'auth')
  return call(at(strapi, 'contentAPI', 'sanitize'), 'output', user, modelOf(strapi, USER), { auth })
}

const bodyOf = (context: unknown): Bag => bagOf(at(context, 'request', 'body'))

const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

/** Returns the id of the role for new users. */
async function defaultRole(strapi: object): Promise<unknown> {
  const store = call(strapi, 'store', { type: 'plugin', name: 'users-permissions', key: 'advanced' })
  const type = at(await call(store, 'get'), 'default_role') ?? 'authenticated'
  const role = await call(queryOf(strapi, 'plugin::users-permissions.role'), 'findOne', { where: { type } })
  return at(role, 'id')
}

const withToken = async (strapi: object, context: unknown, user: unknown): Promise<object> => ({
  jwt: call(service(strapi, 'jwt'), 'issue', { id: at(user, 'id') }),
  user: await shown(strapi, context, user),
})

const register: Write = async (strapi, context, tried) => {
  const given = bodyOf(context)
  const isConfirmed = memberOf(tried, 'jwt') !== undefined
  const user = await call(service(strapi, 'user'), 'add', {
    ...given,
    provider: 'local',
    role: await defaultRole(strapi),
    email: lower(given['email']),
    confirmed: isConfirmed,
  })
  if (isConfirmed) return withToken(strapi, context, user)
  await call(service(strapi, 'user'), 'sendConfirmationEmail', user)
  return { user: await shown(strapi, context, user) }
}

const create: Write = async (strapi, context) => {
  const given = bodyOf(context)
  const role = given['role'] || (await defaultRole(strapi))
  const data = { ...given, email: lower(given['email']), provider: 'local', role }
  try {
    const body = await shown(strapi, context, await call(service(strapi, 'user'), 'add', data))
    Reflect.set(Object(context), 'status', 201)
    return body
  } catch (error) {
    throw new errors.ApplicationError(String(memberOf(error, 'message')))
  }
}

const idOf = (context: unknown): unknown => at(context, 'params', 'id')

const update: Write = async (strapi, context) => {
  const given = bodyOf(context)
  const data = given['email'] === undefined ? given : { ...given, email: lower(given['email']) }
  const id = Number(idOf(context))
  return shown(strapi, context, await call(service(strapi, 'user'), 'edit', id, { ...data }))
}

const destroy: Write = async (strapi, context) =>
  shown(strapi, context, await call(service(strapi, 'user'), 'remove', { id: idOf(context) }))

const changePassword: Write = async (strapi, context) => {
  const id = at(context, 'state', 'user', 'id')
  const { password } = bodyOf(context)
  return withToken(strapi, context, await call(service(strapi, 'user'), 'edit', id, { password }))
}

const USER_WRITES: Readonly<Record<string, UserWrite>> = {
  'auth.register': { method: 'add', name: 'create', run: register },
  'auth.changePassword': { method: 'edit', name: 'update', run: changePassword },
  'user.create': { method: 'add', name: 'create', run: create },
  'user.update': { method: 'edit', name: 'update', run: update },
  'user.destroy': { method: 'remove', name: 'delete', run: destroy },
}

/** Returns the controllers of the plugin users-permissions, by controller name. */
export function userActions(strapi: object, plugin: RoutedPlugin): Record<string, Record<string, Action>> {
  const controllers = controllersOf(strapi, plugin)
  for (const [handler, write] of Object.entries(USER_WRITES)) {
    const [controller = '', name = ''] = handler.split('.')
    const actions = controllers[controller]
    const whole = actions?.[name]
    if (actions === undefined || whole === undefined) continue
    const run: Action = async (context) => {
      if (!takesPart(strapi, write)) return whole(context)
      const asked: CoreAction = pluginAction(strapi, plugin, { controller, name, context })
      setBody(context, await write.run(strapi, context, await askCore(context, { ...asked, dryRun: true })))
    }
    Object.defineProperty(run, WRITES, { value: () => takesPart(strapi, write) })
    actions[name] = stock(run)
  }
  return controllers
}

/**
 * Returns whether code of the project runs when an action writes a user. The project's code may be a lifecycle hook,
 * a document middleware, or a replaced method of the service `user`.
 */
const takesPart = (strapi: object, { name, method }: UserWrite): boolean =>
  isDecomposed(strapi, USER, name) || !isStock(memberOf(service(strapi, 'user'), method))
