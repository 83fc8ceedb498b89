/**
 * Collects excerpts of code and recordings for the site when the package is built. The package contains the
 * collected data, but neither the source code nor the recordings.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { decisionEvidence, quirkEvidence } from '../../../oracle/suite/evidence.ts'
import { type RecordedLine, recordedLines } from '../../../oracle/suite/recordings.ts'
import { RULES } from '../../../reference/rules.ts'
import { CHANGE_IDS, changeOf } from '../../../reference/strapi/changes.ts'
import { DECISIONS } from '../../../reference/strapi/databases/database.ts'
import { DATABASE_NAMES } from '../../../reference/strapi/databases/databases.ts'
import { QUIRK_IDS } from '../../../reference/strapi/quirks.ts'
import { type CodePlace, codeOf, type SourceFile } from './code.ts'
import { proseOf, RULE_IDS, referencesIn } from './spec-pages.ts'

export interface Gathered {
  /** The excerpts of code by the id of the rule, quirk or change that they implement. */
  readonly code: Readonly<Record<string, readonly CodePlace[]>>
  /**
   * The recordings that the rules, the specification, quirks, decisions and changes name, sorted by topic and number.
   */
  readonly recordings: readonly RecordedLine[]
}

/** The maximum number of recordings that the site shows for one quirk or decision. */
export const MAX_EVIDENCE = 6

/**
 * Collects the data.
 * @param root is the folder of the project, with `src` and `fixtures`
 */
export function gather(root: string): Gathered {
  const named = namedRecordings(join(root, 'fixtures', 'spec'))
  const lines = recordedLines(join(root, 'fixtures', 'strapi-5.54', 'recordings'))
  return {
    code: codeOf([...RULE_IDS, ...QUIRK_IDS, ...CHANGE_IDS], sourceFiles(root)),
    recordings: lines.filter(({ id }) => named.has(id)),
  }
}

function sourceFiles(root: string): readonly SourceFile[] {
  const folder = join(root, 'src', 'reference')
  const own = ['rules.ts', 'profile/quirks.ts', 'profile/changes.ts']
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !own.includes(path))
    .sort()
    .map((path) => ({ path: `src/reference/${path}`, text: readFileSync(join(folder, path), 'utf8') }))
}

/** Returns the ids of the recordings that a rule, specification page, quirk, decision or change names. */
function namedRecordings(spec: string): ReadonlySet<string> {
  const quirks = quirkEvidence()
  const shownBy = decisionEvidence()
  return new Set([
    ...RULE_IDS.flatMap((id): readonly string[] => RULES[id].source.ids),
    ...readdirSync(spec).flatMap((file) => referencesIn(proseOf(readFileSync(join(spec, file), 'utf8')))),
    ...QUIRK_IDS.flatMap((id) => (quirks.get(id) ?? []).slice(0, MAX_EVIDENCE)),
    ...DECISIONS.flatMap((one) => DATABASE_NAMES.flatMap((name) => shownBy(one, name))),
    ...CHANGE_IDS.flatMap((id) => changeOf(id).evidence),
  ])
}

/** The name of the file with the collected data, which is in the folder of the package's code. */
export const GATHERED_FILE = 'site-model.json.br'

/** Compresses the data. `readGathered` reads it. */
export const packed = (gathered: Gathered): Uint8Array => brotliCompressSync(JSON.stringify(gathered))

/**
 * Reads the data.
 * @throws Error if the package was not built.
 */
export function readGathered(folder: string): Gathered {
  const file = join(folder, GATHERED_FILE)
  if (!existsSync(file)) throw new TypeError(`${file} is missing: run "npm run build", which writes it`)
  return JSON.parse(brotliDecompressSync(readFileSync(file)).toString('utf8'))
}
