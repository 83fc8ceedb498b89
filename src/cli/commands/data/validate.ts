/** `populace validate`: reports every fault of a source. */
import { Command } from 'commander'
import { type SourceOptions, withServerToken, withSourceOptions } from '../../options.ts'
import { reportingErrors } from '../../run.ts'
import { countOf, openSound } from '../../source.ts'
import { print } from '../../terminal.ts'
import { withSource } from '../../where.ts'

export function validateCommand(): Command {
  return withSource(withServerToken(withSourceOptions(new Command('validate'))), 'argument').action(
    reportingErrors(validate),
  )
}

async function validate(path: string, options: SourceOptions & { readonly token?: string }): Promise<void> {
  const { graph } = await openSound(path, options)
  print(`No faults: ${countOf(graph)}.\n`)
}
