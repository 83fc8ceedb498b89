/** The places of an answer, from the plan and the entries that it made: level by level, without recursion. */

import type { Entry } from '../reference/evaluate/populate.ts'
import type { Node } from '../reference/graph/graph.ts'
import type { Branch, Populated, Selection } from '../reference/plan/plan.ts'
import type { Model } from '../reference/schema/schema.ts'
import { modelOf } from '../reference/schema/target.ts'
import { pushAll } from '../util/push.ts'
import { textOfOrder, textOfRootOrder } from './condition-text.ts'
import type { Absent, KeptBack, Place, StepTaken } from './explanation.ts'
import { textOfWay, type Way } from './place.ts'
import { absentOf } from './rows/absent.ts'
import { type Linking, linking, whyEmpty } from './rows/linked.ts'
import type { RootRows } from './rows/rows.ts'
import { type Sieve, sifted, type VisibleNode } from './rows/sieve.ts'
import { keptBack } from './sentences.ts'
import type { ExplainContext } from './told.ts'

/** Entries with the rows that they show, at one place. */
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

/** Told of at the most: a path through zones leads to more places the longer it is. */
const MAX_PLACES = 200
/** Entries looked at in all of them. */
const MAX_ENTRIES = 20_000
/** Rows that are named one by one, at one place. */
const NAMED = 20

export function placesOf(entries: ReadonlyMap<Node, Entry>, rows: RootRows, told: ExplainContext): Places {
  const { plan } = told
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
  // What is found on the way is gone through as well.
  for (const spot of waiting) {
    looked += spot.shows.size
    if (places.length >= MAX_PLACES || looked > MAX_ENTRIES) return { places, hasMore: true }
    const { place, below } = placeOf(spot, places.length, told)
    places.push(place)
    pushAll(waiting, below)
  }
  return { places, hasMore: false }
}

function placeOf(
  spot: RenderedRows,
  at: number,
  told: ExplainContext,
): { readonly place: Place; readonly below: readonly RenderedRows[] } {
  const { way, selection, shows, above } = spot
  const absent = absentOf(selection, way, shows.size, told)
  const nowhere = new Set(absent.map(({ attribute }) => attribute))
  const found = selection.populate
    .filter(({ attribute }) => !nowhere.has(attribute.name))
    .map((item) => populatedAt(item, spot, at, told))
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
      shown: names,
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

/** One populated attribute of all entries of a place. */
function populatedAt(item: Populated, spot: RenderedRows, at: number, told: ExplainContext): PopulatedAt {
  const links = linking(item, spot.way, told)
  const name = item.attribute.name
  const kept: KeptBack[] = []
  const empty = new Map<Sieve | null, { readonly row: VisibleNode | null; entries: number }>()
  const shows = new Map<string, Map<Node, Entry>>()
  const linked: VisibleNode[] = []
  for (const [node, entry] of spot.shows) {
    const all = links.linked(node)
    pushAll(linked, all)
    if (item.count && name in entry) continue
    const shown = new Map(links.shownBy(entry, all))
    for (const [row, one] of shown) {
      const ofKind = shows.get(row.uid) ?? new Map<Node, Entry>()
      shows.set(row.uid, ofKind.set(row, one))
    }
    const hidden = all.filter((row) => !shown.has(row))
    for (const row of hidden.slice(0, NAMED - kept.length)) kept.push(keptBack(row, name, links.whyNot(row)))
    if (shown.size > 0) continue
    const { sieve, row } = whyEmpty(node, hidden, links)
    const known = empty.get(sieve)
    if (known === undefined) empty.set(sieve, { row, entries: 1 })
    else known.entries += 1
  }
  return {
    absent: [...empty].map(([sieve, { row, entries }]) => emptyAt(item, sieve, row, entries)),
    keptBack: kept,
    below: [...shows].flatMap(([uid, ofKind]) =>
      spotBelow(uid, ofKind, item, { spot, at, links, linked }, told),
    ),
  }
}

function emptyAt(
  { attribute }: Populated,
  sieve: Sieve | null,
  row: VisibleNode | null,
  entries: number,
): Absent {
  const { name } = attribute
  if (sieve === null || row === null) {
    const sentence = `${name} is empty: nothing is linked there.`
    return { attribute: name, reason: 'nothing-linked', sentence, rule: null, entries, change: null }
  }
  const sentence = `${name} is empty: ${row.uid} ${row.documentId ?? row.id} is linked, and ${sieve.because(row)}.`
  const reason = sieve.reason(row)
  return { attribute: name, reason, sentence, rule: null, entries, change: sieve.change(row) }
}

interface Above {
  readonly spot: RenderedRows
  readonly at: number
  readonly links: Linking
  readonly linked: readonly VisibleNode[]
}

/** The place of the entries of one kind that an attribute shows. */
function spotBelow(
  uid: string,
  shows: ReadonlyMap<Node, Entry>,
  item: Populated,
  { spot, at, links, linked }: Above,
  told: ExplainContext,
): readonly RenderedRows[] {
  const model: Model | undefined = modelOf(told.context.schema, uid)
  const branch: Branch | undefined = item.branches.get(uid)
  if (model === undefined || branch === undefined) return []
  const { attribute } = item
  const ofKind = linked.filter((row) => row.uid === uid)
  const { steps } = sifted(ofKind, links.sievesOf(uid))
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
