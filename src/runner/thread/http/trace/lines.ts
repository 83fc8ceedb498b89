/** The line at which a function of the project begins. */
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'

/** The line from 1; 1 if it cannot be found. */
export function lineOf(run: unknown, folder: string, file: string): number {
  if (typeof run !== 'function') return 1
  const line = lineByInspector(run)
  return line !== undefined && isIn(run, line, join(folder, file)) ? line : 1
}

/** A name of the global object that exists only during a call. */
const HOLDER = '__populaceFunction'

/** The line of the definition in its script, as V8 knows it. */
function lineByInspector(run: unknown): number | undefined {
  const session = new Session()
  let line: number | undefined
  try {
    session.connect()
    Reflect.set(globalThis, HOLDER, run)
    session.post('Runtime.evaluate', { expression: `globalThis.${HOLDER}` }, (_error, evaluated) => {
      const objectId = evaluated?.result?.objectId
      if (objectId === undefined) return
      session.post('Runtime.getProperties', { objectId, ownProperties: true }, (_failure, found) => {
        const location = found?.internalProperties?.find(({ name }) => name === '[[FunctionLocation]]')
        const number: unknown = location?.value?.value?.lineNumber
        if (typeof number === 'number') line = number + 1
      })
    })
  } catch {
    // A build of Node without inspector.
  } finally {
    Reflect.deleteProperty(globalThis, HOLDER)
    session.disconnect()
  }
  return line
}

/** Whether a function may begin at a line: wrappers of the server itself do not. */
function isIn(run: object, line: number, path: string): boolean {
  try {
    const text = readFileSync(path, 'utf8').split('\n')[line - 1] ?? ''
    const [word = ''] = String(run).split(/[\s(=]/, 1)
    return word === '' ? text.includes('(') : text.includes(word)
  } catch {
    return false
  }
}
