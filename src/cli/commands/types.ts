/** `populace types`: declarations of TypeScript for a source. */
import { Command } from 'commander'
import { declarationsOf, undeclaredIn } from '../../tools/types/index.ts'
import { writeOut } from '../output.ts'
import { guideDataset } from '../root.ts'
import { told } from '../run.ts'
import { openSound, profileFor, type SourceOptions, withSourceOptions } from '../source.ts'
import { PROFILE_HELP, ROLE_HELP, SOURCE_HELP } from '../world.ts'

interface TypesOptions extends SourceOptions {
  readonly role?: string
  readonly profile?: string
  readonly out?: string
}

export function typesCommand(): Command {
  return withSourceOptions(new Command('types'))
    .argument('[source]', SOURCE_HELP, guideDataset())
    .option('--role <name>', ROLE_HELP)
    .option('--profile <name>', PROFILE_HELP)
    .option('--out <file>', 'where to; standard output where it is left out')
    .action(told(writeTypes))
}

async function writeTypes(source: string, options: TypesOptions): Promise<void> {
  const { role, out } = options
  const { graph, source: opened } = await openSound(source, options)
  const profile = await profileFor(options.profile, source, opened)
  const undeclared = undeclaredIn(profile)
  if (undeclared.length > 0)
    process.stderr.write(
      `${profile} also answers in ways that declarations have no words for: ${undeclared.join(', ')}\n`,
    )
  writeOut(declarationsOf(graph, { profile, ...(role === undefined ? {} : { role }) }), out)
}
