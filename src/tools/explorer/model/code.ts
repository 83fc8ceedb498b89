/**
 * Finds the inputs of the query form that have no effect because the project's own code decides, and describes what
 * this code changed.
 */
import type { CodeExplained, Explanation, Place } from '../../../explain/explanation.ts'
import type { CodePlace } from '../../../reference/code-effect.ts'
import { type Address, addressNames } from './change.ts'

/** Formats a place in the project's code, such as `src/api/article/middlewares/populate.ts:53`. */
export const placeText = ({ file, line }: CodePlace): string => (line > 0 ? `${file}:${line}` : file)

/** A line of the panel about the project's own code: the effect of the code, and its file and line. */
export interface CodeLine {
  readonly what: string
  readonly where: string
}

/**
 * Returns at most `most` lines about the project's own code, and the number of further lines. A change is printed as
 * one line for each place in the code that caused it.
 */
export function codeLines(
  { changes, answeredBy }: CodeExplained,
  most: number,
): { readonly lines: readonly CodeLine[]; readonly more: number } {
  const lines = new Map<string, CodeLine>()
  if (answeredBy !== null)
    lines.set('', { what: 'answers this request without the content API', where: placeText(answeredBy) })
  for (const change of changes) {
    const names = change.path.filter((name) => !/^\d{1,9}$/.test(name))
    const what = `${[change.part, ...names].join('.')} ${change.kind}`
    const where = placeText(change)
    lines.set(`${what} ${where}`, { what, where })
  }
  const all = [...lines.values()]
  return { lines: all.slice(0, most), more: Math.max(0, all.length - most) }
}

/**
 * A check box of the query form that has no effect, because the project's own code decides whether the answer
 * contains the attribute.
 */
export interface DecidedBox {
  /** Whether the answer contains the attribute of the check box. */
  readonly isThere: boolean
  /** The reason why the box has no effect, shown as its tooltip. */
  readonly why: string
}

/** Returns the reason why a check box has no effect; null for a check box that has an effect. */
export type DecidedBoxes = (
  name: string,
  isAsked: boolean,
  parameter: 'fields' | 'populate',
) => DecidedBox | null

const NONE: DecidedBoxes = () => null

/**
 * Finds the check boxes of a level that have no effect because of the project's own code. The parameter `model` is the
 * uid of the level's type; the explanation must belong to the current request.
 */
export function decidedBoxes(explanation: Explanation | null, address: Address, model: string): DecidedBoxes {
  const code = explanation?.code
  if (explanation === null || code === undefined) return NONE
  const at = ['data', ...addressNames(address)].join('.')
  const place = explanation.places.find((one) => one.at === at && one.model === model)
  if (place === undefined) return NONE
  return (name, isAsked, parameter) => decidedBox(name, isAsked, place, setterIn(code, at, parameter))
}

/**
 * Returns the place in the project's own code that set a query parameter. Below the root of the query, every
 * parameter is part of `populate`.
 */
function setterIn({ parameters }: CodeExplained, at: string, parameter: string): CodePlace | undefined {
  const name = at === 'data' ? parameter : 'populate'
  return parameters.find((one) => one.name === name || one.name === '')?.setBy
}

function decidedBox(
  name: string,
  isAsked: boolean,
  { shown, absent }: Place,
  setter: CodePlace | undefined,
): DecidedBox | null {
  const missing = absent.find(({ attribute }) => attribute === name)
  const by = missing?.decidedBy ?? (missing?.reason === 'code' ? missing.setBy : undefined)
  if (by !== undefined) return { isThere: false, why: `The project's code sets this: ${placeText(by)}` }
  if (setter === undefined) return null
  const isThere = shown.includes(name)
  const isOverridden = missing?.reason === 'not-populated' || missing?.reason === 'fields'
  if (isThere === isAsked || (!isThere && !isOverridden)) return null
  return { isThere, why: `Set by ${placeText(setter)}` }
}
