/**
 * Writes the site to a folder. The command writes all files or none, and never changes files that it did not write.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FIXTURES } from '../../oracle/suite/suite.ts'
import { targetAt } from '../../sources/write/folder.ts'
import type { FilePart } from '../../sources/write/parts.ts'
import { writeFolder } from '../../sources/write/write.ts'
import { PACKED_FILE, unpacked } from '../explorer/packed.ts'
import { pictureAddress } from './address.ts'
import { GATHERED_FILE, readGathered } from './model/gathered.ts'
import { modelOf, readInputs } from './model/model.ts'
import { siteFiles } from './site.ts'

export interface SiteOptions {
  /** Whether the command may replace a site that an earlier run wrote to the same folder. */
  readonly force?: boolean
  /** The folder of the package's built code, which contains the scripts of the site. */
  readonly bundle: string
  readonly version: string
}

export interface WrittenSite {
  readonly pages: number
  /** The total size of the text files in bytes, without the pictures. */
  readonly bytes: number
}

/** The built scripts of the site. */
const SCRIPTS = ['site-page.js', 'site-worker.js']

/**
 * Writes the site to a folder. The same package always writes the same site.
 * @throws SourceError if the folder contains other files; TypeError if the package was not built.
 */
export function writeSite(out: string, { force = false, bundle, version }: SiteOptions): WrittenSite {
  // The command checks the folder first, so that it reports an unusable folder before it spends time on the pages.
  targetAt(out, { force, from: undefined, by: 'run of site' })
  const model = modelOf(readInputs(version, readGathered(bundle)))
  const files = siteFiles(model)
  const parts = new Map<string, FilePart>([...files].map(([path, text]) => [path, { text }]))
  for (const path of model.docs.pictures)
    parts.set(pictureAddress(path), { copyOf: join(dirname(FIXTURES), path) })
  for (const [name, text] of scriptsIn(bundle)) parts.set(`assets/${name}`, { text })
  for (const [name, text] of unpacked(join(bundle, PACKED_FILE))) parts.set(`explorer/${name}`, { text })
  writeFolder(parts, out, { force, by: 'run of site' })
  const bytes = [...parts.values()].reduce(
    (sum, part) => sum + ('text' in part ? Buffer.byteLength(part.text) : 0),
    0,
  )
  return { pages: [...files.keys()].filter((path) => path.endsWith('.html')).length, bytes }
}

/** Returns the scripts, and every chunk of the bundle that they import. */
export function scriptsIn(bundle: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const left = [...SCRIPTS]
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (found.has(name)) continue
    const file = join(bundle, name)
    if (!existsSync(file))
      throw new TypeError(`${file} and ${GATHERED_FILE} are both missing: run "npm run build"`)
    const text = readFileSync(file, 'utf8')
    found.set(name, text)
    for (const [, other = ''] of text.matchAll(/(?:from|import)\s*\(?\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      left.push(other)
  }
  return found
}
