/** `populace suite`: writes the suite with datasets, answers and sessions, for runners in any language. */
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { Command } from 'commander'
import { type AnsweredRecord, answeredSuite, loadSessions, loadSuite } from '../../oracle/index.ts'
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
  const lines = linesOf(answeredSuite(loadSuite().filter(isWanted), loadSessions().filter(isWanted)))
  if (out === undefined) {
    for (const line of lines) if (!print(line)) await once(process.stdout, 'drain')
    return
  }
  const packed = out.endsWith('.gz') ? [createGzip({ level: constants.Z_BEST_COMPRESSION })] : []
  mkdirSync(dirname(out), { recursive: true })
  await pipeline([Readable.from(lines), ...packed, createWriteStream(out)])
}

function* linesOf(records: Iterable<AnsweredRecord>): Generator<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`
}
