/** Tests a few hostile projects; `npm run search -- hostile-projects` opens more. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tryProject } from './search.ts'

const CLI = fileURLToPath(new URL('../../../dist/bundle/cli.js', import.meta.url))
/** The timeout of a project; only a command that hangs exceeds it. */
const HANGS_AFTER_MILLISECONDS = 60_000
const SEEDS = Array.from({ length: 24 }, (_, at) => 3_000 + at)

test.each(SEEDS)(
  'a command on the hostile project of seed %i ends in time, with a documented status and no stack trace',
  async (seed) => {
    const { says, fault } = await tryProject(CLI, seed, HANGS_AFTER_MILLISECONDS)
    expect(fault, says).toBeUndefined()
  },
  120_000,
)
