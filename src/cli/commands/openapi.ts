/** `populace openapi`: writes the OpenAPI document of a source. */
import { Command } from 'commander'
import { openapiOf } from '../../tools/openapi/index.ts'
import { whileRunning } from '../code/code.ts'
import { probed } from '../code/probing.ts'
import {
  OUT,
  type OutOptions,
  PROFILE,
  type ProfileOptions,
  ROLE,
  type RoleOptions,
  type SourceOptions,
  withSourceOptions,
} from '../options.ts'
import { writeOut } from '../output.ts'
import { reportingErrors } from '../run.ts'
import { hasUnknownLocales, openRunning } from '../source.ts'
import { withSource } from '../where.ts'

interface OpenapiCommandOptions extends SourceOptions, RoleOptions, ProfileOptions, OutOptions {
  readonly server?: string
  readonly title?: string
}

export function openapiCommand(): Command {
  return withSource(withSourceOptions(new Command('openapi')), 'argument')
    .addOption(ROLE)
    .addOption(PROFILE)
    .option('--server <url>', 'the URL of the API without its prefix, such as https://cms.example')
    .option('--title <text>', 'the title of the OpenAPI document')
    .addOption(OUT)
    .action(reportingErrors(writeOpenapi))
}

async function writeOpenapi(path: string, options: OpenapiCommandOptions): Promise<void> {
  const { role, server, title, out } = options
  const started = await openRunning(path, options)
  const { graph, profile } = started
  const { routes, custom, unreached } = await whileRunning(started, () => probed(started, role))
  const document = openapiOf(graph, {
    profile,
    routes,
    custom,
    unreached,
    anyLocale: hasUnknownLocales(started),
    ...(role === undefined ? {} : { role }),
    ...(server === undefined ? {} : { server }),
    ...(title === undefined ? {} : { title }),
  })
  writeOut(`${JSON.stringify(document, undefined, 2)}\n`, out)
}
