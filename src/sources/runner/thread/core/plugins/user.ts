/** The `user` service of users-permissions. */
import bcrypt from 'bcryptjs'
import { stock } from '../core-call.ts'
import { at, type Bag, bagOf, call, listOf, memberOf } from '../reach.ts'
import { attributesOf, documentsOf, modelOf, queryOf } from '../strapi.ts'

export const USER = 'plugin::users-permissions.user'
const ROUNDS = 10

/** Replaces each password in the values of a user by its bcrypt hash. */
async function ensureHashedPasswords(strapi: object, values: Bag): Promise<Bag> {
  const attributes = attributesOf(modelOf(strapi, USER))
  for (const [name, value] of Object.entries(values)) {
    const attribute = attributes[name]
    if (attribute?.['type'] !== 'password') continue
    const rounds = Number(at(attribute, 'encryption', 'rounds') ?? ROUNDS)
    values[name] = await bcrypt.hash(String(value), rounds)
  }
  return values
}

/**
 * Returns the methods of the service `user` that read and count users. The methods that read and count users take
 * the query parameters of the content API.
 */
function reads(strapi: object): object {
  const entities = (method: string, ...given: readonly unknown[]): unknown =>
    call(memberOf(strapi, 'entityService'), method, USER, ...given)
  return {
    count: async (params: unknown = {}) => entities('count', params),
    fetchAll: async (params: unknown = {}) => entities('findMany', params),
    async fetch(id: unknown, params: unknown = {}) {
      const given = bagOf(params)
      const filters = { $and: [{ id }, given['filters'] ?? {}] }
      return listOf(await entities('findMany', { ...given, filters, start: 0, limit: 1 }))[0] ?? null
    },
    fetchAuthenticatedUser: async (id: unknown) =>
      call(queryOf(strapi, USER), 'findOne', { where: { id }, populate: ['role'] }),
  }
}

export const userService = ({ strapi }: { readonly strapi: object }): object => ({
  ...reads(strapi),
  ensureHashedPasswords: (values: unknown) => ensureHashedPasswords(strapi, bagOf(values)),
  hashPassword: async (user: unknown = {}) => {
    const password = at(user, 'password')
    return password ? bcrypt.hash(String(password), ROUNDS) : null
  },
  validatePassword: async (password: unknown, hash: unknown) =>
    bcrypt.compare(String(password), String(hash)),
  add: stock(async (values: unknown) =>
    call(documentsOf(strapi, USER), 'create', { data: values, populate: ['role'] }),
  ),
  edit: stock(async (id: unknown, params: unknown = {}) => {
    const entry = await call(queryOf(strapi, USER), 'findOne', { where: { id }, select: ['documentId'] })
    const documentId = at(entry, 'documentId')
    if (documentId === undefined) return null
    return call(documentsOf(strapi, USER), 'update', { documentId, data: params, populate: ['role'] })
  }),
  remove: stock(async (params: unknown) => call(queryOf(strapi, USER), 'delete', { where: params })),
  async sendConfirmationEmail(user: unknown) {
    const email = call(call(strapi, 'plugin', 'email'), 'service', 'email')
    return call(email, 'send', { to: at(user, 'email'), subject: 'Account confirmation', text: '' })
  },
})
