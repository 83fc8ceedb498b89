/**
 * Evaluates conditions on rows. A condition may test linked rows, and an attribute may link several rows. For each
 * linked row, the condition is true, false or unknown. This file computes for each row the set of the truth values of
 * the condition. A row matches a condition if its set of truth values contains true. Each link in a condition selects
 * its linked row independently of the other links. Therefore, the set of truth values of a whole condition follows
 * from the sets of its parts.
 */
import type { Graph, Node } from '../graph/graph.ts'
import { FALSE, TRUE, type Truth, UNKNOWN } from '../operators/record.ts'
import type { Condition, Test } from '../plan/plan.ts'
import { lengthSteps } from '../values.ts'
import { followStep } from './follow.ts'
import type { Meter } from './meter.ts'

/** A set of truth values, encoded as bits of a number. */
type Truths = number
type Evaluate = (node: Node | null) => Truths

/** Makes a test of rows: it returns whether a condition is true for at least one selection of linked rows. */
export function matcher(condition: Condition, graph: Graph, meter: Meter): (node: Node) => boolean {
  const evaluate = compile(condition, graph, meter)
  const tests = testsOf(condition)
  return (node) => {
    meter.spend(tests, 'filters')
    return (evaluate(node) & TRUE) !== 0
  }
}

/** Returns whether a condition on linked rows is true for a row without a linked row. */
export const holdsOfNothing = (condition: Condition, graph: Graph, meter: Meter): boolean =>
  (compile(condition, graph, meter)(null) & TRUE) !== 0

/**
 * Returns the number of tests that a condition runs on one row or component. A condition on linked rows (`some`)
 * counts as one test, because its tests of linked rows are counted when they run.
 */
function testsOf(condition: Condition): number {
  switch (condition.kind) {
    case 'test':
    case 'some':
      return 1
    case 'not':
      return testsOf(condition.of)
    case 'all':
    case 'any':
      return condition.of.reduce((sum, member) => sum + testsOf(member), 0)
  }
}

function compile(condition: Condition, graph: Graph, meter: Meter): Evaluate {
  switch (condition.kind) {
    case 'test':
      return weighed(condition, meter)
    case 'not':
      return negate(compile(condition.of, graph, meter))
    case 'all':
      return combine(
        condition.of.map((member) => compile(member, graph, meter)),
        TRUE,
        and,
      )
    case 'any':
      if (condition.of.length === 0) return () => TRUE
      return combine(
        condition.of.map((member) => compile(member, graph, meter)),
        FALSE,
        or,
      )
    case 'some':
      return some(
        followStep(condition.link, graph),
        onceEach(condition.of, compile(condition.of, graph, meter), meter),
        meter,
      )
  }
}

/** Wraps a test of a column, so that the test of a long value takes additional steps of the budget. */
function weighed({ column, test, cost = 1 }: Test, meter: Meter): (node: Node | null) => Truth {
  if (typeof column === 'string') return test
  const { name } = column
  return (node) => {
    const steps = node === null ? 0 : cost * lengthSteps(node.values[name] ?? null)
    if (steps > 0) meter.spend(steps, 'filters')
    return test(node)
  }
}

/**
 * Makes an evaluation of a condition on every linked row. For a row without a linked row, the condition is evaluated
 * on null.
 */
function some(follow: (node: Node) => readonly Node[], evaluate: Evaluate, meter: Meter): Evaluate {
  return (node) => {
    const linked = node === null ? [] : follow(node)
    meter.spend(linked.length, 'filters')
    if (linked.length === 0) return evaluate(null)
    let truths = 0
    for (const row of linked) truths |= evaluate(row)
    return truths
  }
}

/**
 * Makes an evaluation that runs only once for each node, even if many rows link to the node. Therefore, following a
 * path of relations takes at most one step for each link.
 */
function onceEach<T>(
  condition: Condition,
  evaluate: (node: Node | null) => T,
  meter: Meter,
): (node: Node | null) => T {
  const known = new Map<Node | null, T>()
  const tests = testsOf(condition)
  return (node) => {
    const before = known.get(node)
    if (before !== undefined) return before
    meter.spend(tests, 'filters')
    const found = evaluate(node)
    known.set(node, found)
    return found
  }
}

function combine(
  parts: readonly Evaluate[],
  start: Truths,
  pair: (a: Truths, b: Truths) => Truths,
): Evaluate {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  return (node) => {
    let truths = start
    for (const part of parts) truths = pair(truths, part(node))
    return truths
  }
}

/**
 * Returns the set of truth values of `a and b`, for two sets of truth values. The result contains true if both sets
 * contain true, and false if either set contains false. The result contains unknown if one set contains unknown and
 * the other contains true or unknown.
 */
function and(a: Truths, b: Truths): Truths {
  const open = TRUE | UNKNOWN
  const isUnknown = ((a & UNKNOWN) !== 0 && (b & open) !== 0) || ((b & UNKNOWN) !== 0 && (a & open) !== 0)
  return (a & b & TRUE) | ((a | b) & FALSE) | (isUnknown ? UNKNOWN : 0)
}

const or = (a: Truths, b: Truths): Truths => not(and(not(a), not(b)))

/** Swaps true and false in a set of truth values; the value unknown does not change. */
const not = (truths: Truths): Truths =>
  ((truths & TRUE) !== 0 ? FALSE : 0) | ((truths & FALSE) !== 0 ? TRUE : 0) | (truths & UNKNOWN)

const negate =
  (evaluate: Evaluate): Evaluate =>
  (node) =>
    not(evaluate(node))

/**
 * Makes a function that counts the selections of linked rows for which the condition is true, as a database counts
 * rows after a join.
 */
export function choiceCounter(condition: Condition, graph: Graph, meter: Meter): (node: Node) => number {
  const count = compileCount(condition, graph, meter)
  return (node) => count(node).true
}

interface Choices {
  readonly true: number
  readonly false: number
  readonly all: number
}

function compileCount(condition: Condition, graph: Graph, meter: Meter): (node: Node | null) => Choices {
  switch (condition.kind) {
    case 'test': {
      const test = weighed(condition, meter)
      return (node) => {
        const truth = test(node)
        return { true: truth === TRUE ? 1 : 0, false: truth === FALSE ? 1 : 0, all: 1 }
      }
    }
    case 'not': {
      const of = compileCount(condition.of, graph, meter)
      return (node) => flip(of(node))
    }
    case 'all':
    case 'any': {
      const parts = condition.of.map((member) => compileCount(member, graph, meter))
      const isAll = condition.kind === 'all' || parts.length === 0
      return (node) => {
        const counted = parts.map((part) => (isAll ? part(node) : flip(part(node))))
        const both = counted.reduce(bothTrue, { true: 1, false: 0, all: 1 })
        return isAll ? both : flip(both)
      }
    }
    case 'some': {
      const follow = followStep(condition.link, graph)
      const of = onceEach(condition.of, compileCount(condition.of, graph, meter), meter)
      return (node) => {
        const linked = node === null ? [] : follow(node)
        meter.spend(linked.length, 'filters')
        return linked.length === 0 ? of(null) : linked.map(of).reduce(together)
      }
    }
  }
}

const flip = (choices: Choices): Choices => ({ true: choices.false, false: choices.true, all: choices.all })
const together = (a: Choices, b: Choices): Choices => ({
  true: a.true + b.true,
  false: a.false + b.false,
  all: a.all + b.all,
})
const bothTrue = (a: Choices, b: Choices): Choices => ({
  true: a.true * b.true,
  false: a.false * b.all + (a.all - a.false) * b.false,
  all: a.all * b.all,
})
