/**
 * Entries as text, kept row by row: rows never change, so what a selection shows of one is the same whatever else is on
 * its page. Only for selections that look at one row at a time; for all others, and wherever an answer may be too much,
 * the evaluation decides.
 */
import type { Shelf } from '../../util/cache/lru.ts'
import { pushAll } from '../../util/push.ts'
import { Meter, WorkExceeded } from '../evaluate/meter.ts'
import { type Entry, showRows } from '../evaluate/populate.ts'
import type { AnswerLimits } from '../evaluate/query.ts'
import { scan } from '../evaluate/scan.ts'
import type { Graph, Row } from '../graph/graph.ts'
import type { Populated, QueryPlan, Selection } from '../plan/plan.ts'
import { MAX_ANSWER_LENGTH, measure, writeJson } from '../respond/json.ts'
import type { EntryText } from '../respond/pieces.ts'
import type { WrittenEntries } from '../respond/respond.ts'

/** The texts of one selection, by row. */
export interface Sheet {
  readonly texts: Map<Row, EntryText>
  bytes: number
}

/** Where the sheet of a selection is kept. */
export interface Sheets {
  readonly kept: Shelf<Sheet>
  /** What tells the selection from all others, its type with it. */
  readonly selection: string
}

/** A sheet that has become longer gives way to a new one, so that a few selections have room beside each other. */
const SHEET_BYTES = 32 * 1024 * 1024
/** As text, and as it is sent. */
const BYTES_OF_CHARACTER = 2
/** What a text takes besides its characters. */
const RECORD_BYTES = 150

/** Objects and lists within each other up to which the engine's own writer is safe. */
const MAX_NATIVE_DEPTH = 200
/** Members of an answer besides its entries. */
const ENVELOPE = 10

/** Whether what is shown of a row depends on that row alone, and cannot fail. */
export function isPerRow({ populate, fails, asReal }: Selection): boolean {
  const waiting: (Populated | Selection)[] = [...populate]
  if (fails !== undefined || (asReal?.positionAs ?? null) !== null) return false
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('model' in next) {
      if (next.fails !== undefined) return false
      pushAll(waiting, next.populate)
      continue
    }
    if ((next.asReal?.before?.failsIfUnset ?? null) !== null) return false
    for (const branch of next.branches.values()) {
      const { ties, asReal: real, select } = branch
      if (typeof ties !== 'string' || real?.excludesPage === true || (real?.fails ?? null) !== null)
        return false
      waiting.push(select)
    }
  }
  return true
}

/** undefined where the evaluation has to decide. */
export function writtenEntries(
  plan: QueryPlan,
  graph: Graph,
  limits: AnswerLimits,
  sheets: Sheets,
): WrittenEntries | undefined {
  const { asReal } = plan.page
  if (asReal !== null && (asReal.fails !== null || asReal.countsNone)) return undefined
  const meter = new Meter(limits.budget)
  try {
    const { page, total } = (limits.find ?? scan)(plan, graph, meter)
    const shown = textsOf(page, plan, graph, { meter, ...limits }, sheets)
    if (shown === undefined || (plan.target.kind !== 'list' && shown.length === 0)) return undefined
    let [members, steps, length] = [ENVELOPE, meter.spent, 0]
    for (const one of shown) {
      members += one.members + 1
      steps += one.steps
      length += one.text.length
    }
    if (members > limits.members || steps > limits.budget || length > MAX_ANSWER_LENGTH / 2) return undefined
    return { entries: shown, total }
  } catch (error) {
    if (error instanceof WorkExceeded) return undefined
    throw error
  }
}

function textsOf(
  page: readonly Row[],
  plan: QueryPlan,
  graph: Graph,
  { meter, members }: AnswerLimits & { readonly meter: Meter },
  { kept, selection }: Sheets,
): readonly EntryText[] | undefined {
  const sheet = kept.get(selection) ?? { texts: new Map<Row, EntryText>(), bytes: 0 }
  const missing = page.filter((row) => !sheet.texts.has(row))
  if (missing.length > 0) {
    const before = meter.spent
    const shown = showRows(missing, plan.select, graph, { meter, maxMembers: members })
    if (shown.kind !== 'shown') return undefined
    const steps = meter.spent - before
    for (const [at, row] of missing.entries()) {
      const one = written(shown.entries[at], steps)
      if (one === undefined) return undefined
      sheet.texts.set(row, one)
      sheet.bytes += BYTES_OF_CHARACTER * one.text.length + RECORD_BYTES
    }
    if (sheet.bytes < SHEET_BYTES) kept.set(selection, sheet, sheet.bytes)
    else kept.set(selection, { texts: new Map(), bytes: 0 }, 0)
  }
  const shown: EntryText[] = []
  for (const row of page) {
    const one = sheet.texts.get(row)
    if (one !== undefined) shown.push(one)
  }
  return shown
}

function written(entry: Entry | undefined, steps: number): EntryText | undefined {
  if (entry === undefined) return undefined
  const { members, depth } = measure(entry)
  const text = depth <= MAX_NATIVE_DEPTH ? JSON.stringify(entry) : writeJson(entry)
  return text === undefined ? undefined : { text, members, steps, bytes: null }
}
