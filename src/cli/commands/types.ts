/** `populace types`: writes TypeScript declarations for a source. */

import { Command } from 'commander'
import { declarationsOf, undeclaredIn } from '../../tools/types/index.ts'
import { printableLines } from '../../util/printable.ts'
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
import { printError } from '../terminal.ts'
import { withSource } from '../where.ts'

interface TypesOptions extends SourceOptions, RoleOptions, ProfileOptions, OutOptions {}

export function typesCommand(): Command {
  return withSource(withSourceOptions(new Command('types')), 'argument')
    .addOption(ROLE)
    .addOption(PROFILE)
    .addOption(OUT)
    .action(reportingErrors(writeTypes))
}

async function writeTypes(path: string, options: TypesOptions): Promise<void> {
  const { role, out } = options
  const started = await openRunning(path, options)
  const { graph, profile } = started
  const { routes, unreached } = await whileRunning(started, () => probed(started, role))
  const undeclared = undeclaredIn(profile)
  if (undeclared.length > 0)
    printError(
      printableLines(
        `${profile} has departures that TypeScript declarations cannot express: ${undeclared.join(', ')}`,
      ),
    )
  const anyLocale = hasUnknownLocales(started)
  writeOut(
    declarationsOf(graph, { profile, routes, unreached, anyLocale, ...(role === undefined ? {} : { role }) }),
    out,
  )
}
