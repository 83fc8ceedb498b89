/** Calls of what is known: functions of JavaScript, methods of texts and lists, and functions of the file. */
import { dotted } from '../../code/module.ts'
import { child, children, type Syntax } from '../../code/syntax.ts'
import { callable, callMethod, FUNCTIONS, isMethod } from './builtins.ts'
import { contextPath } from './context.ts'
import { keyOf } from './member.ts'
import { NotRead, Thrown } from './not-read.ts'
import type { Datum } from './run.ts'
import { type At, type Expression, type KnownNames, roleOf } from './scope.ts'

/** @throws NotRead */
export function call(node: Syntax, known: KnownNames, depth: number): Expression {
  const callee = child(node, 'callee')
  const path = dotted(callee)
  refuseUnread(path, callee, known, node)
  const args = argumentsOf(node, known, depth)
  const [first = ''] = path.split('.')
  const isOurs = roleOf(first, known) === undefined && known.written.lookUp(first)?.kind !== 'function'
  const builtin = isOurs || first !== path ? FUNCTIONS.get(path) : undefined
  if (builtin !== undefined && roleOf(first, known) === undefined) return (at) => builtin(args(at), at.run)
  if (callee?.type === 'MemberExpression') return method(callee, args, known, depth)
  const called = known.make.expression(callee, known, depth + 1)
  return (at) => callable(called(at))(args(at), at.run)
}

function refuseUnread(path: string, callee: Syntax | undefined, known: KnownNames, { line }: Syntax): void {
  const [first = ''] = path.split('.')
  const role = roleOf(first, known)
  if (role === 'next') throw new NotRead('`next()` stands within an expression', line)
  if (first === 'strapi' && role !== 'local') throw new NotRead(`it asks \`${path}()\``, line)
  const inContext = contextPath(callee, known)
  if (inContext !== undefined) throw new NotRead(`it calls \`ctx.${inContext}()\``, line)
  if (path === 'require') throw new NotRead('it requires a module as it runs', line)
}

function argumentsOf(node: Syntax, known: KnownNames, depth: number): (at: At) => readonly Datum[] {
  const args = children(node, 'arguments').map((arg) => {
    const isSpread = arg.type === 'SpreadElement'
    return {
      isSpread,
      value: known.make.expression(isSpread ? child(arg, 'argument') : arg, known, depth + 1),
    }
  })
  return (at) =>
    args.flatMap(({ isSpread, value }) => {
      const given = value(at)
      if (!isSpread) return [given]
      if (!Array.isArray(given)) throw new Thrown('Spread syntax requires an iterable')
      at.run.step(given.length)
      return given
    })
}

function method(
  callee: Syntax,
  args: (at: At) => readonly Datum[],
  known: KnownNames,
  depth: number,
): Expression {
  const owner = known.make.expression(child(callee, 'object'), known, depth + 1)
  const key = keyOf(callee, known, depth, 'property')
  const name = dotted(callee).split('.').at(-1) ?? ''
  const isOptional = callee.get('optional') === true
  const isKnown = callee.get('computed') === true || name === '' || isMethod(name)
  return (at) => {
    const value = owner(at)
    if (isOptional && (value === undefined || value === null)) return undefined
    if (!isKnown && typeof value !== 'object') throw new Thrown(`${name} is not a function`)
    return callMethod(value, key(at), args(at), at.run)
  }
}
