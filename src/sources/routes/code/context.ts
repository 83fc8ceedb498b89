/** What a middleware finds at `ctx`. */
import { child, type Syntax, textOf as written } from '../../code/syntax.ts'
import { NotRead } from './not-read.ts'
import type { Run } from './run.ts'
import { type Datum, mapOf } from './run.ts'
import { type Expression, type KnownNames, roleOf } from './scope.ts'

/** What there is at `ctx`, and at `ctx.request` but for `params`. */
const MEMBERS: ReadonlyMap<string, (run: Run) => Datum> = new Map<string, (run: Run) => Datum>([
  ['query', (run) => run.query],
  ['url', (run) => run.url],
  ['originalUrl', ({ request: { path, search } }) => (search === '' ? path : `${path}?${search}`)],
  ['path', ({ request }) => request.path],
  ['querystring', ({ search }) => search],
  ['search', ({ search }) => (search === '' ? '' : `?${search}`)],
  ['method', ({ request }) => request.method],
  ['params', ({ request }) => mapOf(Object.entries(request.params))],
  ['headers', ({ request }) => mapOf(Object.entries(request.headers))],
  ['header', ({ request }) => mapOf(Object.entries(request.headers))],
])

/** `query` for `ctx.query` and for `ctx.request.query`; undefined for what does not begin with `ctx`. */
export function contextPath(node: Syntax | undefined, known: KnownNames): string | undefined {
  if (node?.type === 'TSAsExpression' || node?.type === 'TSNonNullExpression')
    return contextPath(child(node, 'expression'), known)
  if (node?.type !== 'MemberExpression') return undefined
  const owner = child(node, 'object')
  const name = written(child(node, 'property') ?? node, 'name')
  const isContext = owner?.type === 'Identifier' && roleOf(written(owner, 'name'), known) === 'ctx'
  if (!isContext) return contextPath(owner, known) === 'request' ? name : undefined
  if (node.get('computed') === true) throw new NotRead('a name at `ctx` is worked out', node.line)
  return name
}

/** @throws NotRead for what is not known of a request before it is answered. */
export function contextValue(name: string, line: number): Expression {
  const found = MEMBERS.get(name)
  if (found === undefined) throw new NotRead(`it asks for \`ctx.${name}\``, line)
  return ({ run }) => found(run)
}

/** undefined for a member of anything else. */
export function contextMember(node: Syntax, known: KnownNames): Expression | undefined {
  const path = contextPath(node, known)
  return path === undefined ? undefined : contextValue(path, node.line)
}
