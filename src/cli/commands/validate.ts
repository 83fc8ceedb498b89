/** `populace validate`: reports every fault of a source. */
import { Command } from 'commander'
import { SOURCE_HELP, type SourceOptions, withServerToken, withSourceOptions } from '../options.ts'
import { reportingErrors } from '../run.ts'
import { countOf, openSound } from '../source.ts'

export function validateCommand(): Command {
  return withServerToken(withSourceOptions(new Command('validate')))
    .argument('<source>', SOURCE_HELP)
    .action(reportingErrors(validate))
}

async function validate(path: string, options: SourceOptions & { readonly token?: string }): Promise<void> {
  const { graph } = await openSound(path, options)
  process.stdout.write(`No faults: ${countOf(graph)}.\n`)
}
