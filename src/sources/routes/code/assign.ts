/** `a = …`, `a.b ??= …`, `delete a.b`: of names of the function, of what data holds, and of the parameters. */
import { child, type Syntax, textOf as written } from '../../code/syntax.ts'
import { contextPath } from './context.ts'
import { keyOf, memberOf } from './member.ts'
import { NotRead, Thrown } from './not-read.ts'
import { binary } from './operators.ts'
import { type Datum, isMap } from './run.ts'
import { type At, type Expression, type KnownNames, namesWith, roleOf } from './scope.ts'

/** A place that holds a value, found once for reading and writing. */
interface Reference {
  readonly get: () => Datum
  readonly set: (value: Datum) => void
}

export function assignment(node: Syntax, known: KnownNames, depth: number): Expression {
  const place = placeOf(child(node, 'left'), known, depth)
  const right = known.make.expression(child(node, 'right'), known, depth + 1)
  const operator = written(node, 'operator')
  const combined = combination(operator, right, node)
  return (at) => {
    const { get, set } = place(at)
    const isKept = KEPT[operator]?.(operator === '=' ? undefined : get()) ?? false
    if (isKept) return get()
    const value = combined(get, at)
    set(value)
    return value
  }
}

/** Where what is there stays, and the right side is not looked at. */
const KEPT: Readonly<Record<string, (value: Datum) => boolean>> = {
  '??=': (value) => value !== undefined && value !== null,
  '||=': Boolean,
  '&&=': (value) => !value,
}

function combination(operator: string, right: Expression, node: Syntax): (get: () => Datum, at: At) => Datum {
  if (operator === '=' || Object.hasOwn(KEPT, operator)) return (_get, at) => right(at)
  const plain = operator.slice(0, -1)
  return (get, at) => binary(plain, get, right, node)(at)
}

function placeOf(target: Syntax | undefined, known: KnownNames, depth: number): (at: At) => Reference {
  switch (target?.type) {
    case 'Identifier':
      return local(target, known)
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return placeOf(child(target, 'expression'), known, depth + 1)
    case 'MemberExpression':
      return parameters(target, known) ?? member(target, known, depth)
    default:
      throw new NotRead('what it is assigned to has to be run', target?.line ?? 0)
  }
}

function local(target: Syntax, known: KnownNames): (at: At) => Reference {
  const name = written(target, 'name')
  if (roleOf(name, known) !== 'local')
    throw new NotRead(`\`${name}\` outside the function is set`, target.line)
  return (at) => ({
    get: () => namesWith(name, at.names)?.values.get(name),
    set: (value) => void namesWith(name, at.names)?.values.set(name, value),
  })
}

/** `ctx.query` as a whole. */
function parameters(target: Syntax, known: KnownNames): ((at: At) => Reference) | undefined {
  const path = contextPath(target, known)
  if (path === undefined) return undefined
  if (path === 'query')
    return ({ run }) => ({
      get: () => run.query,
      set: (value) => {
        run.query = value
      },
    })
  throw new NotRead(`\`ctx.${path}\` is set`, target.line)
}

function member(target: Syntax, known: KnownNames, depth: number): (at: At) => Reference {
  const inner = contextPath(child(target, 'object'), known)
  if (inner !== undefined && inner !== 'query') throw new NotRead(`\`ctx.${inner}\` is changed`, target.line)
  const owner = known.make.expression(child(target, 'object'), known, depth + 1)
  const key = keyOf(target, known, depth, 'property')
  return (at) => {
    const holder = owner(at)
    const name = key(at)
    if (holder === undefined || holder === null) throw new Thrown(`Cannot set properties of ${holder}`)
    return { get: () => memberOf(holder, name), set: (value) => setMember(holder, name, value) }
  }
}

const MAX_ITEMS = 100_000

function setMember(holder: Datum, name: string, value: Datum): void {
  if (isMap(holder)) holder[name] = value
  if (!Array.isArray(holder)) return
  const at = Number(name)
  if (!Number.isInteger(at) || at < 0 || at > MAX_ITEMS) throw new Thrown('a list has no such place')
  while (holder.length < at) holder.push(undefined)
  holder[at] = value
}

/** `delete a.b` */
export function deletion(node: Syntax, known: KnownNames, depth: number): Expression {
  const target = child(node, 'argument')
  if (target?.type !== 'MemberExpression') throw new NotRead('`delete` has to be run', node.line)
  if (contextPath(target, known) !== undefined) throw new NotRead('`delete` has to be run', node.line)
  const owner = known.make.expression(child(target, 'object'), known, depth + 1)
  const key = keyOf(target, known, depth, 'property')
  return (at) => {
    const holder = owner(at)
    if (holder === undefined || holder === null)
      throw new Thrown('Cannot convert undefined or null to object')
    if (isMap(holder)) delete holder[key(at)]
    return true
  }
}
