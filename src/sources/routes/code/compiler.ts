/** All kinds of syntax together. */
import { compile } from './expression.ts'
import { functionOf, functionWritten } from './function.ts'
import type { Maker } from './scope.ts'
import { blockOf } from './statement.ts'

export const MAKER: Maker = {
  expression: compile,
  block: blockOf,
  inner: functionOf,
  written: functionWritten,
}
