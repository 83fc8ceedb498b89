/**
 * Computes the SHA-256 of a text. In Node.js, the function uses `node:crypto`, which is faster than JavaScript code.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The function `hash` of `node:crypto`; undefined in a browser. The code looks up the module at run time, because an
 * import would fail in a browser.
 */
const hash = globalThis.process?.getBuiltinModule?.('node:crypto').hash

/** Returns the SHA-256 digest of a text as 64 hexadecimal digits. */
export const digest = (text: string): string =>
  hash === undefined ? bytesToHex(sha256(utf8ToBytes(text))) : hash('sha256', text)
