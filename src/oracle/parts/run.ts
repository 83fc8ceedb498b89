/** What the parts of a run share. */
import type { Graph } from '../../reference/graph/graph.ts'
import { type Coverage, createCoverage } from '../causes/coverage.ts'
import { type ExampleOf, exampleMaker } from '../causes/example.ts'
import { type Sight, sighter } from '../causes/sighting.ts'
import { switchFinder } from '../causes/switches.ts'
import { createRenaming } from '../compare/renaming.ts'
import { createReference } from '../exchange/reference.ts'
import type { Session } from '../exchange/session.ts'
import type { Guarded } from '../target/guard.ts'
import type { CheckSettings, Progress } from './options.ts'

export interface Run {
  readonly settings: CheckSettings
  readonly session: Session
  readonly exampleOf: ExampleOf
  readonly sight: Sight
  /** What was compared so far, in all parts. */
  readonly coverage: Coverage
}

/** @throws ProfileError for an unknown profile or quirk. */
export function startRun(
  settings: CheckSettings,
  target: Guarded,
  graph: Graph,
  coverage: Coverage = createCoverage(),
): Run {
  const { profile, ids, times, errors, tokens, methods } = settings
  const reference = createReference(graph, profile)
  const { loose } = reference.profile.database
  const equality = { ids, times, schema: graph.schema, renaming: createRenaming(), loose }
  const session = { reference, target, equality, errors, tokens, methods }
  const sight = sighter(session, switchFinder(session))
  return { settings, session, exampleOf: exampleMaker(session), sight, coverage }
}

/** Tells how far a part is. */
export function tell({ settings, coverage }: Run, part: Progress['part'], done: number, of: number): void {
  settings.onProgress({ part, done, of, differing: coverage.differing() })
}
