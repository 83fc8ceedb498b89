/** The parts of the query form that a project's own code decides, and the text of its changes. */
import type { CodeExplained, Explanation, Place } from '../../../explain/explanation.ts'
import type { CodePlace } from '../../../reference/code-effect.ts'
import { type Address, addressNames } from './change.ts'

/** `src/api/article/middlewares/populate.ts:53` */
export const placeText = ({ file, line }: CodePlace): string => (line > 0 ? `${file}:${line}` : file)

/** A line of the panel: what the code did, and where. */
export interface CodeLine {
  readonly what: string
  readonly where: string
}

/** The lines of the panel, at most `most`. Every change stands once for each place in the code. */
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

/** A check box that has no effect, because the code decides. */
export interface DecidedBox {
  /** Whether the answer has the attribute. */
  readonly isThere: boolean
  /** The reason, for the title of the box. */
  readonly why: string
}

/** Returns for each check box of a level whether the code decides it; null for a box that works. */
export type DecidedBoxes = (
  name: string,
  isAsked: boolean,
  parameter: 'fields' | 'populate',
) => DecidedBox | null

const NONE: DecidedBoxes = () => null

/**
 * Finds the boxes of a level that the code decides. `model` is the uid of the level; the explanation has to be that of
 * the present request.
 */
export function decidedBoxes(explanation: Explanation | null, address: Address, model: string): DecidedBoxes {
  const code = explanation?.code
  if (explanation === null || code === undefined) return NONE
  const at = ['data', ...addressNames(address)].join('.')
  const place = explanation.places.find((one) => one.at === at && one.model === model)
  if (place === undefined) return NONE
  return (name, isAsked, parameter) => decidedBox(name, isAsked, place, setterIn(code, at, parameter))
}

/** The code that set the parameter of a level: below the root all stands in `populate`. */
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
