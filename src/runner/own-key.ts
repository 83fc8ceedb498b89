/** The keys that sign and check the JSON Web Tokens of users. */
import { createHmac } from 'node:crypto'

/**
 * The key of this server's own tokens. It differs from the secret, so that a real server with the same secret refuses
 * them.
 */
export const ownKey = (secret: string): Buffer =>
  createHmac('sha256', secret).update('populace: tokens of users').digest()

/**
 * The keys of accepted tokens: this server's own first, then those of the real server and of programs. `own` is a secret
 * of this server besides the project's.
 */
export const acceptedKeys = (secret: string, own = secret): readonly (string | Buffer)[] => [
  ownKey(own),
  secret,
  ...(own === secret ? [] : [own]),
]
