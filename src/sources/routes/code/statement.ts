/** Statements of a function: declarations, assignments, branches and loops over lists, and what ends them. */

import { kindOf } from '../../code/expression.ts'
import { dotted } from '../../code/module.ts'
import { child, children, type Syntax } from '../../code/syntax.ts'
import { contextValue } from './context.ts'
import { NotRead, Thrown } from './not-read.ts'
import { declareNames, patternOf } from './pattern.ts'
import { type At, type Completion, inside, type KnownNames, roleOf, type Statement } from './scope.ts'

/** A statement that hands over to what comes next; undefined for any other. */
export type HandOver = (node: Syntax, known: KnownNames, rest: readonly Syntax[]) => Statement | undefined

const NOBODY: HandOver = () => undefined

/** A block with names of its own. @throws NotRead */
export function blockOf(node: Syntax, around: KnownNames, handOver: HandOver = NOBODY): Statement {
  const known = inside(around)
  const statements = children(node, 'body')
  for (const statement of statements) declare(statement, known)
  const ready: Statement[] = []
  for (const [place, statement] of statements.entries()) {
    const last = handOver(statement, known, statements.slice(place + 1))
    ready.push(last ?? statementOf(statement, known, handOver))
    if (last !== undefined) break
  }
  return ({ names, run }) => inOrder(ready, { names: { values: new Map(), around: names }, run })
}

function inOrder(statements: readonly Statement[], at: At): Completion | undefined {
  for (const statement of statements) {
    at.run.step()
    const end = statement(at)
    if (end !== undefined) return end
  }
  return undefined
}

/** Names count from the beginning of their block. */
function declare(statement: Syntax, known: KnownNames): void {
  if (statement.type === 'FunctionDeclaration') declareNames(child(statement, 'id'), known, 'local')
  for (const one of children(statement, 'declarations')) declareNames(child(one, 'id'), known, 'local')
}

function statementOf(node: Syntax, known: KnownNames, handOver: HandOver): Statement {
  switch (node.type) {
    case 'EmptyStatement':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return () => undefined
    case 'VariableDeclaration':
      return declaration(node, known)
    case 'FunctionDeclaration': {
      const put = patternOf(child(node, 'id'), known)
      const made = known.make.inner(node, known)
      return (at) => {
        put(made(at), at)
        return undefined
      }
    }
    case 'ExpressionStatement':
      return expression(child(node, 'expression'), known)
    case 'IfStatement':
      return branch(node, known, handOver)
    case 'BlockStatement':
      return blockOf(node, known, handOver)
    case 'ForOfStatement':
      return loop(node, known)
    case 'ReturnStatement': {
      const value = known.make.expression(child(node, 'argument'), known)
      return (at) => ({ kind: 'return', value: value(at) })
    }
    default:
      throw new NotRead(`${kindOf(node.type)} has to be run`, node.line)
  }
}

function declaration(node: Syntax, known: KnownNames): Statement {
  const puts = children(node, 'declarations').map((one) => {
    const [pattern, init] = [child(one, 'id'), child(one, 'init')]
    if (isContext(init, known) && pattern?.type === 'ObjectPattern') return takenFromContext(pattern, known)
    const put = patternOf(pattern, known)
    const value = known.make.expression(init, known)
    return (at: At) => put(value(at), at)
  })
  return (at) => {
    for (const put of puts) put(at)
    return undefined
  }
}

const isContext = (node: Syntax | undefined, known: KnownNames): boolean =>
  node?.type === 'Identifier' && roleOf(dotted(node), known) === 'ctx'

/** `const { query, params: { id } } = ctx` */
function takenFromContext(pattern: Syntax, known: KnownNames): (at: At) => void {
  const puts = children(pattern, 'properties').map((property) => {
    const key = child(property, 'key')
    if (property.type === 'RestElement' || key?.type !== 'Identifier')
      throw new NotRead('a name at `ctx` is worked out', property.line)
    const value = contextValue(dotted(key), property.line)
    const put = patternOf(child(property, 'value'), known)
    return (at: At) => put(value(at), at)
  })
  return (at) => {
    for (const put of puts) put(at)
  }
}

function expression(node: Syntax | undefined, known: KnownNames): Statement {
  if (node !== undefined && isLog(node)) return () => undefined
  const value = known.make.expression(node, known)
  return (at) => {
    value(at)
    return undefined
  }
}

/** `strapi.log.info(…)`, `console.log(…)`: nothing that an answer shows. */
export function isLog(node: Syntax): boolean {
  if (node.type !== 'CallExpression') return false
  const path = dotted(child(node, 'callee'))
  return path.startsWith('strapi.log.') || path.startsWith('console.')
}

function branch(node: Syntax, known: KnownNames, handOver: HandOver): Statement {
  const test = known.make.expression(child(node, 'test'), known)
  const [consequent, alternate] = ['consequent', 'alternate'].map((name) => {
    const chosen = child(node, name)
    if (chosen === undefined) return () => undefined
    return handOver(chosen, known, []) ?? statementOf(chosen, known, handOver)
  })
  return (at) => (test(at) ? consequent?.(at) : alternate?.(at))
}

function loop(node: Syntax, around: KnownNames): Statement {
  if (node.get('await') === true) throw new NotRead('a loop that waits has to be run', node.line)
  const known = inside(around)
  const left = child(node, 'left')
  const pattern =
    left?.type === 'VariableDeclaration' ? child(children(left, 'declarations')[0] ?? left, 'id') : left
  declareNames(pattern, known, 'local')
  const put = patternOf(pattern, known)
  const list = around.make.expression(child(node, 'right'), around)
  const body = child(node, 'body')
  const each = body === undefined ? () => undefined : statementOf(body, known, NOBODY)
  return ({ names, run }) => {
    const items = list({ names, run })
    if (!Array.isArray(items)) throw new Thrown('it is not iterable')
    for (const item of items) {
      run.step()
      const at: At = { names: { values: new Map(), around: names }, run }
      put(item, at)
      const end = each(at)
      if (end !== undefined) return end
    }
    return undefined
  }
}
