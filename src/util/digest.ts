/** SHA-256 of a text: by Node where there is one, which has it at hand, and the same anywhere else. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Asked for, not imported: a page has no such module, and no such function either. */
const hash = globalThis.process?.getBuiltinModule?.('node:crypto').hash

/** 64 hexadecimal digits. */
export const digest = (text: string): string =>
  hash === undefined ? bytesToHex(sha256(utf8ToBytes(text))) : hash('sha256', text)
