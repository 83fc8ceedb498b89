/**
 * Returns the text in the member `code` of an object, such as `ENOENT` in an error of Node.js; undefined for any
 * other value. Test runners such as Jest run code in a separate V8 context, where `instanceof Error` is false for
 * errors of Node.js.
 */
export const errorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
