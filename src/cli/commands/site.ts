/** `populace site`: writes the specification as web pages. */
import { join } from 'node:path'
import { Command } from 'commander'
import { writeSite } from '../../tools/site/write.ts'
import { printable } from '../../util/printable.ts'
import { packageRoot, packageVersion } from '../root.ts'
import { reportingErrors } from '../run.ts'
import { print } from '../terminal.ts'

interface SiteOptions {
  readonly out: string
  readonly force?: true
}

export function siteCommand(): Command {
  return new Command('site')
    .requiredOption('--out <folder>', 'the folder to write: a new or an empty one')
    .option('--force', 'replace the output of an earlier run')
    .action(reportingErrors(makeSite))
}

function makeSite({ out, force }: SiteOptions): void {
  const bundle = join(packageRoot(), 'dist', 'bundle')
  const { pages, bytes } = writeSite(out, { force: force === true, bundle, version: packageVersion() })
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  print(`Wrote ${printable(out, MAX_LINE)}: ${pages} pages, ${size}.\n`)
  print('Any file server can serve the site, at any path. Its pages load nothing from other servers.\n')
}

const MAX_LINE = 1_000
