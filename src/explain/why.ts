/** Explains whether an answer has a path. If the path is missing, one sentence gives the first reason. */
import type { Entry } from '../reference/evaluate/populate.ts'
import type { Node } from '../reference/graph/graph.ts'
import type { Populated, QueryPlan, Selection } from '../reference/plan/plan.ts'
import { modelOf } from '../reference/schema/target.ts'
import { isObject, type Json } from '../util/json.ts'
import { type ExplainContext, rootEntries } from './explain-context.ts'
import type { RefusalExplained, Why } from './explanation.ts'
import type { Way } from './place.ts'
import { didYouMean, nearest } from './refused/names-near.ts'
import { attributesKnown, causeOf } from './rows/absent.ts'
import type { VisibleNode } from './rows/exclusion.ts'
import { AttributeLinks } from './rows/linked.ts'
import { rootRows } from './rows/rows.ts'
import { asSentence, keptBack } from './sentences.ts'

/** The maximum number of names in a path that the explanation follows. */
const MAX_NAMES = 100

/** The entry that the search along a path of the answer has reached, and the row or component of this entry. */
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

/** Explains a path such as `data.0.author`, `data.<documentId>`, or `author` of the first entry. */
export function whyOf(path: string, explained: ExplainContext): Why {
  const names = namesIn(path)
  const start = rootStep(names, explained)
  let step = start.step
  let rest = start.rest
  while (step.kind === 'at' && rest.length > 0) {
    const taken = stepInto(step.here, rest, explained)
    step = taken.step
    rest = taken.rest
  }
  return { path, ...(step.kind === 'end' ? step.why : there('It is in the answer.')) }
}

/** Splits a path into names. The paths `data[0].author` and `data.0.author` give the same names. */
export const namesIn = (path: string): readonly string[] =>
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
const outcomeOf = (
  { reason, sentence, rules, change }: Omit<PathOutcome, 'isThere'>,
  isThere = false,
): PathOutcome => ({
  isThere,
  reason,
  sentence,
  rules,
  change,
})

interface PathProgress {
  readonly step: PathStep
  readonly rest: readonly string[]
}

function rootStep(names: readonly string[], explained: ExplainContext): PathProgress {
  const { plan, graph } = explained
  const shown = [...rootEntries(explained)]
  const [first, ...more] = names
  const below = first === 'data' ? more : names
  const [key = '', ...rest] = below
  const pick = (one: readonly [Node, Entry] | undefined, left: readonly string[]): PathProgress | null =>
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
  const isIndex = /^\d{1,9}$/.test(key)
  const named =
    shown.find(([node]) => 'documentId' in node && node.documentId === key) ??
    (isIndex && plan.target.kind === 'list' ? shown[Number(key)] : undefined)
  const found = pick(named, rest)
  if (found !== null) return found
  const rows = graph.tables.get(plan.type.uid)?.byDocument.get(key) ?? []
  const table = rootRows(explained)
  const why = table.whyNone(rows)
  if (why !== null) return { step: end(outcomeOf(why)), rest: [] }
  if (isIndex && plan.target.kind === 'list' && shown.length > 0) {
    const next = table.whyBeyond(Number(key))
    const out = next === null ? beyond(shown.length) : outcomeOf(next)
    return { step: end(out), rest: [] }
  }
  const whole = pick(shown[0], below)
  if (whole !== null) return whole
  const [next] = table.keptBack
  return { step: end(next === undefined ? nothing(plan) : outcomeOf(next)), rest: [] }
}

const beyond = (count: number): PathOutcome => ({
  isThere: false,
  reason: 'page',
  sentence: `The list here has ${count === 1 ? '1 entry' : `${count} entries`}; positions start at 0.`,
  rules: [],
  change: null,
})

const nothing = ({ target, type: { uid } }: QueryPlan): PathOutcome => ({
  isThere: false,
  reason: 'nothing-linked',
  sentence:
    target.kind === 'document' ? 'The request sees no row with this documentId.' : `${uid} has no rows.`,
  ...{ rules: [], change: null },
})

/** The members that name the component or the type of an entry in a dynamic zone or a morph relation. */
const KINDS: ReadonlySet<string> = new Set(['__component', '__type'])

/** Follows one attribute name of a path, and the position or documentId after it if the attribute is a list. */
function stepInto(
  here: Here,
  [name = '', ...rest]: readonly string[],
  explained: ExplainContext,
): PathProgress {
  const { entry, selection, way } = here
  if (name === 'id' || name === 'documentId' || (KINDS.has(name) && name in entry))
    return {
      step: end(name in entry ? withinValue(name, entry[name], rest) : noSuch(name, selection, explained)),
      rest: [],
    }
  const attribute = attributesKnown(selection, explained).find((one) => one.name === name)
  if (attribute === undefined) return { step: end(noSuch(name, selection, explained)), rest: [] }
  const item = selection.populate.find((one) => one.attribute.name === name)
  const cause = causeOf(attribute, item, selection, way, explained)
  if (cause !== null) {
    const sentence = `${name} is missing: ${cause.says}.`
    const { reason, change } = cause
    const rules = cause.rule === null ? [] : [cause.rule]
    return { step: end({ isThere: false, reason, sentence, rules, change }), rest: [] }
  }
  if (item === undefined) return { step: end(ofScalar(name, entry, rest)), rest: [] }
  if (item.count && name in entry) return { step: end(ofCount(name, entry[name], rest)), rest: [] }
  return linkedStep(here, item, rest, explained)
}

const ofCount = (name: string, value: unknown, rest: readonly string[]): PathOutcome => {
  const sentence = `${name} has only the number of its entries, because count=true counts them.`
  if (withinValue(name, value, rest).isThere) return there(sentence)
  const below = rest.at(-1)?.slice(0, 100)
  return outcomeOf({ reason: 'count', sentence: `${below} is missing: ${sentence}`, rules: [], change: null })
}
const ofScalar = (name: string, entry: Entry, rest: readonly string[]): PathOutcome =>
  entry[name] === null && rest.length === 0
    ? {
        isThere: true,
        reason: 'no-value',
        sentence: `${name} is null: the entry has no value there.`,
        rules: [],
        change: null,
      }
    : withinValue(name, entry[name], rest)

/** Follows the rest of a path into a value, such as the value of a JSON attribute. */
function withinValue(name: string, value: unknown, rest: readonly string[]): PathOutcome {
  let here = value
  let reached = name
  for (const next of rest) {
    const isIn = typeof here === 'object' && here !== null && Object.hasOwn(here, next)
    if (!isIn)
      return {
        isThere: false,
        reason: here === null ? 'no-value' : 'unknown',
        sentence:
          here === null
            ? `${reached} is null, so nothing is below it.`
            : `${reached} has no ${next.slice(0, 100)}.`,
        rules: [],
        change: null,
      }
    here = Reflect.get(Object(here), next)
    reached = next.slice(0, 100)
  }
  return there(`${reached} is in the answer.`)
}

/** Explains `data`, and paths that begin with another member of the body, such as `meta`; null for other paths. */
export function whyOfMember(path: string, names: readonly string[], body: Json | undefined): Why | null {
  const [name = '', ...rest] = names
  if (!isObject(body) || !Object.hasOwn(body, name)) return null
  if (name === 'data' && rest.length > 0) return null
  return { path, ...withinValue(name, body[name], rest) }
}

function noSuch(name: string, { model }: Selection, explained: ExplainContext): PathOutcome {
  const names = ['id', 'documentId', ...attributesKnown({ model }, explained).map((one) => one.name)]
  const sentence = `${model.uid} has no attribute ${name.slice(0, 100)}.${didYouMean(nearest(name, names))}`
  return { isThere: false, reason: 'unknown', sentence, rules: [], change: null }
}

function linkedStep(
  { node, entry, way }: Here,
  item: Populated,
  rest: readonly string[],
  explained: ExplainContext,
): PathProgress {
  const links = new AttributeLinks(item, way, explained)
  const { attribute } = item
  const { shown, hidden } = links.rowsOf(node, entry)
  const [key = '', ...behind] = rest
  const isMany = attribute.kind === 'zone' || attribute.many
  const isIndex = isMany && /^\d{1,9}$/.test(key)
  const byDocument = (row: VisibleNode): boolean => row.documentId !== undefined && row.documentId === key
  const named = isIndex ? shown[Number(key)] : shown.find(([row]) => byDocument(row))
  if (named !== undefined) return enter(named, item, behind, way, explained)
  const excluded = hidden.find(byDocument)
  if (excluded !== undefined)
    return {
      step: end(outcomeOf(keptBack(excluded, attribute.name, links.whyHidden(excluded)))),
      rest: [],
    }
  if (isIndex && shown.length > 0) return { step: end(beyond(shown.length)), rest: [] }
  const [first] = shown
  if (first !== undefined)
    return rest.length === 0
      ? { step: end(there(`${attribute.name} is in the answer.`)), rest: [] }
      : enter(first, item, rest, way, explained)
  const { exclusion, row } = links.whyEmpty(node, hidden)
  // The path exists even if its value is null or an empty list.
  const isThere = rest.length === 0 && attribute.name in entry
  if (exclusion !== null)
    return { step: end(outcomeOf(keptBack(row, attribute.name, exclusion), isThere)), rest: [] }
  const sentence = `${attribute.name} is empty: the entry links nothing there.`
  return { step: end({ isThere, reason: 'nothing-linked', sentence, rules: [], change: null }), rest: [] }
}

function enter(
  [node, entry]: readonly [VisibleNode, Entry],
  { attribute, branches }: Populated,
  rest: readonly string[],
  way: Way,
  { context }: ExplainContext,
): PathProgress {
  const branch = branches.get(node.uid)
  const model = modelOf(context.schema, node.uid)
  if (branch === undefined || model === undefined)
    return { step: end(there('It is in the answer.')), rest: [] }
  const here: Here = {
    node,
    entry,
    selection: branch.select,
    way: { root: way.root, steps: [...way.steps, { attribute, model }] },
  }
  return { step: { kind: 'at', here }, rest }
}

/** Explains why an answer without entries lacks a path, by the refusal if the request was refused. */
export function whyNotAnswered(path: string, refused: RefusalExplained | null, status: number): Why {
  const sentence =
    refused === null
      ? `The answer has status ${status} and no entries.`
      : `The answer is the error ${status}: ${asSentence(refused.message)} ${refused.advice}`
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
  sentence: 'The explanation would take more steps than the budget: request fewer entries.',
  rules: [],
  change: null,
})
