/**
 * The renaming: a one-to-one mapping between the names (such as ids) of the reference and those of the target. Each
 * space, such as `documentId`, has its own mapping.
 */

/** A name that may differ between servers: a row id, a documentId, or a text that identifies an upload. */
export type Name = number | string

/**
 * The identifier of a space, which is a set of names with its own mapping. It is `documentId`, `file.url`,
 * `file.hash`, `instant`, or `id:<uid>` for the row ids of a content type or component.
 */
export type Space = string

export interface NamePair {
  readonly space: Space
  readonly reference: Name
  readonly target: Name
}

export interface Renaming {
  readonly toTarget: (space: Space, reference: Name) => Name | undefined
  readonly toReference: (space: Space, target: Name) => Name | undefined
  /** Returns all pairs of names in a space. */
  readonly pairs: (space: Space) => readonly NamePair[]
  /** Returns whether a space has pairs of names, and reference and target use the same name in each pair. */
  readonly isSame: (space: Space) => boolean
  /** Adds pairs of names to the renaming, after a draft has accepted them. */
  readonly commit: (pairs: readonly NamePair[]) => void
}

/**
 * A collection of pairs of names that do not contradict a renaming. The caller commits the pairs to the renaming
 * later.
 */
export interface Draft {
  /** Adds a pair of names; returns false if the pair contradicts an earlier pair. */
  readonly pair: (pair: NamePair) => boolean
  readonly pairs: () => readonly NamePair[]
}

interface Directions {
  readonly there: Map<Name, Name>
  readonly back: Map<Name, Name>
  /** Whether any pair in this space consists of two different names. */
  differs: boolean
}

export function createRenaming(): Renaming {
  const spaces = new Map<Space, Directions>()
  return {
    toTarget: (space, reference) => spaces.get(space)?.there.get(reference),
    toReference: (space, target) => spaces.get(space)?.back.get(target),
    pairs: (space) =>
      [...(spaces.get(space)?.there ?? [])].map(([reference, target]) => ({ space, reference, target })),
    isSame: (space) => spaces.get(space)?.differs === false,
    commit: (pairs) => {
      for (const pair of pairs) put(spaces, pair)
    },
  }
}

function put(spaces: Map<Space, Directions>, { space, reference, target }: NamePair): void {
  const directions = spaces.get(space) ?? { there: new Map(), back: new Map(), differs: false }
  directions.there.set(reference, target)
  directions.back.set(target, reference)
  directions.differs ||= reference !== target
  spaces.set(space, directions)
}

export function draftOf(renaming: Renaming): Draft {
  const spaces = new Map<Space, Directions>()
  const drafted: NamePair[] = []
  return {
    pair: (pair) => {
      const { space, reference, target } = pair
      const there = renaming.toTarget(space, reference) ?? spaces.get(space)?.there.get(reference)
      const back = renaming.toReference(space, target) ?? spaces.get(space)?.back.get(target)
      if (there !== undefined || back !== undefined) return there === target && back === reference
      put(spaces, pair)
      drafted.push(pair)
      return true
    },
    pairs: () => drafted,
  }
}

/**
 * Returns whether the paired ids of a space have the same order on both servers. If the orders differ, the target
 * sorts tied entries differently, and no renaming makes the answers equal.
 */
export function keepsOrder(renaming: Renaming, space: Space): boolean {
  const pairs = [...renaming.pairs(space)].sort((a, b) => Number(a.reference) - Number(b.reference))
  return pairs.every(({ target }, at) => at === 0 || Number(pairs[at - 1]?.target) < Number(target))
}
