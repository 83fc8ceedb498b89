/**
 * Lists the parts of an answer level by level, from the plan and the entries of the answer. Uses a loop instead of
 * recursion, because plans may be deep.
 */

import type { Entry } from '../reference/evaluate/populate.ts'
import type { Node } from '../reference/graph/graph.ts'
import type { Branch, Populated, Selection } from '../reference/plan/plan.ts'
import type { Model } from '../reference/schema/schema.ts'
import { modelOf } from '../reference/schema/target.ts'
import { pushAll } from '../util/push.ts'
import { textOfOrder, textOfRootOrder } from './condition-text.ts'
import type { ExplainContext } from './explain-context.ts'
import type { Absent, KeptBack, Place, StepTaken } from './explanation.ts'
import { textOfWay, type Way } from './place.ts'
import { absentOf } from './rows/absent.ts'
import { applyExclusions, type ExclusionStep, type VisibleNode } from './rows/exclusion.ts'
import { AttributeLinks, type Empty } from './rows/linked.ts'
import type { RootRows } from './rows/rows.ts'
import { keptBack } from './sentences.ts'

/** The rendered entries of one model at one path of the answer, each with its row. */
export interface RenderedRows {
  readonly way: Way
  readonly above: number | null
  readonly selection: Selection
  readonly shows: ReadonlyMap<Node, Entry>
  readonly steps: readonly StepTaken[]
  readonly order: string
  readonly isMany: boolean
  readonly keptBack: readonly KeptBack[]
}

export interface Places {
  readonly places: readonly Place[]
  readonly hasMore: boolean
}

/**
 * The maximum number of parts of an answer that an explanation lists. Each dynamic zone on a path multiplies the
 * number of parts of an answer.
 */
const MAX_PLACES = 200
/** The maximum number of entries that an explanation covers, over all parts of the answer. */
const MAX_ENTRIES = 20_000
/** The maximum number of hidden rows that an explanation lists for one part of the answer. */
const NAMED = 20

export function placesOf(
  entries: ReadonlyMap<Node, Entry>,
  rows: RootRows,
  explained: ExplainContext,
): Places {
  const { plan } = explained
  const places: Place[] = []
  const waiting: RenderedRows[] = [
    {
      way: { root: plan.type, steps: [] },
      above: null,
      selection: plan.select,
      shows: entries,
      steps: rows.steps,
      order: textOfRootOrder(plan),
      isMany: plan.target.kind === 'list',
      keptBack: rows.keptBack,
    },
  ]
  let looked = 0
  // The loop body appends items to `waiting`, and the same loop later visits these appended items.
  for (const spot of waiting) {
    looked += spot.shows.size
    if (places.length >= MAX_PLACES || looked > MAX_ENTRIES) return { places, hasMore: true }
    const { place, below } = placeOf(spot, places.length, explained)
    places.push(place)
    pushAll(waiting, below)
  }
  return { places, hasMore: false }
}

function placeOf(
  spot: RenderedRows,
  at: number,
  explained: ExplainContext,
): { readonly place: Place; readonly below: readonly RenderedRows[] } {
  const { way, selection, shows, above } = spot
  const every = absentOf(selection, way, shows.size, explained)
  // Proposes no change for a part of the answer without entries, because no change of the query can show an attribute
  // in such a part.
  const absent = shows.size > 0 ? every : every.map((one): Absent => ({ ...one, change: null }))
  const nowhere = new Set(absent.map(({ attribute }) => attribute))
  const found = selection.populate
    .filter(({ attribute }) => !nowhere.has(attribute.name))
    .map((item) => populatedAt(item, spot, at, explained))
  const entries = [...shows.values()]
  const names = [
    'id',
    ...(entries.some((entry) => 'documentId' in entry) ? ['documentId'] : []),
    ...selection.scalars,
    ...selection.populate
      .map(({ attribute }) => attribute.name)
      .filter((name) => entries.some((entry) => name in entry)),
  ]
  return {
    place: {
      at: textOfWay(way),
      above,
      attribute: way.steps.at(-1)?.attribute.name ?? null,
      model: selection.model.uid,
      isMany: spot.isMany,
      entries: shows.size,
      steps: spot.steps,
      order: spot.order,
      shown: entries.length === 0 ? [] : names,
      absent: [...absent, ...found.flatMap(({ absent }) => absent)],
      keptBack: [...spot.keptBack, ...found.flatMap((one) => one.keptBack)].slice(0, NAMED),
    },
    below: found.flatMap(({ below }) => below),
  }
}

interface PopulatedAt {
  readonly absent: readonly Absent[]
  readonly keptBack: readonly KeptBack[]
  readonly below: readonly RenderedRows[]
}

/** Explains one populated attribute for all entries at one path of the answer. */
function populatedAt(
  item: Populated,
  spot: RenderedRows,
  at: number,
  explained: ExplainContext,
): PopulatedAt {
  const links = new AttributeLinks(item, spot.way, explained)
  const name = item.attribute.name
  const hidden: KeptBack[] = []
  const empty = new Map<ExclusionStep | null, { readonly cause: Empty; entries: number }>()
  const shows = new Map<string, Map<Node, Entry>>()
  const linked: VisibleNode[] = []
  for (const [node, entry] of spot.shows) {
    const rows = links.rowsOf(node, entry)
    pushAll(linked, rows.linked)
    if (item.count && name in entry) continue
    for (const [row, one] of rows.shown) {
      const ofKind = shows.get(row.uid) ?? new Map<Node, Entry>()
      shows.set(row.uid, ofKind.set(row, one))
    }
    for (const row of rows.hidden.slice(0, NAMED - hidden.length))
      hidden.push(keptBack(row, name, links.whyHidden(row)))
    if (rows.shown.length > 0) continue
    const cause = links.whyEmpty(node, rows.hidden)
    const known = empty.get(cause.exclusion)
    if (known === undefined) empty.set(cause.exclusion, { cause, entries: 1 })
    else known.entries += 1
  }
  return {
    absent: [...empty.values()].map(({ cause, entries }) => emptyAt(item, cause, entries)),
    keptBack: hidden,
    below: [...shows].flatMap(([uid, ofKind]) =>
      spotBelow(uid, ofKind, item, { spot, at, links, linked }, explained),
    ),
  }
}

function emptyAt({ attribute }: Populated, { exclusion, row }: Empty, entries: number): Absent {
  const { name } = attribute
  if (exclusion === null) {
    const sentence = `${name} is empty: the entry links nothing there.`
    return { attribute: name, reason: 'nothing-linked', sentence, rule: null, entries, change: null }
  }
  const sentence = `${name} is empty: ${row.uid} ${row.documentId ?? row.id} is linked, and ${exclusion.because(row)}.`
  const reason = exclusion.reason(row)
  return { attribute: name, reason, sentence, rule: null, entries, change: exclusion.change(row) }
}

interface Above {
  readonly spot: RenderedRows
  readonly at: number
  readonly links: AttributeLinks
  readonly linked: readonly VisibleNode[]
}

/**
 * Returns the part of the answer for one populated attribute and one model: all entries of this model in the
 * attribute.
 */
function spotBelow(
  uid: string,
  shows: ReadonlyMap<Node, Entry>,
  item: Populated,
  { spot, at, links, linked }: Above,
  explained: ExplainContext,
): readonly RenderedRows[] {
  const model: Model | undefined = modelOf(explained.context.schema, uid)
  const branch: Branch | undefined = item.branches.get(uid)
  if (model === undefined || branch === undefined) return []
  const { attribute } = item
  const ofKind = linked.filter((row) => row.uid === uid)
  const { steps } = applyExclusions(ofKind, links.exclusionsOf(uid))
  return [
    {
      way: { root: spot.way.root, steps: [...spot.way.steps, { attribute, model }] },
      above: at,
      selection: branch.select,
      shows,
      steps: [
        {
          step: 'linked',
          says: `${attribute.name} of ${spot.shows.size} entries`,
          left: ofKind.length,
          access: 'links',
        },
        ...steps,
      ],
      order: textOfOrder(branch.sort, branch.ties),
      isMany: attribute.kind === 'zone' || attribute.many,
      keptBack: [],
    },
  ]
}
