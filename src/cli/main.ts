#!/usr/bin/env node
/** The command line: `populace serve`, `get`, `validate`, `quirks`, `check`, `suite`. */

import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { createContentApi } from '../reference/api.ts'
import type { Graph } from '../reference/graph/graph.ts'
import { loadDataset } from '../reference/graph/load.ts'
import { PROFILES, ProfileError } from '../reference/profile/profile.ts'
import { DatasetError, formatFault } from '../reference/schema/fault.ts'
import { type ServerOptions, startServer, withServerOptions } from './serve.ts'

/** The dataset that comes with the package. */
export const GUIDE_DATASET = fileURLToPath(new URL('../../../fixtures/guide', import.meta.url))

const PROFILE_HELP = `${Object.keys(PROFILES).join(', ')}, or one with changes: documented,+ne-array-or`

const program = new Command('populace')
  .description("Strapi 5's content REST API as a reference implementation: answers from files, exactly.")
  .showHelpAfterError()

withServerOptions(program.command('serve'))
  .description('serve a dataset over HTTP')
  .argument('[dir]', 'the dataset folder', GUIDE_DATASET)
  .option('--profile <name>', PROFILE_HELP, 'documented')
  .action((dir: string, options: ServerOptions) => run(() => startServer(load(dir), options)))

program
  .command('get')
  .description('print the answer to one request; exits with 0 if it is a 2xx')
  .argument('<request>', "the path and query, such as '/api/restaurants?populate=*'")
  .option('--data <dir>', 'the dataset folder', GUIDE_DATASET)
  .option('--token <token>', 'the bearer token to send')
  .option('--profile <name>', PROFILE_HELP, 'documented')
  .action((request: string, options: { data: string; token?: string; profile: string }) =>
    run(() => {
      const api = createContentApi(load(options.data), { profile: options.profile })
      const headers = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }
      const { status, body } = api.answer({ url: request, headers })
      process.stdout.write(`${body}\n`)
      process.exitCode = status >= 200 && status < 300 ? 0 : 1
    }),
  )

program
  .command('validate')
  .description('check a dataset and print every fault in it; exits with 1 if there is one')
  .argument('<dir>', 'the dataset folder')
  .action((dir: string) =>
    run(() => {
      const { tables } = load(dir)
      const rows = [...tables.values()].reduce((sum, table) => sum + table.rows.length, 0)
      process.stdout.write(`No faults: ${tables.size} content types, ${rows} rows.\n`)
    }),
  )

program
  .command('quirks')
  .description('print where the real server departs from its documentation')
  .option('--json', 'as JSON')
  .option('--markdown', 'as a Markdown page')
  .action((options: { json?: true; markdown?: true }) =>
    run(async () => (await import('./quirks.ts')).printQuirks(options)),
  )

// The oracle takes longer to load than a dataset: only those who may ask for it wait for it.
if (!['serve', 'get', 'validate', 'quirks'].includes(process.argv[2] ?? '')) {
  const [{ checkCommand }, { suiteCommand }] = await Promise.all([import('./check.ts'), import('./suite.ts')])
  program.addCommand(checkCommand(GUIDE_DATASET))
  program.addCommand(suiteCommand())
}

/** Every fault of a dataset is printed; nothing is served from half a dataset. */
function load(dir: string): Graph {
  try {
    return loadDataset(dir)
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    for (const fault of error.faults) process.stderr.write(`${formatFault(fault)}\n`)
    process.stderr.write(
      `${error.faults.length} ${error.faults.length === 1 ? 'fault' : 'faults'} in ${dir}\n`,
    )
    process.exit(1)
  }
}

/** The caller's mistakes are told in a line; ours keep their stack. */
async function run(action: () => void | Promise<void>): Promise<void> {
  try {
    await action()
  } catch (error) {
    const isTheirs = error instanceof ProfileError || (error instanceof Error && 'code' in error)
    process.stderr.write(
      `${isTheirs ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    )
    process.exitCode = 1
  }
}

await program.parseAsync()
