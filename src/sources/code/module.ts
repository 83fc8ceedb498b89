/** A configuration file as a value: what it exports, worked out from its text. */
import { parseJson } from '../../util/json.ts'
import { type Environment, envFunction, globalsOf, knownModule } from './builtins.ts'
import { bind, fromJson, lookUp, type RunBody, read, type Scope } from './expression.ts'
import { child, children, parseModule, type Syntax, textOf } from './syntax.ts'
import { isTruthy, memberOf, NOTHING, object, unknown, type Value } from './value.ts'

/** So many expressions are looked at in one file. */
const MAX_EXPRESSIONS = 100_000
const MAX_CALLS = 20

/** Where a module stands, and what it can reach. */
export interface ModuleLocation {
  readonly env: Environment
  /** The folder it stands in, with slashes. */
  readonly folder: string
  readonly file?: string
  /** A module by the name it is imported by; undefined for one that is not known. */
  readonly module?: (name: string) => Value | undefined
}

/** What a module exports by default; `folder` is the one it stands in, with slashes. */
export function exportedBy(text: string, isJson: boolean, env: Environment, folder: string): Value {
  return defaultOf(moduleOf(text, isJson, { env, folder }))
}

/** All that a module exports: what `require` would answer. */
export function moduleOf(
  text: string,
  isJson: boolean,
  { env, folder, file = '', module }: ModuleLocation,
): Value {
  if (isJson) {
    const json = parseJson(text)
    return json === undefined ? unknown('it is no JSON') : fromJson(json)
  }
  const parsed = parseModule(text)
  if ('message' in parsed) return unknown(`it is not JavaScript or TypeScript: ${parsed.message}`)
  const scope: Scope = {
    names: new Map(globalsOf(env, folder)),
    around: null,
    module: (name) => module?.(name) ?? knownModule(name) ?? unknown(`it imports \`${name}\``),
    file,
    left: { expressions: MAX_EXPRESSIONS, calls: MAX_CALLS },
  }
  return exported(parsed.module, scope)
}

/** What `import` of a module without braces answers. */
export const defaultOf = (value: Value): Value =>
  value.kind === 'object' ? (value.members.get('default') ?? value) : value

/** A configuration as Strapi reads it: a value, or a function that is handed `env`. */
export function configured(text: string, isJson: boolean, env: Environment, folder: string): Value {
  const value = exportedBy(text, isJson, env, folder)
  return value.kind === 'function' ? value.call([object([['env', envFunction(env)]])]) : value
}

function exported(module: Syntax, scope: Scope): Value {
  let whole: Value | null = null
  const names = new Map<string, Value>()
  const statements = children(module, 'body')
  // Functions are known before the line they stand at.
  for (const statement of statements) if (statement.type === 'FunctionDeclaration') declare(statement, scope)
  for (const statement of statements) {
    switch (statement.type) {
      case 'ImportDeclaration':
        importNames(statement, scope)
        break
      case 'ExportDefaultDeclaration':
        names.set('default', read(child(statement, 'declaration'), scope, runBody))
        break
      case 'ExportNamedDeclaration':
        for (const [name, value] of exportNames(statement, scope)) names.set(name, value)
        break
      case 'TSExportAssignment':
        whole = read(child(statement, 'expression'), scope, runBody)
        break
      case 'ExpressionStatement': {
        const assigned = moduleExports(child(statement, 'expression'))
        if (assigned === undefined) break
        const value = read(assigned.value, scope, runBody)
        if (assigned.name === null) whole = value
        else names.set(assigned.name, value)
        break
      }
      default:
        declare(statement, scope)
    }
  }
  if (whole === null) return names.size === 0 ? NOTHING : object(names)
  return whole.kind === 'object' && names.size > 0 ? object([...whole.members, ...names], whole.rest) : whole
}

/** `export const a = …`, `export function b() {…}`, `export { c as d }` */
function exportNames(statement: Syntax, scope: Scope): readonly (readonly [string, Value])[] {
  const declaration = child(statement, 'declaration')
  if (declaration !== undefined) {
    const before = new Set(scope.names.keys())
    declare(declaration, scope)
    return [...scope.names].filter(([name]) => !before.has(name))
  }
  if (child(statement, 'source') !== undefined) return []
  return children(statement, 'specifiers').map((specifier) => {
    const local = textOf(child(specifier, 'local') ?? specifier, 'name')
    const value = lookUp(local, scope) ?? unknown(`\`${local}\` is not known here`, specifier.line)
    return [textOf(child(specifier, 'exported') ?? specifier, 'name'), value] as const
  })
}

/** The right side of `module.exports = …`, and of `exports.name = …` with the name. */
function moduleExports(
  expression: Syntax | undefined,
): { readonly name: string | null; readonly value: Syntax | undefined } | undefined {
  if (expression?.type !== 'AssignmentExpression') return undefined
  const path = dotted(child(expression, 'left'))
  const value = child(expression, 'right')
  if (path === 'module.exports') return { name: null, value }
  const name = /^(?:module\.)?exports\.(\w+)$/.exec(path)?.[1]
  return name === undefined ? undefined : { name, value }
}

/** `module.exports.a` as it is written; `` for anything else. */
export function dotted(node: Syntax | undefined): string {
  if (node?.type === 'Identifier') return textOf(node, 'name')
  if (node?.type !== 'MemberExpression' || node.get('computed') === true) return ''
  const owner = dotted(child(node, 'object'))
  const name = textOf(child(node, 'property') ?? node, 'name')
  return owner === '' ? '' : `${owner}.${name}`
}

function importNames(statement: Syntax, scope: Scope): void {
  const source = child(statement, 'source')?.get('value')
  const from = scope.module(String(source))
  for (const specifier of children(statement, 'specifiers')) {
    const local = textOf(child(specifier, 'local') ?? specifier, 'name')
    const imported = textOf(child(specifier, 'imported') ?? specifier, 'name')
    scope.names.set(local, importedBy(specifier.type, imported, from))
  }
}

function importedBy(type: string, name: string, from: Value): Value {
  if (type === 'ImportSpecifier') return memberOf(from, name)
  return type === 'ImportDefaultSpecifier' ? defaultOf(from) : from
}

function declare(statement: Syntax, scope: Scope): void {
  if (statement.type === 'FunctionDeclaration') {
    scope.names.set(textOf(child(statement, 'id') ?? statement, 'name'), read(statement, scope, runBody))
  }
  for (const declaration of children(statement, 'declarations')) {
    const pattern = child(declaration, 'id')
    if (pattern !== undefined)
      bind(pattern, read(child(declaration, 'init'), scope, runBody), scope, runBody, 0)
  }
}

/** A function's statements up to the one that answers. */
const runBody: RunBody = (body, scope, depth) => {
  const value = ran(children(body, 'body'), scope, depth)
  return value ?? NOTHING
}

/** undefined where no statement answers. */
function ran(statements: readonly Syntax[], scope: Scope, depth: number): Value | undefined {
  for (const statement of statements) {
    switch (statement.type) {
      case 'ReturnStatement':
        return read(child(statement, 'argument'), scope, runBody, depth)
      case 'IfStatement': {
        const test = isTruthy(read(child(statement, 'test'), scope, runBody, depth))
        if (test === undefined) return unknown('it depends on what has to be run', statement.line)
        const chosen = child(statement, test ? 'consequent' : 'alternate')
        const value = chosen === undefined ? undefined : ran(statementsOf(chosen), scope, depth + 1)
        if (value !== undefined) return value
        break
      }
      case 'ExpressionStatement':
      case 'EmptyStatement':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
        break
      case 'VariableDeclaration':
      case 'FunctionDeclaration':
        declare(statement, scope)
        break
      default:
        return unknown('it has statements that have to be run', statement.line)
    }
  }
  return undefined
}

const statementsOf = (statement: Syntax): readonly Syntax[] =>
  statement.type === 'BlockStatement' ? children(statement, 'body') : [statement]
