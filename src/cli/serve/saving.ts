/** `serve --save`: writes changes back into the served dataset folder. */
import type { Graph } from '../../reference/graph/graph.ts'
import { SourceError } from '../../sources/index.ts'
import type { Opened } from '../source.ts'
import type { AnsweringOptions } from './answering.ts'

interface SavingOptions {
  readonly watch?: true
  readonly readOnly?: true
}

/** @throws SourceError if the source cannot be saved. */
export async function savingOf(
  { graph, source }: Opened,
  path: string,
  { watch, readOnly }: SavingOptions,
): Promise<Pick<AnsweringOptions, 'written' | 'sent'>> {
  const other = watch === true ? '--watch' : readOnly === true ? '--read-only' : undefined
  if (other !== undefined) throw new SourceError(`--save: expected it without ${other}, found both`)
  if (source.kind !== 'dataset folder')
    throw new SourceError(`--save: expected a dataset folder, found a ${source.kind}; import it first`)
  const { Saving } = await import('../../sources/write/save.ts')
  const saving = new Saving(path, graph)
  const written = (now: Graph): void => {
    for (const file of saving.save(now)) process.stdout.write(`saved ${file}\n`)
  }
  return { written, sent: (name, bytes) => saving.keep(name, bytes) }
}
