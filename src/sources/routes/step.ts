/** Compiles a middleware or controller action to a step that changes the parameters of a request. */
import { pushAll } from '../../util/push.ts'
import { kindOf } from '../code/expression.ts'
import { dotted } from '../code/module.ts'
import { child, children, type Syntax, textOf } from '../code/syntax.ts'
import type { FunctionSource, Value } from '../code/value.ts'
import { MAKER } from './code/compiler.ts'
import { NotRead } from './code/not-read.ts'
import { declareNames, patternOf } from './code/pattern.ts'
import type { Run } from './code/run.ts'
import { type Datum, datumOf } from './code/run.ts'
import { type Completion, inside, type KnownNames, roleOf, type Statement } from './code/scope.ts'
import { blockOf, type HandOver, isLog } from './code/statement.ts'

export interface CodeStep {
  /**
   * Changes the parameters, and returns how the code ended: `next` if it called the next handler. @throws Thrown if the
   * code would throw.
   */
  readonly apply: (run: Run) => Completion | undefined
  /** Effects after the answer, which Populace does not imitate. */
  readonly later: readonly Later[]
  readonly file: string
}

export interface Later {
  readonly line: number
  readonly what: string
}

type FunctionValue = Extract<Value, { kind: 'function' }>

const writtenOf = ({ written }: FunctionValue): FunctionSource => {
  if (written === undefined) throw new NotRead('it is not written out', 0)
  return written
}

/** A function of the form `(ctx, next) => …`. @throws NotRead */
export function middlewareOf(value: FunctionValue): CodeStep {
  const written = writtenOf(value)
  const later: Later[] = []
  const statement = handler(written.node, { roles: new Map(), around: null, written, make: MAKER }, later)
  return stepOf(statement, later, written)
}

/** A function of the form `(config, { strapi }) => (ctx, next) => …`. @throws NotRead */
export function factoryOf(value: FunctionValue, config: Value): CodeStep {
  const written = writtenOf(value)
  const later: Later[] = []
  const known: KnownNames = { roles: new Map(), around: null, written, make: MAKER }
  const [first, second] = children(written.node, 'params')
  if (first !== undefined) declareNames(first, known, 'local')
  if (second !== undefined) declareNames(second, known, 'strapi')
  const put = first === undefined ? undefined : patternOf(first, known)
  const given = datumOf(config, () => undefined)
  const body = factoryBody(written.node, known, later)
  return stepOf(
    (at) => {
      put?.(given, at)
      return body(at)
    },
    later,
    written,
  )
}

function stepOf(statement: Statement, later: readonly Later[], { file }: FunctionSource): CodeStep {
  return {
    apply: (run) => statement({ names: { values: new Map<string, Datum>(), around: null }, run }),
    later,
    file,
  }
}

/** Evaluates the statements before the returned function for each request. */
function factoryBody(node: Syntax, known: KnownNames, later: Later[]): Statement {
  const body = child(node, 'body')
  if (body !== undefined && isFunction(body)) return handler(body, known, later)
  if (body?.type !== 'BlockStatement')
    throw new NotRead('the function that answers is not written out', node.line)
  let isThere = false
  const statement = blockOf(body, known, (one, scope) => {
    const answer = one.type === 'ReturnStatement' ? child(one, 'argument') : undefined
    if (answer === undefined || !isFunction(answer)) return undefined
    isThere = true
    return handler(answer, scope, later)
  })
  if (isThere) return statement
  throw new NotRead('the function that answers is not written out', node.line)
}

const isFunction = ({ type }: Syntax): boolean =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

function handler(node: Syntax, around: KnownNames, later: Later[]): Statement {
  const known = inside(around)
  const [context, next] = children(node, 'params')
  if (context !== undefined) declareContext(context, known)
  if (next !== undefined) declareNames(next, known, 'next')
  const body = child(node, 'body')
  if (body === undefined) throw new NotRead('it has no body', node.line)
  if (body.type === 'BlockStatement') return blockOf(body, known, toNext(later))
  if (!isNext(body, known)) throw new NotRead('it does not call `next()`', node.line)
  return () => ({ kind: 'next', isTakenApart: false })
}

function declareContext(context: Syntax, known: KnownNames): void {
  if (context.type !== 'Identifier') throw new NotRead('the request is taken apart at once', context.line)
  known.roles.set(textOf(context, 'name'), 'ctx')
}

const bare = (node: Syntax | undefined): Syntax | undefined =>
  node?.type === 'AwaitExpression' ? child(node, 'argument') : node

function isNext(node: Syntax | undefined, known: KnownNames): boolean {
  const call = bare(node)
  return call?.type === 'CallExpression' && roleOf(dotted(child(call, 'callee')), known) === 'next'
}

/** `await next()`, `return next()` */
const toNext =
  (later: Later[]): HandOver =>
  (statement, known, rest) => {
    const expression = child(statement, statement.type === 'ReturnStatement' ? 'argument' : 'expression')
    if (!isNext(expression, known)) return undefined
    pushAll(later, rest.filter(isHeeded).map(laterOf))
    return () => ({ kind: 'next', isTakenApart: false })
  }

const isHeeded = (statement: Syntax): boolean => {
  const expression = child(statement, 'expression')
  const isSilent =
    statement.type === 'EmptyStatement' ||
    (statement.type === 'ReturnStatement' && child(statement, 'argument') === undefined)
  return !isSilent && !(expression !== undefined && isLog(expression))
}

const laterOf = (statement: Syntax): Later => ({
  line: statement.line,
  what: `${kindOf(statement.type)} after the answer`,
})

/** `async find(ctx) { …; return super.find(ctx) }` @throws NotRead */
export function actionOf(value: FunctionValue, action: string): CodeStep {
  const written = writtenOf(value)
  const later: Later[] = []
  const known: KnownNames = { roles: new Map(), around: null, written, make: MAKER }
  const [context] = children(written.node, 'params')
  if (context !== undefined) declareContext(context, known)
  const body = child(written.node, 'body')
  let isThere = false
  const handOver: HandOver = (statement, _known, rest) => {
    const found = toCore(statement, rest, action, later)
    isThere ||= found !== undefined
    return found
  }
  const statement = body?.type === 'BlockStatement' ? blockOf(body, known, handOver) : undefined
  if (statement === undefined || !isThere)
    throw new NotRead(`it answers without \`super.${action}(ctx)\``, written.node.line)
  return stepOf(statement, later, written)
}

function isCore(node: Syntax | undefined, action: string): boolean {
  const call = bare(node)
  const callee = call?.type === 'CallExpression' ? child(call, 'callee') : undefined
  return (
    callee?.type === 'MemberExpression' &&
    child(callee, 'object')?.type === 'Super' &&
    textOf(child(callee, 'property') ?? callee, 'name') === action
  )
}

/** `return super.find(ctx)`, or `const { data, meta } = await super.find(ctx)` and the statements after it. */
function toCore(
  statement: Syntax,
  rest: readonly Syntax[],
  action: string,
  later: Later[],
): Statement | undefined {
  if (statement.type === 'ReturnStatement' && isCore(child(statement, 'argument'), action))
    return () => ({ kind: 'next', isTakenApart: false })
  const [declaration, ...others] = children(statement, 'declarations')
  if (declaration === undefined || others.length > 0 || !isCore(child(declaration, 'init'), action))
    return undefined
  const pattern = child(declaration, 'id')
  const heeded = rest.filter(isHeeded)
  if (pattern !== undefined && !(heeded.length === 1 && isHandedOn(heeded[0], pattern)))
    pushAll(later, heeded.map(laterOf))
  return () => ({ kind: 'next', isTakenApart: pattern?.type === 'ObjectPattern' })
}

/** Whether a statement returns the result unchanged: `return response`, or `return { data, meta }`. */
function isHandedOn(statement: Syntax | undefined, pattern: Syntax): boolean {
  const answer = statement?.type === 'ReturnStatement' ? child(statement, 'argument') : undefined
  if (answer === undefined) return false
  if (pattern.type === 'Identifier') return dotted(answer) === textOf(pattern, 'name')
  const [taken, given] = [pattern, answer].map((node) =>
    children(node, 'properties').map(pairOf).sort().join(),
  )
  return (
    pattern.type === 'ObjectPattern' &&
    answer.type === 'ObjectExpression' &&
    taken === given &&
    taken === 'data,meta'
  )
}

function pairOf(property: Syntax): string {
  const [key, value] = [dotted(child(property, 'key')), dotted(child(property, 'value'))]
  return key === value ? key : `${key}:${value}`
}
