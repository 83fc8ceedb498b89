/** `populace types`: declarations of TypeScript for a source. */
import { Command } from 'commander'
import { declarationsOf } from '../types/index.ts'
import { writeOut } from './output.ts'
import { guideDataset } from './root.ts'
import { told } from './run.ts'
import { openSound, type SourceOptions, withSourceOptions } from './source.ts'
import { ROLE_HELP, SOURCE_HELP } from './world.ts'

interface TypesOptions extends SourceOptions {
  readonly role?: string
  readonly out?: string
}

export function typesCommand(): Command {
  return withSourceOptions(new Command('types'))
    .argument('[source]', SOURCE_HELP, guideDataset())
    .option('--role <name>', ROLE_HELP)
    .option('--out <file>', 'where to; standard output where it is left out')
    .action(told(writeTypes))
}

async function writeTypes(source: string, options: TypesOptions): Promise<void> {
  const { role, out } = options
  const { graph } = await openSound(source, options)
  writeOut(declarationsOf(graph, role === undefined ? {} : { role }), out)
}
