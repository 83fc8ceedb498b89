/** Finds the line on which a function of the project begins. */
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'

/**
 * Returns the number of the line on which a function begins in a file, counted from 1. If the function comes from
 * another file, such as a factory of Strapi, returns the line of the file's export.
 */
export function lineOf(run: unknown, folder: string, file: string): number {
  if (typeof run !== 'function') return 1
  const lines = linesOf(join(folder, file))
  const line = lineByInspector(run)
  return line !== undefined && isIn(run, lines[line - 1]) ? line : exportLine(lines)
}

/**
 * Returns the number of the line that contains the path of a route, counted from 1. If no line contains the path, as
 * in a file that calls `createCoreRouter`, returns the line of the file's export.
 */
export function routeLine(folder: string, file: string, path: string): number {
  const lines = linesOf(join(folder, file))
  const at = lines.findIndex((line) => QUOTES.some((quote) => line.includes(`${quote}${path}${quote}`)))
  return at < 0 ? exportLine(lines) : at + 1
}

const QUOTES = ["'", '"', '`']

/** The name of the global variable that contains the function during the search for the line. */
const HOLDER = '__populaceFunction'

/** Returns the line on which a function begins, according to the inspector of V8. */
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
    // Ignores the error, because the inspector throws an error only in a build of Node without an inspector.
  } finally {
    Reflect.deleteProperty(globalThis, HOLDER)
    session.disconnect()
  }
  return line
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

/**
 * Returns whether a function may begin on a line with the given text. If the function comes from another file, the
 * line does not contain the beginning of the function.
 */
function isIn(run: object, text = ''): boolean {
  const [word = ''] = String(run).split(/[\s(=]/, 1)
  return word === '' ? text.includes('(') : text.includes(word)
}

const EXPORTS = ['export default', 'module.exports', 'exports.default', 'export ', 'exports.']

/**
 * Returns the number of the line with the most general export in a file, such as `export default`; 1 if the file has
 * no export.
 */
function exportLine(lines: readonly string[]): number {
  const found = EXPORTS.map((words) => lines.findIndex((line) => line.trimStart().startsWith(words)))
  return (found.find((at) => at >= 0) ?? 0) + 1
}
