/** `populace fake-values`: writes a first draft of a file for `--fake-values`. */
import { Command } from 'commander'
import { OUT, type OutOptions, type SourceOptions, withSourceOptions } from '../../options.ts'
import { writeOut } from '../../output.ts'
import { reportingErrors } from '../../run.ts'
import { openSound } from '../../source.ts'
import { withSource } from '../../where.ts'

interface DraftOptions extends SourceOptions, OutOptions {}

const USUAL_COUNT = 20

export function fakeValuesCommand(): Command {
  return withSource(withSourceOptions(new Command('fake-values')), 'argument')
    .addOption(OUT)
    .action(reportingErrors(writeDraft))
}

async function writeDraft(path: string, options: DraftOptions): Promise<void> {
  const { out, fake: count = USUAL_COUNT, seed = 1, fakeValues: _, fake: __, ...rest } = options
  const { source } = await openSound(path, rest)
  source.end?.()
  const { draftValues } = await import('../../../sources/fake/draft.ts')
  writeOut(`${JSON.stringify(draftValues(source, { count, seed }), undefined, 2)}\n`, out)
}
