/** The value of an expression: literals, names, members, calls of what is known, and the operators between them. */
import { isList, type Json } from '../../util/json.ts'
import { pushAll } from '../../util/push.ts'
import { child, children, type Syntax, textOf } from './syntax.ts'
import { isTruthy, memberOf, NOTHING, object, plain, type Unknown, unknown, type Value } from './value.ts'

/** What the names in a place mean. */
export interface Scope {
  readonly names: Map<string, Value>
  readonly around: Scope | null
  /** Of `require` and `import`. */
  readonly module: (name: string) => Value
  /** The file that it is the text of. */
  readonly file: string
  /** How many more expressions may be looked at, and calls be inside each other: what calls itself comes to an end. */
  readonly left: { expressions: number; calls: number }
}

/** What a function with statements in it answers. */
export type RunBody = (body: Syntax, scope: Scope, depth: number) => Value

/** Deeper expressions are nobody's configuration. */
const MAX_DEPTH = 100

export function lookUp(name: string, scope: Scope): Value | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.around) {
    const value = at.names.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

export function read(node: Syntax | undefined, scope: Scope, run: RunBody, depth = 0): Value {
  if (node === undefined) return NOTHING
  if (depth > MAX_DEPTH || scope.left.expressions-- <= 0) return unknown('it is too deep', node.line)
  const at = (name: string): Value => read(child(node, name), scope, run, depth + 1)
  switch (node.type) {
    case 'Literal':
      return literal(node)
    case 'TemplateLiteral':
      return template(node, scope, run, depth)
    case 'Identifier': {
      const name = textOf(node, 'name')
      return lookUp(name, scope) ?? unknown(`\`${name}\` is not known here`, node.line)
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return at('expression')
    case 'ArrayExpression':
      return list(children(node, 'elements'), scope, run, depth)
    case 'ObjectExpression':
      return members(children(node, 'properties'), scope, run, depth)
    case 'MemberExpression': {
      const owner = at('object')
      const key =
        node.get('computed') === true ? at('property') : plain(textOf(childOr(node, 'property'), 'name'))
      return key.kind === 'plain' ? placed(memberOf(owner, String(key.value)), node) : notKnown(key, node)
    }
    case 'UnaryExpression':
      return unary(textOf(node, 'operator'), at('argument'), node)
    case 'LogicalExpression':
      return logical(textOf(node, 'operator'), at('left'), () => at('right'), node)
    case 'BinaryExpression':
      return binary(textOf(node, 'operator'), at('left'), at('right'), node)
    case 'ConditionalExpression': {
      const test = isTruthy(at('test'))
      if (test === undefined) return notKnown(at('test'), node)
      return at(test ? 'consequent' : 'alternate')
    }
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return functionOf(node, scope, run, depth)
    case 'CallExpression':
      return call(node, scope, run, depth)
    default:
      return unknown(`${kindOf(node.type)} has to be run`, node.line)
  }
}

/** `AwaitExpression` → `an await expression` */
export function kindOf(type: string): string {
  const text = type.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim()
  return `${/^[aeiou]/.test(text) ? 'an' : 'a'} ${text}`
}

const childOr = (node: Syntax, name: string): Syntax => child(node, name) ?? node

const notKnown = (value: Value, node: Syntax): Unknown =>
  value.kind === 'unknown'
    ? placed(value, node)
    : unknown('it depends on more than texts and numbers', node.line)

/** What does not know its line is from this one. */
const placed = <V extends Value>(value: V, node: Syntax): V =>
  value.kind === 'unknown' && value.line === 0 ? { ...value, line: node.line } : value

function literal(node: Syntax): Value {
  const value = node.get('value')
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return plain(value)
    default:
      return value === null && node.get('regex') === undefined
        ? plain(null)
        : unknown('it is a pattern or a bigint', node.line)
  }
}

function template(node: Syntax, scope: Scope, run: RunBody, depth: number): Value {
  const values = children(node, 'expressions').map((part) => read(part, scope, run, depth + 1))
  let text = ''
  for (const [at, quasi] of children(node, 'quasis').entries()) {
    text += cooked(quasi)
    const value = values[at]
    if (value === undefined) continue
    if (value.kind !== 'plain') return notKnown(value, node)
    text += String(value.value)
  }
  return plain(text)
}

function cooked(quasi: Syntax): string {
  const value = quasi.get('value')
  const text = typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : ''
  return typeof text === 'string' ? text : ''
}

function list(elements: readonly Syntax[], scope: Scope, run: RunBody, depth: number): Value {
  const items: Value[] = []
  for (const element of elements) {
    const isSpread = element.type === 'SpreadElement'
    const value = read(isSpread ? child(element, 'argument') : element, scope, run, depth + 1)
    if (!isSpread) items.push(value)
    else if (value.kind === 'list') pushAll(items, value.items)
    else return notKnown(value, element)
  }
  return { kind: 'list', items }
}

function members(properties: readonly Syntax[], scope: Scope, run: RunBody, depth: number): Value {
  const found = new Map<string, Value>()
  let rest: Unknown | null = null
  for (const property of properties) {
    if (property.type === 'SpreadElement') {
      const spread = read(child(property, 'argument'), scope, run, depth + 1)
      if (spread.kind === 'object') {
        for (const [key, value] of spread.members) found.set(key, value)
        rest ??= spread.rest
      } else if (spread.kind !== 'plain') rest ??= notKnown(spread, property)
      continue
    }
    const key = keyOf(property, scope, run, depth)
    if (key === undefined) rest ??= unknown('a name is worked out', property.line)
    else found.set(key, read(child(property, 'value'), scope, run, depth + 1))
  }
  return object(found, rest)
}

function keyOf(property: Syntax, scope: Scope, run: RunBody, depth: number): string | undefined {
  const key = childOr(property, 'key')
  if (property.get('computed') !== true && key.type === 'Identifier') return textOf(key, 'name')
  const value = read(key, scope, run, depth + 1)
  return value.kind === 'plain' ? String(value.value) : undefined
}

function unary(operator: string, value: Value, node: Syntax): Value {
  if (operator === '!') {
    const isTrue = isTruthy(value)
    return isTrue === undefined ? notKnown(value, node) : plain(!isTrue)
  }
  if (value.kind !== 'plain') return notKnown(value, node)
  if (operator === '-') return plain(-Number(value.value))
  if (operator === '+') return plain(Number(value.value))
  return operator === 'typeof'
    ? plain(typeof value.value)
    : unknown(`\`${operator}\` has to be run`, node.line)
}

function logical(operator: string, left: Value, right: () => Value, node: Syntax): Value {
  if (left.kind === 'unknown') return placed(left, node)
  const isTrue = isTruthy(left) === true
  if (operator === '&&') return isTrue ? right() : left
  if (operator === '||') return isTrue ? left : right()
  return left.kind === 'plain' && (left.value === null || left.value === undefined) ? right() : left
}

function binary(operator: string, left: Value, right: Value, node: Syntax): Value {
  if (left.kind !== 'plain') return notKnown(left, node)
  if (right.kind !== 'plain') return notKnown(right, node)
  const [a, b] = [left.value, right.value]
  switch (operator) {
    case '===':
    case '==':
      return plain(a === b)
    case '!==':
    case '!=':
      return plain(a !== b)
    case '+':
      return plain(typeof a === 'number' && typeof b === 'number' ? a + b : `${a}${b}`)
    case '-':
      return plain(Number(a) - Number(b))
    case '*':
      return plain(Number(a) * Number(b))
    case '/':
      return plain(Number(a) / Number(b))
    default:
      return unknown(`\`${operator}\` has to be run`, node.line)
  }
}

/** A function written in the file; a call binds what it is given to its parameters. */
function functionOf(node: Syntax, scope: Scope, run: RunBody, depth: number): Value {
  return {
    kind: 'function',
    written: { node, lookUp: (name) => lookUp(name, scope), file: scope.file },
    call: (args) => {
      if (scope.left.calls === 0) return unknown('it calls itself', node.line)
      scope.left.calls--
      const inner: Scope = { ...scope, names: new Map(), around: scope }
      for (const [at, parameter] of children(node, 'params').entries())
        bind(parameter, args[at] ?? NOTHING, inner, run, depth)
      const body = childOr(node, 'body')
      const answered =
        body.type === 'BlockStatement' ? run(body, inner, depth + 1) : read(body, inner, run, depth + 1)
      scope.left.calls++
      return answered
    },
  }
}

/** A name, a pattern of names, or either with a default. */
export function bind(pattern: Syntax, value: Value, scope: Scope, run: RunBody, depth: number): void {
  if (depth > MAX_DEPTH) return
  switch (pattern.type) {
    case 'Identifier':
      scope.names.set(textOf(pattern, 'name'), value)
      return
    case 'AssignmentPattern': {
      const isNothing = value.kind === 'plain' && value.value === undefined
      const given = isNothing ? read(child(pattern, 'right'), scope, run, depth + 1) : value
      return bind(childOr(pattern, 'left'), given, scope, run, depth + 1)
    }
    case 'ObjectPattern':
      for (const property of children(pattern, 'properties')) {
        const key = keyOf(property, scope, run, depth)
        const inner = child(property, 'value')
        if (key !== undefined && inner !== undefined) bind(inner, memberOf(value, key), scope, run, depth + 1)
      }
      return
    case 'ArrayPattern':
      for (const [at, item] of children(pattern, 'elements').entries())
        bind(item, memberOf(value, String(at)), scope, run, depth + 1)
  }
}

function call(node: Syntax, scope: Scope, run: RunBody, depth: number): Value {
  const callee = childOr(node, 'callee')
  const args = children(node, 'arguments').map((arg) => read(arg, scope, run, depth + 1))
  const isRequire = callee.type === 'Identifier' && textOf(callee, 'name') === 'require'
  if (isRequire) {
    const [name] = args
    return name?.kind === 'plain'
      ? scope.module(String(name.value))
      : unknown('what it requires is worked out', node.line)
  }
  const called = read(callee, scope, run, depth + 1)
  if (called.kind === 'unknown') return placed(called, node)
  if (called.kind !== 'function') return unknown('it calls what is not known here', node.line)
  return placed(called.call(args), node)
}

/** JSON as a value. */
export function fromJson(json: Json, depth = 0): Value {
  if (typeof json !== 'object' || json === null) return plain(json)
  if (depth > MAX_DEPTH) return unknown('it is too deep')
  if (isList(json)) return { kind: 'list', items: json.map((item) => fromJson(item, depth + 1)) }
  return object(Object.entries(json).map(([key, value]) => [key, fromJson(value, depth + 1)] as const))
}
