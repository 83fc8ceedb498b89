/** `populace openapi`: the OpenAPI document of a source. */
import { Command } from 'commander'
import { openapiOf } from '../../tools/openapi/index.ts'
import { writeOut } from '../output.ts'
import { guideDataset } from '../root.ts'
import { told } from '../run.ts'
import { openSound, type SourceOptions, withSourceOptions } from '../source.ts'
import { ROLE_HELP, SOURCE_HELP } from '../world.ts'

interface OpenapiCommandOptions extends SourceOptions {
  readonly role?: string
  readonly server?: string
  readonly title?: string
  readonly out?: string
}

export function openapiCommand(): Command {
  return withSourceOptions(new Command('openapi'))
    .argument('[source]', SOURCE_HELP, guideDataset())
    .option('--role <name>', ROLE_HELP)
    .option('--server <url>', 'where the API is, without its prefix, such as https://cms.example')
    .option('--title <text>', 'what the document is called')
    .option('--out <file>', 'where to; standard output where it is left out')
    .action(told(writeOpenapi))
}

async function writeOpenapi(source: string, options: OpenapiCommandOptions): Promise<void> {
  const { role, server, title, out } = options
  const { graph } = await openSound(source, options)
  const document = openapiOf(graph, {
    ...(role === undefined ? {} : { role }),
    ...(server === undefined ? {} : { server }),
    ...(title === undefined ? {} : { title }),
  })
  writeOut(`${JSON.stringify(document, undefined, 2)}\n`, out)
}
