/**
 * Tests writes: plays the write sessions of the suite and generated write sequences. Each session creates its own
 * documents, and the check deletes these documents.
 */

import { DOCUMENT_ID_SPACE } from '../../compare/meaning.ts'
import type { Session } from '../../exchange/session.ts'
import { createCleanup } from '../../writes/cleanup.ts'
import {
  generatedSequences,
  type NamedSequence,
  namedSequence,
  sequencesFor,
} from '../../writes/generate/sequences.ts'
import type { Stage } from '../../writes/scene.ts'
import { createWriteReference } from '../../writes/write-reference.ts'
import { isAbout, isNamed, isOfShard } from '../choice.ts'
import { pairNames } from '../pair-names.ts'
import { type Run, reportProgress } from '../run.ts'
import { createDatasetLoader } from './loading.ts'
import { createPlayer, type Item, SEQUENCES } from './player.ts'
import type { WriteResults } from './results.ts'

/**
 * Plays all selected write sessions and generated sequences. If options name cases or replays, plays only the named
 * sessions and sequences. Deletes all created documents, even if the run ends early.
 */
export async function runWrites(
  run: Run,
  named: readonly { readonly seed: number; readonly index: number }[] = [],
): Promise<WriteResults> {
  const { settings } = run
  const session = writing(run.session)
  const isKnown = (token: string): boolean => !session.unknownTokens.has(token)
  const { target, tokens } = session
  const cleanup = createCleanup({ graph: settings.graph, target, tokens, isKnown })
  const writeReference = createWriteReference(settings.graph, settings.profile)
  const stage: Stage = {
    session,
    writeReference,
    cleanup,
    onEqual: () => undefined,
    onEqualWrite: () => undefined,
  }
  const generating = { graph: settings.graph, dataset: settings.dataset, isKnown }
  const items = [
    ...settings.sessions.map(itemOf),
    ...(isNamed(settings.choice)
      ? named.flatMap((one) => namedSequence(writeReference, one, generating))
      : generatedSequences(
          writeReference,
          { seed: settings.seed, count: sequencesFor(settings.runs) },
          generating,
        ).filter(({ rules }, at) => isOfShard(settings.choice, at) && isAbout(settings.choice, [...rules]))
    ).map(generatedItem),
  ]
  if (session.equality.renaming.pairs(DOCUMENT_ID_SPACE).length === 0) await pairNames(session)
  const loading = createDatasetLoader(run, stage, writing)
  const player = createPlayer(run, stage, loading.stageFor)
  try {
    for (const [at, item] of items.entries()) {
      await player.take(item)
      reportProgress(run, 'writes', at + 1, items.length)
      if (player.isOver()) break
    }
  } finally {
    await loading.restore()
    await cleanup.clearFinally()
  }
  return player.result(items)
}

/**
 * Changes the session of the check so that it may send writes. It then maps ids and compares instants by shape,
 * because the target chooses both for new documents.
 */
const writing = (session: Session): Session => ({
  ...session,
  methods: 'all',
  equality: { ...session.equality, ids: 'mapped', times: 'shape' },
})

function itemOf(session: Run['settings']['sessions'][number]): Item {
  const { id, name, level, tags } = session
  return { session, origin: { part: 'suite', id, name, level }, feature: tags[0] ?? 'other' }
}

const generatedItem = ({ session, replay }: NamedSequence): Item => ({
  ...{ session, feature: SEQUENCES },
  origin: { part: 'generated', replay },
})
