/**
 * Decides to which depth the OpenAPI document describes each content type and component. Schemas of entries refer to
 * each other without end, but tools that resolve references need a finite number of paths.
 */

import type { Uid } from '../../reference/schema/schema.ts'
import type { Seen, SeenLink, SeenModel } from '../types/seen.ts'

/**
 * `whole` is the entry of an answer itself, with its components. `linked` is an entry that a relation of a `whole`
 * entry leads to; it has no dynamic zones. Relations and components of a `linked` entry are `plain`: a plain entry has
 * only scalars, a plain component has no relations.
 */
export type Depth = (typeof DEPTHS)[number]
const DEPTHS = ['whole', 'linked', 'plain'] as const

/** The depths at which the document describes each model. */
export interface Depths {
  /** Returns the depths at which the document describes a model, from `whole` to `plain`. */
  readonly of: (uid: Uid) => readonly Depth[]
  /**
   * Returns the depth whose schema describes a model at `depth`. If the schemas of several depths are equal, the
   * document contains only one of them.
   */
  readonly at: (uid: Uid, depth: Depth) => Depth
}

/**
 * Returns the depth at which the schema describes the linked entries of an attribute; undefined if the schema does
 * not describe them.
 */
export function depthBelow({ attribute }: SeenLink, depth: Depth): Depth | undefined {
  switch (attribute.kind) {
    case 'component':
    case 'zone':
      return depth === 'whole' ? 'whole' : 'plain'
    case 'media':
      return 'linked'
    case 'morphTo':
      return depth === 'whole' ? 'plain' : undefined
    case 'relation':
    case 'morphBy':
      return NEXT[depth]
  }
}

const NEXT = { whole: 'linked', linked: 'plain', plain: undefined } as const

/** Returns the relations, components and files that the schema of a model describes at a depth. */
export function linksAt({ model, links }: SeenModel, depth: Depth): readonly SeenLink[] {
  if (depth === 'whole') return links
  if (depth === 'linked') return links.filter(({ attribute }) => attribute.kind !== 'zone')
  if (model.modelType === 'contentType') return []
  return links.filter(({ attribute }) => PARTS.has(attribute.kind))
}

/** The kinds of attributes, besides scalars, that the schema of a plain component describes. */
const PARTS: ReadonlySet<string> = new Set(['component', 'zone', 'media'])

/** Returns the depths of all models that can occur in answers about the types in `roots`. */
export function depthsOf({ models }: Seen, roots: Iterable<Uid>): Depths {
  const leading = leadingUids(models)
  const at = (uid: Uid, depth: Depth): Depth => {
    const seen = models.get(uid)
    const hasAll = seen !== undefined && linksAt(seen, depth).length === seen.links.length
    return hasAll && !leading.has(uid) ? 'whole' : depth
  }
  const found = new Map<Uid, Set<Depth>>()
  const waiting = [...roots].map((uid): readonly [Uid, Depth] => [uid, 'whole'])
  // All morph relations share one list of targets, so the list is added only once.
  const queued = new Set<readonly Uid[]>()
  for (const [uid, depth] of waiting) {
    const known = found.get(uid) ?? new Set()
    const own = at(uid, depth)
    if (known.has(own)) continue
    found.set(uid, known.add(own))
    const seen = models.get(uid)
    for (const link of seen === undefined ? [] : linksAt(seen, own)) {
      const below = depthBelow(link, own)
      if (below === undefined || queued.has(link.to)) continue
      if (link.attribute.kind === 'morphTo') queued.add(link.to)
      for (const to of link.to) waiting.push([to, below])
    }
  }
  return { of: (uid) => DEPTHS.filter((depth) => found.get(uid)?.has(depth)), at }
}

/** Returns the models that have a relation, or that contain a component with a relation. */
function leadingUids(models: ReadonlyMap<Uid, SeenModel>): ReadonlySet<Uid> {
  const leading = new Set<Uid>()
  const leads = ({ attribute, to }: SeenLink): boolean =>
    attribute.kind === 'component' || attribute.kind === 'zone'
      ? to.some((uid) => leading.has(uid))
      : attribute.kind !== 'media'
  for (let before = -1; before < leading.size; ) {
    before = leading.size
    for (const [uid, { links }] of models) if (links.some(leads)) leading.add(uid)
  }
  return leading
}
