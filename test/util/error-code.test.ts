/** Tests the codes of errors of Node.js, also of errors from another context, as in Jest. */
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { errorCode } from '../../src/util/error-code.ts'

/** Runs an action that fails, and returns the code of its error. */
const codeOf = (action: () => unknown): string | undefined => {
  try {
    action()
  } catch (error) {
    return errorCode(error)
  }
  throw new Error('the action did not fail')
}

test('an error of the file system has its code in the main context and in another context', () => {
  expect(codeOf(() => readFileSync('/no such folder/no such file'))).toBe('ENOENT')
  const foreign: unknown = runInNewContext("Object.assign(new Error('gone'), { code: 'ENOENT' })")
  expect(foreign instanceof Error).toBe(false)
  expect(errorCode(foreign)).toBe('ENOENT')
})

test('other values have no code', () => {
  for (const value of [undefined, null, 'ENOENT', new Error('plain'), { code: 7 }])
    expect(errorCode(value)).toBeUndefined()
})
