/** `populace import`: writes any source as a dataset folder. */

import { Command } from 'commander'
import { isServerUrl, type Source, SourceError } from '../../../sources/index.ts'
import { checkTarget, type WrittenFolder, writeSource } from '../../../sources/write/write.ts'
import { printable } from '../../../util/printable.ts'
import { quoted } from '../../../util/url/curl.ts'
import { collect } from '../../numbers.ts'
import { type ReadOptions, SOURCE_HELP, withReadOptions, withServerToken } from '../../options.ts'
import { reportingErrors } from '../../run.ts'
import { countOf, type Opened, openSound } from '../../source.ts'
import { print, printError } from '../../terminal.ts'
import { sourceFrom } from '../../where.ts'
import { type AnonymizingOptions, withAnonymizing, withoutPeople } from './anonymizing.ts'

interface ImportOptions extends ReadOptions, AnonymizingOptions {
  readonly out: string
  readonly force?: true
  readonly token?: string
  readonly header?: readonly string[]
  readonly from?: string
}

export function importCommand(): Command {
  return withAnonymizing(withServerToken(withReadOptions(new Command('import'))))
    .argument('[source]', SOURCE_HELP)
    .option('--from <url>', 'the URL of the server to read, in place of a source')
    .option(
      '--header <name: value>',
      'a header for every request to the server, such as one that a proxy requires; repeatable',
      collect,
    )
    .requiredOption('--out <folder>', 'the dataset folder to write: a new or an empty one')
    .option('--force', 'replace the output of an earlier import')
    .action(reportingErrors(importSource))
}

/** Writes a source as a dataset folder. @throws SourceError if there is no readable source, or more than one. */
async function importSource(given: string | undefined, options: ImportOptions): Promise<void> {
  const { out, force, from } = options
  if (given !== undefined && from !== undefined) {
    throw new SourceError('Expected one source to import: a path, or --from with the URL of a server')
  }
  if (from !== undefined && !isServerUrl(from)) {
    throw new SourceError(`--from ${from}: expected the URL of a server, such as http://localhost:1337`)
  }
  const path = from ?? sourceFrom(given)
  const how = { from: path, force: force === true }
  // The command checks the output folder first, so that it sends no request to the server if the folder is unusable.
  checkTarget(out, how)
  const opened = withoutPeople(await openSound(path, options), options)
  const written = writeSource(opened.source, out, how)
  // After the folder is written, the cached answers of the server are deleted.
  if (isServerUrl(path)) (await import('../../live.ts')).forgetPartial(out)
  printSecrets(opened)
  print(`${summary(opened, out, written)}\n${await serveLine(opened.source, out)}\n`)
}

function summary({ graph }: Opened, out: string, { uploads }: WrittenFolder): string {
  const files = uploads === 0 ? '' : `, ${uploads} uploaded ${uploads === 1 ? 'file' : 'files'}`
  return `Wrote ${printable(out, MAX_LINE)}: ${countOf(graph)}${files}.`
}

const MAX_LINE = 1_000

/**
 * Prints that the tokens of the imported server do not work with the written folder, and which option adds other
 * tokens.
 */
function printSecrets({ source, graph }: Opened): void {
  if (source.roleOfToken === undefined) return
  const roles = [...graph.access.roles.keys()].filter((name) => name !== graph.access.publicRole)
  const says =
    'API tokens and JWTs of the server do not work with the written folder, because an import writes no secrets'
  const advice = `"tokens": {"TEXT": "ROLE"} there, or --access FILE, gives some, with one of the roles ${roles.join(', ')}`
  printError(printable(`access.json: ${says}; ${advice}`, MAX_LINE))
}

/** Returns the `serve` command with which the written folder gives the same answers as the source. */
async function serveLine({ server }: Source, out: string): Promise<string> {
  const plain = `npx populace serve ${/^[\w./-]+$/.test(out) ? out : quoted(out)}`
  if (server === undefined) return plain
  const { profileOf } = await import('../../../sources/chosen-profile.ts')
  return `${plain} --profile ${profileOf(server).name}`
}
