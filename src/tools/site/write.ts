/** Writes the site into a folder: all of it or nothing, and nothing of anybody else is changed. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { targetAt } from '../../sources/write/folder.ts'
import type { FilePart } from '../../sources/write/parts.ts'
import { writeFolder } from '../../sources/write/write.ts'
import { PACKED_FILE, unpacked } from '../explorer/packed.ts'
import { GATHERED_FILE, readGathered } from './model/gathered.ts'
import { modelOf, readInputs } from './model/model.ts'
import { siteFiles } from './site.ts'

export interface SiteOptions {
  /** Whether what was written there before is replaced. */
  readonly force?: boolean
  /** The folder of the package's code, with the scripts of the site. */
  readonly bundle: string
  readonly version: string
}

export interface WrittenSite {
  readonly pages: number
  /** Of all files together. */
  readonly bytes: number
}

/** The scripts of the site as they are built. */
const SCRIPTS = ['site-page.js', 'site-worker.js']

/**
 * Writes the site to a folder, the same bytes each time.
 * @throws SourceError where something else stands there; TypeError where the package was not built
 */
export function writeSite(out: string, { force = false, bundle, version }: SiteOptions): WrittenSite {
  // Before the work, for who named the wrong folder.
  targetAt(out, { force, from: undefined, by: 'run of site' })
  const files = siteFiles(modelOf(readInputs(version, readGathered(bundle))))
  const parts = new Map<string, FilePart>([...files].map(([path, text]) => [path, { text }]))
  for (const [name, text] of scriptsIn(bundle)) parts.set(`assets/${name}`, { text })
  for (const [name, text] of unpacked(join(bundle, PACKED_FILE))) parts.set(`explorer/${name}`, { text })
  writeFolder(parts, out, { force, by: 'run of site' })
  const bytes = [...parts.values()].reduce(
    (sum, part) => sum + ('text' in part ? Buffer.byteLength(part.text) : 0),
    0,
  )
  return { pages: [...files.keys()].filter((path) => path.endsWith('.html')).length, bytes }
}

/** The scripts, and every piece of the bundle that they import. */
export function scriptsIn(bundle: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const left = [...SCRIPTS]
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (found.has(name)) continue
    const file = join(bundle, name)
    if (!existsSync(file))
      throw new TypeError(
        `There is no ${file}, nor is there ${GATHERED_FILE} without it: run "npm run build"`,
      )
    const text = readFileSync(file, 'utf8')
    found.set(name, text)
    for (const [, other = ''] of text.matchAll(/(?:from|import)\s*\(?\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      left.push(other)
  }
  return found
}
