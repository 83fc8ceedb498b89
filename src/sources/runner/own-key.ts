/** The keys that sign and verify the JSON Web Tokens of users. */
import { createHmac } from 'node:crypto'

/**
 * Returns the key that signs the tokens of this server. The key differs from the project's secret, so that a real
 * server refuses the tokens of this server.
 */
export const ownKey = (secret: string): Buffer =>
  createHmac('sha256', secret).update('populace: tokens of users').digest()

/**
 * Returns the keys that verify tokens. The keys are the key derived from `own`, the project's secret (which real
 * servers use), and `own` itself. The parameter `own` is the separate secret of this server.
 */
export const acceptedKeys = (secret: string, own = secret): readonly (string | Buffer)[] => [
  ownKey(own),
  secret,
  ...(own === secret ? [] : [own]),
]
