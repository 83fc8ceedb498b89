/** The keys that sign and verify the JSON Web Tokens of users. */
import { createHmac } from 'node:crypto'

/**
 * Returns the key with which the mock signs the JWTs of users. The key differs from the project's secret, so that a
 * real server refuses the JWTs of the mock.
 */
export const ownKey = (secret: string): Buffer =>
  createHmac('sha256', secret).update('populace: tokens of users').digest()

/**
 * Returns the keys that verify the JWTs of users. The accepted keys are the key derived from `own`, the project's
 * secret (the key of a real server), and `own` itself. From the secret `own`, the mock derives the
 * key that signs its JWTs.
 */
export const acceptedKeys = (secret: string, own = secret): readonly (string | Buffer)[] => [
  ownKey(own),
  secret,
  ...(own === secret ? [] : [own]),
]
