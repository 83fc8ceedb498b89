/** One path of an answer: whether it is there, and if not, the first reason, in a sentence. */
import type { Entry } from '../reference/evaluate/populate.ts'
import type { Node } from '../reference/graph/graph.ts'
import type { Populated, Selection } from '../reference/plan/plan.ts'
import { modelOf } from '../reference/schema/target.ts'
import type { RefusalExplained, Why } from './explanation.ts'
import { didYouMean, nearest } from './names-near.ts'
import type { Way } from './place.ts'
import { attributesKnown, causeOf } from './rows/absent.ts'
import { linking, whyEmpty } from './rows/linked.ts'
import { rootRows } from './rows/rows.ts'
import type { VisibleNode } from './rows/sieve.ts'
import { keptBack } from './sentences.ts'
import { type ExplainContext, rootEntries } from './told.ts'

/** Names of a path that are followed. */
const MAX_NAMES = 100

/** Where the path has led to. */
interface Here {
  readonly node: Node
  readonly entry: Entry
  readonly selection: Selection
  readonly way: Way
}

type PathStep =
  | { readonly kind: 'at'; readonly here: Here }
  | { readonly kind: 'end'; readonly why: PathOutcome }
type PathOutcome = Omit<Why, 'path'>

/** `data.0.author.email`, `data[0].author`, `author.email` of the first entry, `data.<documentId>` of a row. */
export function whyOf(path: string, told: ExplainContext): Why {
  const names = namesIn(path)
  const start = rootStep(names, told)
  let step = start.step
  let rest = start.rest
  while (step.kind === 'at' && rest.length > 0) {
    const taken = stepInto(step.here, rest, told)
    step = taken.step
    rest = taken.rest
  }
  return { path, ...(step.kind === 'end' ? step.why : there('It is there.')) }
}

const namesIn = (path: string): readonly string[] =>
  path
    .slice(0, 2_000)
    .split(/[.[\]]/, MAX_NAMES)
    .filter((name) => name !== '')

const there = (sentence: string): PathOutcome => ({
  isThere: true,
  reason: null,
  sentence,
  rules: [],
  change: null,
})
const end = (why: PathOutcome): PathStep => ({ kind: 'end', why })
const ofKept = ({ reason, sentence, rules, change }: PathOutcome): PathOutcome => ({
  isThere: false,
  reason,
  sentence,
  rules,
  change,
})

interface Taken {
  readonly step: PathStep
  readonly rest: readonly string[]
}

function rootStep(names: readonly string[], told: ExplainContext): Taken {
  const { plan, graph } = told
  const shown = [...rootEntries(told)]
  const [first, ...more] = names
  const below = first === 'data' ? more : names
  const [asked = '', ...rest] = below
  const pick = (one: readonly [Node, Entry] | undefined, left: readonly string[]): Taken | null =>
    one === undefined
      ? null
      : {
          step: {
            kind: 'at',
            here: {
              node: one[0],
              entry: one[1],
              selection: plan.select,
              way: { root: plan.type, steps: [] },
            },
          },
          rest: left,
        }
  const isIndex = /^\d{1,9}$/.test(asked)
  const named =
    shown.find(([node]) => 'documentId' in node && node.documentId === asked) ??
    (isIndex && plan.target.kind === 'list' ? shown[Number(asked)] : undefined)
  const found = pick(named, rest)
  if (found !== null) return found
  const rows = graph.tables.get(plan.type.uid)?.byDocument.get(asked) ?? []
  const table = rootRows(told)
  const why = table.whyNone(rows)
  if (why !== null) return { step: end(ofKept({ ...why, isThere: false })), rest: [] }
  if (isIndex && plan.target.kind === 'list' && shown.length > 0)
    return { step: end(beyond(shown.length)), rest: [] }
  const whole = pick(shown[0], below)
  if (whole !== null) return whole
  const [next] = table.keptBack
  return {
    step: end(next === undefined ? nothing(plan.type.uid) : ofKept({ ...next, isThere: false })),
    rest: [],
  }
}

const beyond = (count: number): PathOutcome => ({
  isThere: false,
  reason: 'page',
  sentence: `There are ${count} entries here, and they are counted from 0.`,
  rules: [],
  change: null,
})

const nothing = (uid: string): PathOutcome => ({
  isThere: false,
  reason: 'nothing-linked',
  sentence: `There is no row of ${uid}.`,
  rules: [],
  change: null,
})

/** One name, and the position or documentId behind it where several entries stand there. */
function stepInto(here: Here, [name = '', ...rest]: readonly string[], told: ExplainContext): Taken {
  const { entry, selection, way } = here
  if (name === 'id' || name === 'documentId')
    return { step: end(name in entry ? there(`${name} is there.`) : noSuch(name, selection, told)), rest: [] }
  const attribute = attributesKnown(selection, told).find((one) => one.name === name)
  if (attribute === undefined) return { step: end(noSuch(name, selection, told)), rest: [] }
  const item = selection.populate.find((one) => one.attribute.name === name)
  const cause = causeOf(attribute, item, selection, way, told)
  if (cause !== null) {
    const sentence = `${name} is not there: ${cause.says}.`
    const { reason, change } = cause
    const rules = cause.rule === null ? [] : [cause.rule]
    return { step: end({ isThere: false, reason, sentence, rules, change }), rest: [] }
  }
  if (item === undefined) return { step: end(ofScalar(name, entry)), rest: [] }
  if (item.count && name in entry)
    return { step: end(there(`${name} is counted, as count=true asks for.`)), rest: [] }
  return linkedStep(here, item, rest, told)
}

const ofScalar = (name: string, entry: Entry): PathOutcome =>
  entry[name] === null
    ? {
        isThere: true,
        reason: 'no-value',
        sentence: `${name} is null: the entry has no value there.`,
        rules: [],
        change: null,
      }
    : there(`${name} is there.`)

function noSuch(name: string, { model }: Selection, told: ExplainContext): PathOutcome {
  const names = ['id', 'documentId', ...attributesKnown({ model }, told).map((one) => one.name)]
  const sentence = `${model.uid} has no attribute ${name.slice(0, 100)}.${didYouMean(nearest(name, names))}`
  return { isThere: false, reason: 'unknown', sentence, rules: [], change: null }
}

function linkedStep(
  { node, entry, way }: Here,
  item: Populated,
  rest: readonly string[],
  told: ExplainContext,
): Taken {
  const links = linking(item, way, told)
  const { attribute } = item
  const all = links.linked(node)
  const shown = links.shownBy(entry, all)
  const [asked = '', ...behind] = rest
  const isMany = attribute.kind === 'zone' || attribute.many
  const isIndex = isMany && /^\d{1,9}$/.test(asked)
  const byDocument = (row: VisibleNode): boolean => row.documentId !== undefined && row.documentId === asked
  const named = isIndex ? shown[Number(asked)] : shown.find(([row]) => byDocument(row))
  if (named !== undefined) return into(named, item, behind, way, told)
  const hidden = all.filter((row) => !shown.some(([one]) => one === row))
  const kept = hidden.find(byDocument)
  if (kept !== undefined)
    return {
      step: end(ofKept({ ...keptBack(kept, attribute.name, links.whyNot(kept)), isThere: false })),
      rest: [],
    }
  if (isIndex && shown.length > 0) return { step: end(beyond(shown.length)), rest: [] }
  const [first] = shown
  if (first !== undefined)
    return rest.length === 0
      ? { step: end(there(`${attribute.name} is there.`)), rest: [] }
      : into(first, item, rest, way, told)
  const { sieve, row } = whyEmpty(node, hidden, links)
  if (sieve === null || row === null) {
    const sentence = `${attribute.name} is empty: nothing is linked there.`
    return {
      step: end({ isThere: false, reason: 'nothing-linked', sentence, rules: [], change: null }),
      rest: [],
    }
  }
  return { step: end(ofKept({ ...keptBack(row, attribute.name, sieve), isThere: false })), rest: [] }
}

function into(
  [node, entry]: readonly [VisibleNode, Entry],
  { attribute, branches }: Populated,
  rest: readonly string[],
  way: Way,
  { context }: ExplainContext,
): Taken {
  const branch = branches.get(node.uid)
  const model = modelOf(context.schema, node.uid)
  if (branch === undefined || model === undefined) return { step: end(there('It is there.')), rest: [] }
  const here: Here = {
    node,
    entry,
    selection: branch.select,
    way: { root: way.root, steps: [...way.steps, { attribute, model }] },
  }
  return { step: { kind: 'at', here }, rest }
}

/** Nothing was read: the refusal is the reason for every path. */
export function whyNotAnswered(path: string, refused: RefusalExplained | null, status: number): Why {
  const sentence =
    refused === null
      ? `The answer has status ${status}, and no entries.`
      : `The request is refused with ${status}: ${refused.message}. ${refused.advice}`
  const change =
    refused === null || refused.corrected === null
      ? null
      : ({ kind: 'request', parameter: refused.parameter ?? '', url: refused.corrected } as const)
  const rules = refused === null || refused.rule === null ? [] : [refused.rule]
  return { path, isThere: false, reason: 'unknown', sentence, rules, change }
}

export const whyTooMuch = (path: string): Why => ({
  path,
  isThere: false,
  reason: 'limit',
  sentence: 'It would take more steps to say than there may be: ask for fewer entries.',
  rules: [],
  change: null,
})
