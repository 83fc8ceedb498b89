/** JavaScript and TypeScript as a tree, and how its nodes are looked at: their members are known by name alone. */
import { tsPlugin } from '@sveltejs/acorn-typescript'
import { Parser } from 'acorn'

/** A node of the tree. */
export interface Syntax {
  readonly type: string
  readonly line: number
  /** Of a member: a node, a list of nodes (null for a hole), or what is written there. */
  readonly get: (name: string) => unknown
}

/** A text that is no module, and why. */
export interface NotRead {
  readonly message: string
}

const TypeScript = Parser.extend(tsPlugin())

/** Longer files are no configuration. */
const MAX_CHARACTERS = 1_000_000

/** A module, be it written for `import` or for `require`. */
export function parseModule(text: string): { readonly module: Syntax } | NotRead {
  if (text.length > MAX_CHARACTERS) return { message: `longer than ${MAX_CHARACTERS} characters` }
  try {
    const options = { ecmaVersion: 'latest', sourceType: 'module', locations: true } as const
    const module = syntaxOf(TypeScript.parse(text, { ...options, allowReturnOutsideFunction: true }))
    return module === undefined ? { message: 'no module' } : { module }
  } catch (error) {
    // A syntax error, or nesting beyond what the parser has room for.
    return { message: error instanceof Error ? error.message : String(error) }
  }
}

/** undefined for what is no node. */
export function syntaxOf(given: unknown): Syntax | undefined {
  if (typeof given !== 'object' || given === null || !('type' in given)) return undefined
  const { type } = given
  if (typeof type !== 'string') return undefined
  return { type, line: lineOf(given), get: (name) => Reflect.get(given, name) }
}

export const child = (node: Syntax, name: string): Syntax | undefined => syntaxOf(node.get(name))

export function children(node: Syntax, name: string): readonly Syntax[] {
  const list = node.get(name)
  return Array.isArray(list) ? list.flatMap((item) => syntaxOf(item) ?? []) : []
}

export function textOf(node: Syntax, name: string): string {
  const text = node.get(name)
  return typeof text === 'string' ? text : ''
}

function lineOf(node: object): number {
  const place = 'loc' in node ? node.loc : undefined
  const start = typeof place === 'object' && place !== null && 'start' in place ? place.start : undefined
  const line = typeof start === 'object' && start !== null && 'line' in start ? start.line : undefined
  return typeof line === 'number' ? line : 0
}
