/** Finds code in the sources by its structure, in any file, with any layout and any names. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { matchAt } from './match.ts'
import { type Names, NO_NAMES } from './names.ts'
import { type Token, tokensOf } from './tokens.ts'

/** The folders whose code the mutants change. */
const ROOMS: readonly string[] = ['src/reference', 'src/semantics', 'src/writing', 'src/explain', 'src/util']

/** The code by which the search finds the place of a mutant. */
export interface Code {
  /**
   * Code that occurs before the place in the same declaration. The code before a place distinguishes places with the
   * same `from`, or assigns names that `to` uses.
   */
  readonly after?: string
  readonly from: string
  /** Code that occurs after the place in the same declaration. */
  readonly before?: string
}

/** A function, class, constant or type at the top level of a file. */
export interface Declaration {
  readonly file: string
  /** The source text of the file. */
  readonly source: string
  readonly tokens: readonly Token[]
  /** The texts of the tokens in the declaration that renaming cannot change, such as keywords. */
  readonly fixed: ReadonlySet<string>
}

export interface MutantPlace {
  readonly declaration: Declaration
  /** The index of the first matched token in the declaration, and of the first token after the match. */
  readonly from: number
  readonly to: number
  /** For each name of the pattern, the corresponding name at the place. */
  readonly names: Names
}

export interface Sources {
  readonly declarations: readonly Declaration[]
  /** For each token text, the declarations that contain it. */
  readonly having: ReadonlyMap<string, readonly Declaration[]>
}

/** Reads the source files in the folders `rooms`. */
export const readSources = (root: string, rooms = ROOMS): Sources =>
  sourcesOf(
    rooms
      .flatMap((room) => filesBelow(root, room))
      .flatMap((file) => declarationsOf(file, readFileSync(join(root, file), 'utf8'))),
  )

export function sourcesOf(declarations: readonly Declaration[]): Sources {
  const having = new Map<string, Declaration[]>()
  for (const declaration of declarations) {
    for (const text of new Set(declaration.tokens.map((token) => token.text))) {
      const others = having.get(text)
      if (others === undefined) having.set(text, [declaration])
      else others.push(declaration)
    }
  }
  return { declarations, having }
}

const filesBelow = (root: string, room: string): readonly string[] =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${room}/${path.replaceAll('\\', '/')}`)
    .sort()

const BEGINS = /^(?:export|import|async|function|class|const|let|interface|type|abstract)$/

export function declarationsOf(file: string, source: string): readonly Declaration[] {
  const starts: number[] = []
  const tokens = tokensOf(source)
  let depth = 0
  for (const [at, token] of tokens.entries()) {
    const isFirst = token.start === 0 || source[token.start - 1] === '\n'
    if (depth === 0 && isFirst && BEGINS.test(token.text)) starts.push(at)
    if (/[([{]$/.test(token.text) && token.role === null) depth++
    if (/^[)\]}]/.test(token.text)) depth--
  }
  return starts.map((start, index) => {
    const own = tokens.slice(start, starts[index + 1])
    return {
      file,
      source,
      tokens: own,
      fixed: fixedOf(own),
    }
  })
}

/** Returns every place in the sources that has the same code, with any names. */
export function placesOf(code: Code, { declarations, having }: Sources): readonly MutantPlace[] {
  const pattern = {
    from: tokensOf(code.from),
    after: tokensOf(code.after ?? ''),
    before: tokensOf(code.before ?? ''),
  }
  const count = (text: string): number => having.get(text)?.length ?? 0
  const all = [...pattern.from, ...pattern.after, ...pattern.before]
  const [rarest, ...fixed] = [...fixedOf(all)].sort((one, other) => count(one) - count(other))
  const likely = rarest === undefined ? declarations : (having.get(rarest) ?? [])
  return likely
    .filter((declaration) => fixed.every((text) => declaration.fixed.has(text)))
    .flatMap((declaration) => placesIn(declaration, pattern))
}

const fixedOf = (tokens: readonly Token[]): ReadonlySet<string> =>
  new Set(tokens.flatMap(({ role, text }) => (role === null ? [text] : [])))

type Pattern = Readonly<Record<'from' | 'after' | 'before', readonly Token[]>>

function placesIn(declaration: Declaration, { from, after, before }: Pattern): readonly MutantPlace[] {
  const places: MutantPlace[] = []
  const { tokens } = declaration
  for (let at = 0; at < tokens.length; at++) {
    const match = matchAt(from, tokens, at, NO_NAMES)
    if (match === undefined) continue
    const above = nearest(after, tokens, at - 1, -1, match.names)
    const names = above && nearest(before, tokens, match.to, 1, above)
    if (names !== undefined) places.push({ declaration, from: at, to: match.to, names })
  }
  return places
}

/**
 * Returns the names, extended by the nearest occurrence of the context in one direction; undefined if the context does
 * not occur in this direction.
 */
function nearest(
  context: readonly Token[],
  tokens: readonly Token[],
  start: number,
  step: 1 | -1,
  names: Names,
): Names | undefined {
  if (context.length === 0) return names
  for (let at = start; at >= 0 && at < tokens.length; at += step) {
    const match = matchAt(context, tokens, at, names)
    if (match !== undefined && (step > 0 || match.to <= start + 1)) return match.names
  }
  return undefined
}
