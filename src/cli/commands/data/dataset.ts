/** `populace dataset`: exports a built-in dataset, or any source, in another format. */
import { Command, Option } from 'commander'
import { datasetFolder, loadSuite } from '../../../oracle/index.ts'
import type { Graph } from '../../../reference/graph/graph.ts'
import { FILE_UID, USER_UID } from '../../../reference/schema/schema.ts'
import { graphOf, openSource, SourceError } from '../../../sources/index.ts'
import { archiveOf } from '../../../sources/write/exported.ts'
import { resolvedFiles } from '../../../sources/write/resolved.ts'
import { writeSource } from '../../../sources/write/write.ts'
import { printableLines } from '../../../util/printable.ts'
import { type ReadOptions, withReadOptions } from '../../options.ts'
import { writeFile, writeOut } from '../../output.ts'
import { reportingErrors } from '../../run.ts'
import { type Opened, openSound } from '../../source.ts'
import { printError } from '../../terminal.ts'
import { type AnonymizingOptions, withAnonymizing, withoutPeople } from './anonymizing.ts'

const FORMS = ['folder', 'resolved', 'strapi-archive'] as const

interface DatasetOptions extends ReadOptions, AnonymizingOptions {
  readonly as: (typeof FORMS)[number]
  readonly out?: string
  readonly force?: true
}

export function datasetCommand(): Command {
  return withAnonymizing(withReadOptions(new Command('dataset')))
    .argument('<name>', 'the name of a dataset of the suite, or any source that `import` accepts')
    .addOption(
      new Option(
        '--as <form>',
        'a dataset folder, one JSON file with every link by id, or an archive for `strapi import`',
      )
        .choices(FORMS)
        .makeOptionMandatory(),
    )
    .option('--out <path>', 'the folder or file to write; without --out, JSON goes to standard output')
    .option('--force', 'replace a folder that this command wrote earlier')
    .action(reportingErrors(writeDataset))
}

/**
 * Writes the dataset in the requested format.
 * @throws SourceError if the format requires an output path and there is none
 */
async function writeDataset(name: string, options: DatasetOptions): Promise<void> {
  const { as, out, force } = options
  const opened = withoutPeople(await openNamed(name, options), options)
  const { source, graph } = opened
  if (as === 'resolved')
    return writeOut(`${JSON.stringify(resolvedFiles(source.files, graph), undefined, 2)}\n`, out)
  if (out === undefined)
    throw new SourceError(`--as ${as}: expected --out with the path of the file to write, found none`)
  if (as === 'folder') writeSource(source, out, { force: force === true })
  else {
    writeFile(await archiveOf(source.files, graph), out)
    printError(printableLines(archiveLines(graph, out)))
  }
}

/**
 * Returns the notes on an archive for `strapi import`: the parts that the archive lacks, and the question that
 * `strapi import` asks.
 */
function archiveLines({ tables }: Graph, out: string): string {
  const count = (uid: string): number => tables.get(uid)?.rows.length ?? 0
  const [files, users] = [count(FILE_UID), count(USER_UID)]
  const media = files === 0 ? '' : `no bytes of the ${files} media files (copy public/uploads), `
  return `${out} has ${media}no API tokens and no admin users. It has users of the site: ${users}.
\`strapi import -f FILE\` warns that schemas differ, because the archive has only the parts of a dataset. It asks before it replaces all content; --force answers yes.`
}

/** If a dataset of the suite has the same name as a path, the command opens the dataset of the suite. */
async function openNamed(name: string, options: DatasetOptions): Promise<Opened> {
  const isShipped = loadSuite().some(({ dataset }) => dataset === name)
  if (!isShipped) return openSound(name, options)
  const source = await openSource(datasetFolder(name), { env: process.env })
  return { source, graph: graphOf(source) }
}
