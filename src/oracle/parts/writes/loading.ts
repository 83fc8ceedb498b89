/**
 * Prepares write sessions that change entries of the dataset. Loads the dataset into the target before each of these
 * sessions, and once more after the last session.
 */

import { filesOf } from '../../../reference/load/build.ts'
import { invariant } from '../../../util/invariant.ts'
import type { Session } from '../../exchange/session.ts'
import type { WriteSession } from '../../suite/session.ts'
import { createCleanup } from '../../writes/cleanup.ts'
import type { Stage } from '../../writes/scene.ts'
import { createWriteReference } from '../../writes/write-reference.ts'
import { pairNames } from '../pair-names.ts'
import { type Run, startRun } from '../run.ts'

export interface DatasetLoader {
  /** Returns the stage on which a write session can be played, or the reason why the session cannot run. */
  readonly stageFor: (session: WriteSession) => Promise<Stage | string>
  /** Loads the dataset into the target once more, if a write session has changed the dataset. */
  readonly restore: () => Promise<void>
}

const NO_RELOAD = 'it changes entries of the dataset; `--reload` allows that'

export function createDatasetLoader(
  run: Run,
  stage: Stage,
  writing: (session: Session) => Session,
): DatasetLoader {
  const { settings, coverage, session } = run
  const { graph, reload, profile } = settings
  const files = filesOf(graph)
  invariant(files !== undefined, 'the graph of a check was built from files')
  let isChanged = false
  return {
    stageFor: async ({ isLoaded }) => {
      if (!isLoaded) return stage
      if (reload === undefined) return NO_RELOAD
      try {
        isChanged = true
        const target = session.target.withSharedCounters(await reload(files))
        const own = writing(startRun(settings, target, graph, coverage, session.flaky).session)
        await pairNames(own)
        const cleanup = createCleanup({
          graph,
          target,
          tokens: own.tokens,
          isKnown: (token) => !own.unknownTokens.has(token),
        })
        return { ...stage, session: own, cleanup, writeReference: createWriteReference(graph, profile) }
      } catch (error) {
        return `the dataset could not be loaded: ${error instanceof Error ? error.message : String(error)}`
      }
    },
    restore: async () => {
      if (!isChanged || reload === undefined) return
      const target = await reload(files)
      await target.close()
    },
  }
}
