/** Creates mutants by number. The same number and seed give the same mutant. */
import * as fc from 'fast-check'
import { dice, type Roll, roll } from '../../../properties/arbitraries/dice.ts'
import { type BaseDataset, baseOf, DATASETS } from './base.ts'
import { mutateBytes } from './bytes.ts'
import { mutateFolder } from './folders.ts'
import { mutateMemory } from './memory.ts'
import { KINDS, type Mutate, type Mutation, type MutationKind } from './mutant.ts'
import { mutateReferences } from './references.ts'
import { mutateSchema } from './schemas.ts'
import { mutateValues } from './values.ts'

export interface Mutant extends Mutation {
  readonly number: number
  readonly kind: MutationKind
  readonly base: BaseDataset
  /** The seed of the requests to the mutated dataset. */
  readonly seed: number
}

const MUTATIONS: { readonly [kind in MutationKind]: Mutate } = {
  bytes: mutateBytes,
  values: mutateValues,
  schema: mutateSchema,
  references: mutateReferences,
  folder: mutateFolder,
  memory: mutateMemory,
}

/** The weight of each kind in the random choice of a mutant. */
const SHARES: { readonly [kind in MutationKind]: number } = {
  bytes: 4,
  values: 5,
  schema: 5,
  references: 4,
  folder: 3,
  memory: 2,
}

const KINDS_BY_SHARE: readonly MutationKind[] = KINDS.flatMap((kind) =>
  Array.from({ length: SHARES[kind] }, () => kind),
)

const THROWS = 80

/** Returns the seed of a mutant. The seeds of neighbouring runs are far apart, so that the runs share no mutants. */
const seedOf = (seed: number, number: number): number =>
  Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)

/** Returns the mutant with the given number. If `only` is a kind, the mutant is of this kind. */
export function mutantOf(seed: number, number: number, only?: MutationKind): Mutant {
  const own = seedOf(seed, number)
  const [throws = []] = fc.sample(dice(THROWS), { seed: own, numRuns: 1 })
  const luck: Roll = roll(throws)
  const kind = only ?? luck.pick(KINDS_BY_SHARE)
  const name = luck.pick(DATASETS)
  const base = baseOf(kind === 'memory' && name.startsWith('strapi') ? 'guide' : name)
  return { number, kind, base, seed: own, ...MUTATIONS[kind](base, luck) }
}
