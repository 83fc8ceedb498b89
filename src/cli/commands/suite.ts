/** `populace suite`: writes the suite with datasets, answers and sessions, for runners in any language. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Command } from 'commander'
import { answeredSuite, loadSessions, loadSuite } from '../../oracle/index.ts'
import { OUT } from '../options.ts'
import { print } from '../terminal.ts'

export function suiteCommand(): Command {
  return new Command('suite')
    .addOption(OUT)
    .option('--dataset <name>', 'only the cases and sessions of one dataset')
    .action((options: { out?: string; dataset?: string }) => writeSuite(options))
}

async function writeSuite({ out, dataset }: { out?: string; dataset?: string }): Promise<void> {
  const isWanted = (one: { readonly dataset: string }): boolean =>
    dataset === undefined || one.dataset === dataset
  const stream = out === undefined ? process.stdout : createWriteStream(out)
  const write = (line: string): boolean => (out === undefined ? print(line) : stream.write(line))
  for (const record of answeredSuite(loadSuite().filter(isWanted), loadSessions().filter(isWanted))) {
    if (!write(`${JSON.stringify(record)}\n`)) await once(stream, 'drain')
  }
  if (out !== undefined) {
    stream.end()
    await once(stream, 'finish')
  }
}
