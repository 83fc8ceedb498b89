/** `populace since`: one request through all releases and databases. */
import { Command } from 'commander'
import { answersSince, sinceText } from '../../oracle/upgrade/index.ts'
import { guideDataset } from '../root.ts'
import { told } from '../run.ts'
import { openSound, type SourceOptions, withSourceOptions } from '../source.ts'
import { SOURCE_HELP, withToken } from '../world.ts'

interface SinceOptions extends SourceOptions {
  readonly data: string
  readonly token?: string
  readonly json?: true
}

export function sinceCommand(): Command {
  return withSourceOptions(new Command('since'))
    .argument('<request>', "the path and query, such as '/api/restaurants?populate=*'")
    .option('--data <source>', SOURCE_HELP, guideDataset())
    .option('--token <token>', 'the bearer token to send')
    .option('--json', 'as JSON')
    .action(told(since))
}

async function since(url: string, options: SinceOptions): Promise<void> {
  const { data, token, json } = options
  const { graph } = await openSound(data, options)
  const found = answersSince(graph, withToken({ url }, token))
  process.stdout.write(json ? `${JSON.stringify(found, undefined, 2)}\n` : sinceText(url, found))
}
