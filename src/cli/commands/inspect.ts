/** `populace inspect`: prints one page about a source and its code. */
import { Command } from 'commander'
import { profile as profileOf, withoutRevealing } from '../../reference/strapi/profile.ts'
import { startCode } from '../../server/code/start.ts'
import type { MockOptions } from '../../server/mock.ts'
import { graphOf } from '../../sources/index.ts'
import { inspectionOf } from '../inspect/inspection.ts'
import { inspectionText } from '../inspect/text.ts'
import { type SourceOptions, withServerToken, withSourceOptions } from '../options.ts'
import { reportingErrors } from '../run.ts'
import { sourceOf } from '../source.ts'
import { print, printJson } from '../terminal.ts'
import { withSource } from '../where.ts'

interface InspectOptions extends SourceOptions {
  readonly token?: string
  readonly json?: true
}

export function inspectCommand(): Command {
  return withSource(withServerToken(withSourceOptions(new Command('inspect'))), 'argument')
    .option('--json', 'print the page as JSON')
    .action(reportingErrors(inspect))
}

/**
 * Prints the page about a source. The exit status is 0 even if the project's own code fails.
 * @throws SourceError, DatasetError for an unreadable source.
 */
async function inspect(path: string, options: InspectOptions): Promise<void> {
  const printed: string[] = []
  const tell = (line: string): void => void printed.push(line)
  const source = await sourceOf(path, options, tell)
  try {
    const profile = await profileIn(source)
    const answering = withoutRevealing(profileOf(profile)).name
    const mocking: MockOptions = {
      profile: answering,
      tell,
      ...(source.api === undefined ? {} : { api: source.api }),
    }
    const opened = graphOf(source)
    const started = await startCode(source, opened, mocking)
    const page = inspectionOf({
      ...{ path, source, profile, printed, runsCode: options.projectCode !== false },
      graph: started?.graph ?? opened,
      ...(started === undefined ? {} : { report: started.code.report }),
    })
    if (options.json === true) printJson(page)
    else print(inspectionText(page))
  } finally {
    source.end?.()
  }
}

async function profileIn({ server }: Awaited<ReturnType<typeof sourceOf>>): Promise<string> {
  if (server === undefined) return 'documented'
  const { profileOf: found } = await import('../../sources/chosen-profile.ts')
  return found(server).name
}
