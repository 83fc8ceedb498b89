/** The key that signs the JSON Web Tokens of users. */
import { createHmac } from 'node:crypto'

/** The key of this server's own tokens. It differs from the secret, so that the real server refuses them. */
export const ownKey = (secret: string): Buffer =>
  createHmac('sha256', secret).update('populace: tokens of users').digest()
