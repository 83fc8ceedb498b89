/**
 * The functions that print to the terminal. No other file of the command line prints. The output never contains a
 * character that controls the terminal, hides text or reorders text.
 */
import pc from 'picocolors'
import { parseJson } from '../util/json.ts'
import { type Printable, printableLines } from '../util/printable.ts'

/**
 * Prints one or more lines to the standard error stream. GitHub Actions executes a printed line that begins with
 * `::` as a command. Therefore, the functions put a blank before a line that begins with `::`.
 */
export const printError = (text: Printable): void =>
  void process.stderr.write(`${text}\n`.replaceAll(/^::/gm, ' ::'))

/** Prints text to the standard output. Returns whether the stream accepts more text without buffering. */
export const print = (text: string): boolean => process.stdout.write(shown(text))

/** Prints a value as JSON. */
export const printJson = (value: unknown): boolean => print(`${JSON.stringify(value, undefined, 2)}\n`)

/** Prints the body of an answer. If the body is not JSON, the function escapes it only for output to a terminal. */
export function printBody(body: string): void {
  const text = `${body}\n`
  if (process.stdout.isTTY || parseJson(body) !== undefined) print(text)
  else process.stdout.write(text)
}

const START = '\u001b['

/** Escapes control characters, but not this program's own colour codes. */
function shown(text: string): string {
  if (!pc.isColorSupported || !text.includes(START)) return printableLines(text)
  const [first = '', ...others] = text.split(START)
  const coloured = others.map((part) => {
    const [code] = /^\d{1,2}m/.exec(part) ?? []
    return code === undefined
      ? printableLines(START + part)
      : `${START}${code}${printableLines(part.slice(code.length))}`
  })
  return printableLines(first) + coloured.join('')
}
