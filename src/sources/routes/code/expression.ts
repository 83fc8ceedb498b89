/** Expressions of a middleware, made ready once; what is not understood is told before anything is asked. */

import { kindOf } from '../../code/expression.ts'
import { dotted } from '../../code/module.ts'
import { child, children, type Syntax, textOf as written } from '../../code/syntax.ts'
import { assignment, deletion } from './assign.ts'
import { textOf } from './builtins.ts'
import { call } from './call.ts'
import { constantOf } from './constant.ts'
import { contextMember } from './context.ts'
import { keyOf, memberOf } from './member.ts'
import { NotRead, Thrown } from './not-read.ts'
import { binary, unary } from './operators.ts'
import { type DatumMap, mapOf } from './run.ts'
import { type At, type Expression, type KnownNames, namesWith, roleOf } from './scope.ts'

/** Deeper expressions are nobody's middleware. */
const MAX_DEPTH = 100

/** What `a?.b` says of a chain that goes on. */
class Cut extends Error {}

/** @throws NotRead for what is not understood. */
export function compile(node: Syntax | undefined, known: KnownNames, depth = 0): Expression {
  if (node === undefined) return () => undefined
  if (depth > MAX_DEPTH) throw new NotRead('it is too deep', node.line)
  const ready = compiled(node, known, depth)
  return (at) => {
    at.run.step()
    return ready(at)
  }
}

function compiled(node: Syntax, known: KnownNames, depth: number): Expression {
  const part = (name: string): Expression => compile(child(node, name), known, depth + 1)
  switch (node.type) {
    case 'Literal':
      return literal(node)
    case 'TemplateLiteral':
      return template(node, known, depth)
    case 'Identifier':
      return identifier(node, known)
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'ParenthesizedExpression':
      return part('expression')
    case 'ChainExpression':
      return chain(part('expression'))
    case 'ArrayExpression':
      return list(node, known, depth)
    case 'ObjectExpression':
      return object(node, known, depth)
    case 'MemberExpression':
      return contextMember(node, known) ?? member(node, known, depth)
    case 'UnaryExpression':
      return written(node, 'operator') === 'delete'
        ? deletion(node, known, depth)
        : unary(written(node, 'operator'), part('argument'), node)
    case 'LogicalExpression':
      return logical(written(node, 'operator'), part('left'), part('right'))
    case 'BinaryExpression':
      return binary(written(node, 'operator'), part('left'), part('right'), node)
    case 'ConditionalExpression': {
      const [test, consequent, alternate] = [part('test'), part('consequent'), part('alternate')]
      return (at) => (test(at) ? consequent(at) : alternate(at))
    }
    case 'AssignmentExpression':
      return assignment(node, known, depth)
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return known.make.inner(node, known)
    case 'CallExpression':
      return call(node, known, depth)
    case 'AwaitExpression':
      throw new NotRead(`it waits for ${calledBy(child(node, 'argument'))}`, node.line)
    default:
      throw new NotRead(`${kindOf(node.type)} has to be run`, node.line)
  }
}

/** `strapi.documents().findMany()` for a chain of calls. */
function calledBy(node: Syntax | undefined): string {
  const parts: string[] = []
  let at = node
  for (; at?.type === 'CallExpression' || at?.type === 'MemberExpression'; ) {
    if (at.type === 'CallExpression') parts.unshift('()')
    else parts.unshift(`.${written(child(at, 'property') ?? at, 'name')}`)
    at = child(at, at.type === 'CallExpression' ? 'callee' : 'object')
  }
  const first = at?.type === 'Identifier' ? written(at, 'name') : ''
  return first === '' ? 'what has to be run' : `\`${first}${parts.join('')}\``
}

function literal(node: Syntax): Expression {
  const value = node.get('value')
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return () => value
  if (value === null && node.get('regex') === undefined) return () => null
  throw new NotRead('a pattern has to be run', node.line)
}

function template(node: Syntax, known: KnownNames, depth: number): Expression {
  const parts = children(node, 'expressions').map((part) => compile(part, known, depth + 1))
  const texts = children(node, 'quasis').map(cooked)
  return (at) =>
    texts.reduce<string>((text, quasi, place) => {
      const value = parts[place]
      const shown = value === undefined ? '' : textOf(value(at))
      at.run.step(text.length + shown.length)
      return `${text}${quasi}${shown}`
    }, '')
}

function cooked(quasi: Syntax): string {
  const value = quasi.get('value')
  const text = typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : ''
  return typeof text === 'string' ? text : ''
}

function identifier(node: Syntax, known: KnownNames): Expression {
  const name = written(node, 'name')
  const role = roleOf(name, known)
  if (role === 'local') return (at) => namesWith(name, at.names)?.values.get(name)
  if (role !== undefined) throw new NotRead(`\`${name}\` is handed on`, node.line)
  if (name === 'undefined') return () => undefined
  return constantOf(name, known, node)
}

function chain(inner: Expression): Expression {
  return (at) => {
    try {
      return inner(at)
    } catch (error) {
      if (error instanceof Cut) return undefined
      throw error
    }
  }
}

function list(node: Syntax, known: KnownNames, depth: number): Expression {
  const items = children(node, 'elements').map((item) => {
    const isSpread = item.type === 'SpreadElement'
    return { isSpread, value: compile(isSpread ? child(item, 'argument') : item, known, depth + 1) }
  })
  return (at) =>
    items.flatMap(({ isSpread, value }) => {
      const item = value(at)
      if (!isSpread) return [item]
      if (typeof item !== 'string' && !Array.isArray(item))
        throw new Thrown('Spread syntax requires an iterable')
      at.run.step(item.length)
      return [...item]
    })
}

function object(node: Syntax, known: KnownNames, depth: number): Expression {
  const members = children(node, 'properties').map((property): ((map: DatumMap, at: At) => void) => {
    if (property.type === 'SpreadElement') {
      const spread = compile(child(property, 'argument'), known, depth + 1)
      return (map, at) => {
        const given = spread(at)
        const entries = typeof given === 'object' && given !== null ? Object.entries(given) : []
        at.run.step(entries.length)
        for (const [name, value] of entries) map[name] = value
      }
    }
    const kind = written(property, 'kind')
    if (kind === 'get' || kind === 'set') throw new NotRead('a getter has to be run', property.line)
    const key = keyOf(property, known, depth)
    const value = compile(child(property, 'value'), known, depth + 1)
    return (map, at) => {
      map[key(at)] = value(at)
    }
  })
  return (at) => {
    const map = mapOf([])
    for (const add of members) add(map, at)
    return map
  }
}

function member(node: Syntax, known: KnownNames, depth: number): Expression {
  const path = dotted(node)
  const [first = ''] = path.split('.')
  if (roleOf(first, known) === 'strapi' || (first === 'strapi' && roleOf(first, known) === undefined))
    throw new NotRead(`it asks for \`${path}\``, node.line)
  const owner = compile(child(node, 'object'), known, depth + 1)
  const key = keyOf(node, known, depth, 'property')
  const isOptional = node.get('optional') === true
  return (at) => {
    const value = owner(at)
    if (value !== undefined && value !== null) return memberOf(value, key(at))
    if (isOptional) throw new Cut()
    throw new Thrown(`Cannot read properties of ${value}`)
  }
}

function logical(operator: string, left: Expression, right: Expression): Expression {
  if (operator === '&&') return (at) => left(at) && right(at)
  return operator === '||' ? (at) => left(at) || right(at) : (at) => left(at) ?? right(at)
}
