/**
 * Maps the uid of each linked type to the branch of the plan for this type. A dynamic zone may also contain
 * components that its schema does not list.
 */
import type { Branch, Populated } from '../plan/plan.ts'
import type { Uid } from '../schema/schema.ts'

/**
 * Prepares the branches of a populated attribute, one for each linked type. A dynamic zone may contain a component
 * that its schema does not list. The branch for a component type that the schema does not list is prepared when the
 * first component of this type appears.
 */
export function openBranches<T>(
  { attribute, branches }: Populated,
  resolve: (branch: [Uid, Branch]) => [Uid, T],
): ReadonlyMap<Uid, T> {
  const listed = new Map([...branches].map(resolve))
  return attribute.kind === 'zone' ? new OpenMap(listed, branches, resolve) : listed
}

class OpenMap<T> extends Map<Uid, T> {
  readonly #open: (uid: Uid) => T | undefined

  constructor(
    listed: ReadonlyMap<Uid, T>,
    branches: ReadonlyMap<Uid, Branch>,
    resolve: (branch: [Uid, Branch]) => [Uid, T],
  ) {
    super(listed)
    const others = new Map<Uid, T>()
    this.#open = (uid) => {
      const branch = others.has(uid) ? undefined : branches.get(uid)
      if (branch !== undefined) others.set(...resolve([uid, branch]))
      return others.get(uid)
    }
  }

  override get(uid: Uid): T | undefined {
    return super.get(uid) ?? this.#open(uid)
  }
}
