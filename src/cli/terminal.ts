/** Prints to the standard error stream. Its type admits only text that cannot control a terminal. */
import type { Printable } from '../util/printable.ts'

/** Prints one or more lines. */
export const printError = (text: Printable): void => void process.stderr.write(`${text}\n`)
