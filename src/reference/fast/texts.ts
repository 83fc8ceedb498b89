/**
 * The strategy that renders entries as cached JSON texts. Rows never change. A row has the same JSON text on every
 * page, unless its selection depends on the page. If the answer may exceed a limit, `renderValues` renders the page,
 * because only `renderValues` counts the steps exactly.
 */
import { type CachePartition, cachedIn, type LruBudget } from '../../util/cache/lru.ts'
import { pushAll } from '../../util/push.ts'
import { Meter, WorkExceeded } from '../evaluate/meter.ts'
import { type Allowance, type Entry, showRows } from '../evaluate/populate.ts'
import { type Render, renderValues, type Values } from '../evaluate/render.ts'
import { measure } from '../evaluate/size.ts'
import type { Graph, Row } from '../graph/graph.ts'
import { restricts } from '../plan/fields.ts'
import type { Populated, Selection } from '../plan/plan.ts'
import type { Prepared } from '../prepare.ts'
import { MAX_ANSWER_LENGTH, writeJson } from '../respond/json.ts'
import type { EntryText, Texts } from '../respond/pieces.ts'
import * as real from '../strapi/evaluate.ts'

/** The cached JSON texts of one selection, by row. */
interface Sheet {
  readonly texts: Map<Row, EntryText>
  bytes: number
}

export interface TextCache {
  /**
   * Returns the cache key for the entry texts of a plan, for a role with a number; null if the texts cannot be
   * cached.
   */
  readonly keyOf: (prepared: Prepared, role: number) => string | null
  /** Makes the function that renders rows with the cached texts of a cache key. */
  readonly renderer: (key: string) => Render<Values | Texts>
}

/**
 * The maximum bytes of a sheet, which contains the cached texts of one selection. The cache removes a larger sheet,
 * so that the texts of one selection do not evict all other texts.
 */
const SHEET_BYTES = 32 * 1024 * 1024
/** The memory for each character of a cached text: one byte in the text, and one byte in its UTF-8 form. */
const BYTES_OF_CHARACTER = 2
/** The bytes of memory for a cached text in addition to its characters. */
const RECORD_BYTES = 150

/** The nesting depth up to which `JSON.stringify` cannot overflow the stack. */
const MAX_NATIVE_DEPTH = 200

export function textCache(cache: LruBudget): TextCache {
  const sheets = cache.partition<Sheet>()
  const keys = cache.partition<string>()
  let lastKey = 0

  /**
   * Returns the cache key for the texts of entries: a number for everything that determines the text of an entry,
   * except for the row.
   */
  function keyOf({ syntax, plan }: Prepared, role: number): string | null {
    if (!isPerRow(plan.select)) return null
    const { type, rows, select } = plan
    const { fields, populate } = syntax
    // If the query names `fields`, the scalars of an entry also depend on the sort and the filters (`leakedAtRoot`).
    // Otherwise, the other parts of the key determine the scalars.
    const scalars = restricts(fields) ? select.scalars : null
    const key = `${role} ${type.uid} ${JSON.stringify([rows, scalars, select.asRead, fields, populate])}`
    return cachedIn(keys, key, () => ({ value: String(++lastKey), bytes: 0 }))
  }

  const renderer =
    (key: string): Render<Values | Texts> =>
    (rows, selection, graph, allowance) => {
      const rendered = textsOf(rows, selection, graph, allowance, { sheets, key })
      return rendered === undefined
        ? renderValues(rows, selection, graph, allowance)
        : { kind: 'rendered', rendered }
    }
  return { keyOf, renderer }
}

/**
 * Returns whether each row of a selection can be rendered alone. A row can be rendered alone if its text depends on
 * no other row of the page, and if rendering cannot fail.
 */
function isPerRow(selection: Selection): boolean {
  const { populate, fails } = selection
  const waiting: (Populated | Selection)[] = [...populate]
  if (fails !== undefined || real.positionIn(selection) !== null) return false
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('model' in next) {
      if (next.fails !== undefined) return false
      pushAll(waiting, next.populate)
      continue
    }
    if (real.failsIfUnset(next)) return false
    for (const branch of next.branches.values()) {
      if (typeof branch.ties !== 'string' || real.dependsOnPage(branch)) return false
      waiting.push(branch.select)
    }
  }
  return true
}

interface TextPlace {
  readonly sheets: CachePartition<Sheet>
  readonly key: string
}

/**
 * Returns the entry texts of a page; undefined if the page may exceed a limit. The number of steps is not known
 * exactly, because cached texts only have an upper bound.
 */
function textsOf(
  rows: readonly Row[],
  selection: Selection,
  graph: Graph,
  { meter, maxMembers }: Allowance,
  place: TextPlace,
): Texts | undefined {
  const trial: Allowance = { meter: new Meter(meter.left), maxMembers }
  const texts = textsIn(place.sheets.get(place.key), rows) ?? newTexts(rows, selection, graph, trial, place)
  if (texts === undefined) return undefined
  let [members, steps, length] = [0, trial.meter.spent, 0]
  for (const one of texts) {
    members += one.members + 1
    steps += one.steps
    length += one.text.length
  }
  if (members > maxMembers || steps > meter.left || length > MAX_ANSWER_LENGTH / 2) return undefined
  meter.spend(steps, 'populate')
  return { form: 'texts', entries: texts, members }
}

/** Returns the cached texts of the rows; undefined if the cache lacks the text of any row. */
function textsIn(sheet: Sheet | undefined, rows: readonly Row[]): readonly EntryText[] | undefined {
  const texts: EntryText[] = []
  for (const row of rows) {
    const text = sheet?.texts.get(row)
    if (text === undefined) return undefined
    texts.push(text)
  }
  return texts
}

/** Renders and caches the missing texts of rows; undefined if a limit stops the rendering. */
function newTexts(
  rows: readonly Row[],
  selection: Selection,
  graph: Graph,
  allowance: Allowance,
  place: TextPlace,
): readonly EntryText[] | undefined {
  const { sheets, key } = place
  const sheet = sheets.get(key) ?? { texts: new Map<Row, EntryText>(), bytes: 0 }
  const missing = rows.filter((row) => !sheet.texts.has(row))
  const entries = entriesOf(missing, selection, graph, allowance)
  if (entries === undefined) return undefined
  for (const [at, row] of missing.entries()) {
    const text = textOf(entries[at], allowance.meter.spent)
    if (text === undefined) return undefined
    sheet.texts.set(row, text)
    sheet.bytes += BYTES_OF_CHARACTER * text.text.length + RECORD_BYTES
  }
  if (sheet.bytes < SHEET_BYTES) sheets.set(key, sheet, sheet.bytes)
  else sheets.set(key, { texts: new Map(), bytes: 0 }, 0)
  return textsIn(sheet, rows)
}

function entriesOf(
  rows: readonly Row[],
  selection: Selection,
  graph: Graph,
  allowance: Allowance,
): readonly Entry[] | undefined {
  try {
    const shown = showRows(rows, selection, graph, allowance)
    return shown.kind === 'shown' ? shown.entries : undefined
  } catch (error) {
    if (error instanceof WorkExceeded) return undefined
    throw error
  }
}

/**
 * Returns the JSON text of an entry with its measures; undefined if the text would be too long. The parameter `steps`
 * is an upper bound of the budget steps for rendering the entry.
 */
function textOf(entry: Entry | undefined, steps: number): EntryText | undefined {
  if (entry === undefined) return undefined
  const { members, depth } = measure(entry)
  const text = depth <= MAX_NATIVE_DEPTH ? JSON.stringify(entry) : writeJson(entry)
  return text === undefined ? undefined : { text, members, steps, bytes: null }
}
