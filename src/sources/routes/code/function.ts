/** Functions of a file, as far as they are plain: what they are given, and what they answer. */
import { child, children, type Syntax } from '../../code/syntax.ts'
import type { FunctionSource } from '../../code/value.ts'
import { NotRead } from './not-read.ts'
import { declareNames, patternOf } from './pattern.ts'
import type { Callable } from './run.ts'
import { type At, type Expression, inside, type KnownNames, type Maker, type ScopeNames } from './scope.ts'

/** A function within another. @throws NotRead */
export function functionOf(node: Syntax, around: KnownNames): Expression {
  const ready = prepared(node, around)
  return ({ names }) => ready(names)
}

/** Functions of files that are ready, or being made so: one may call itself. */
const known = new WeakMap<FunctionSource, { call: Callable | null }>()

/** A function of the file around. @throws NotRead */
export function functionWritten(written: FunctionSource, make: Maker): Callable {
  const before = known.get(written)
  if (before !== undefined) return (args, run) => before.call?.(args, run)
  const entry: { call: Callable | null } = { call: null }
  known.set(written, entry)
  try {
    const call = prepared(written.node, { roles: new Map(), around: null, written, make })(null)
    entry.call = call
    return call
  } catch (error) {
    known.delete(written)
    throw error
  }
}

function prepared(node: Syntax, around: KnownNames): (names: ScopeNames | null) => Callable {
  if (node.get('async') === true) throw new NotRead('an async function has to be run', node.line)
  if (node.get('generator') === true) throw new NotRead('a generator has to be run', node.line)
  const inner = inside(around)
  const parameters = children(node, 'params')
  for (const parameter of parameters) declareNames(parameter, inner, 'local')
  const bind = parameters.map((parameter) => patternOf(parameter, inner))
  const answer = bodyOf(node, inner)
  return (names) => (args, run) =>
    run.called(() => {
      const at: At = { names: { values: new Map(), around: names }, run }
      for (const [place, put] of bind.entries()) put(args[place], at)
      return answer(at)
    })
}

/** What a function answers, once its parameters are bound. */
function bodyOf(node: Syntax, inner: KnownNames): Expression {
  const body = child(node, 'body')
  if (body?.type !== 'BlockStatement') return inner.make.expression(body, inner)
  const block = inner.make.block(body, inner)
  return (at) => {
    const end = block(at)
    return end?.kind === 'return' ? end.value : undefined
  }
}
