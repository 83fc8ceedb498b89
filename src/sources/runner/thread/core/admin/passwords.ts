/** Implements the services `admin::auth` and `admin::token`, which hash passwords and make random tokens. */
import { randomBytes } from 'node:crypto'
import bcrypt from 'bcryptjs'

const ROUNDS = 10

export const hashed = async (password: unknown): Promise<string> => bcrypt.hash(String(password), ROUNDS)

export const adminAuthService = (): object => ({
  hashPassword: hashed,
  validatePassword: async (password: unknown, hash: unknown) =>
    bcrypt.compare(String(password), String(hash)),
})

export const adminTokenService = (): object => ({
  createToken: () => randomBytes(20).toString('hex'),
  checkSecretIsDefined: (): undefined => undefined,
})
