/**
 * Finds the code that is most similar to the code of a stale mutant: the source code that shares the most rare words
 * with it.
 */
import type { Code, Declaration, Sources } from './places.ts'
import { type Token, tokensOf } from './tokens.ts'

export interface Near {
  readonly file: string
  /** From 1. */
  readonly line: number
  /** The source lines of the most similar code. */
  readonly text: string
}

/** The number of declarations to search; those whose words have the highest total weight come first. */
const SEARCHED = 20

type Weights = ReadonlyMap<string, number>

export function nearestTo(code: Code, { declarations, having }: Sources): Near | undefined {
  const from = tokensOf(code.from)
  const all = [code.after ?? '', code.from, code.before ?? ''].flatMap(tokensOf)
  const weights = new Map(all.map(({ text }) => [text, weightOf(having.get(text) ?? [], declarations)]))
  const likely = declarations
    .map((declaration) => ({ declaration, score: scoreOf(declaration.tokens, weights) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, SEARCHED)
  const windows = likely.map(({ declaration, score }) => {
    const window = bestWindow(declaration.tokens, from.length, weights)
    return { declaration, window, score: score + window.score }
  })
  const [best] = windows.toSorted((a, b) => b.score - a.score)
  return best && linesAt(best.declaration, best.window.at, from.length)
}

/** Returns the weight of a word; rare words have more weight. */
const weightOf = (having: readonly Declaration[], all: readonly Declaration[]): number =>
  having.length === 0 ? 0 : Math.log((all.length + 1) / having.length)

/** Returns the total weight of the different words among some tokens. */
function scoreOf(tokens: readonly Token[], weights: Weights): number {
  let total = 0
  for (const text of new Set(tokens.map((token) => token.text))) total += weights.get(text) ?? 0
  return total
}

function bestWindow(tokens: readonly Token[], length: number, weights: Weights) {
  let best = { at: 0, score: -1 }
  for (let at = 0; at === 0 || at + length <= tokens.length; at++) {
    const score = scoreOf(tokens.slice(at, at + length), weights)
    if (score > best.score) best = { at, score }
  }
  return best
}

/** Returns the source lines of `length` tokens, beginning with the token at the index `at`. */
function linesAt({ file, source, tokens }: Declaration, at: number, length: number): Near {
  const start = tokens[at]?.start ?? 0
  const end = tokens[Math.min(at + length, tokens.length) - 1]?.end ?? start
  const line = source.slice(0, start).split('\n').length
  const last = source.slice(0, end).split('\n').length
  return {
    file,
    line,
    text: source
      .split('\n')
      .slice(line - 1, last)
      .join('\n'),
  }
}
