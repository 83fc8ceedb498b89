/** Lists the routes of Strapi's own plugins in the content API. */

export interface StockRoute {
  readonly method: string
  readonly path: string
  readonly handler: string
  readonly config?: { readonly prefix?: string; readonly middlewares?: readonly string[] }
}

const route = (line: string, config?: StockRoute['config']): StockRoute => {
  const [method = '', path = '', handler = ''] = line.split(' ')
  return config === undefined ? { method, path, handler } : { method, path, handler, config }
}

const atRoot = (line: string): StockRoute => route(line, { prefix: '' })
const limited = (line: string): StockRoute =>
  route(line, { middlewares: ['plugin::users-permissions.rateLimit'], prefix: '' })

export const USERS_PERMISSIONS_ROUTES: readonly StockRoute[] = [
  limited('GET /connect/(.*) auth.connect'),
  limited('POST /auth/local auth.callback'),
  limited('POST /auth/local/register auth.register'),
  atRoot('GET /auth/:provider/callback auth.callback'),
  limited('POST /auth/forgot-password auth.forgotPassword'),
  limited('POST /auth/reset-password auth.resetPassword'),
  atRoot('GET /auth/email-confirmation auth.emailConfirmation'),
  limited('POST /auth/send-email-confirmation auth.sendEmailConfirmation'),
  limited('POST /auth/change-password auth.changePassword'),
  atRoot('POST /auth/refresh auth.refresh'),
  atRoot('POST /auth/logout auth.logout'),
  atRoot('GET /auth/sessions auth.getSessions'),
  atRoot('DELETE /auth/sessions/:sessionId auth.revokeSession'),
  atRoot('GET /users/count user.count'),
  atRoot('GET /users user.find'),
  atRoot('GET /users/me user.me'),
  atRoot('GET /users/:id user.findOne'),
  atRoot('POST /users user.create'),
  atRoot('PUT /users/:id user.update'),
  atRoot('DELETE /users/:id user.destroy'),
  route('GET /roles/:id role.findOne'),
  route('GET /roles role.find'),
  route('POST /roles role.createRole'),
  route('PUT /roles/:role role.updateRole'),
  route('DELETE /roles/:role role.deleteRole'),
  route('GET /permissions permissions.getPermissions'),
]

export const UPLOAD_ROUTES: readonly StockRoute[] = [
  route('POST / content-api.upload'),
  route('GET /files content-api.find'),
  route('GET /files/page content-api.findPage'),
  route('GET /files/:id content-api.findOne'),
  route('DELETE /files/:id content-api.destroy'),
]

export const I18N_ROUTES: readonly StockRoute[] = [route('GET /locales locales.listLocales')]

export const EMAIL_ROUTES: readonly StockRoute[] = [route('POST / email.send')]
