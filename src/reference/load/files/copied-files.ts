/** Makes a checked and frozen copy of the files that a program passes in. */
import type { Json } from '../../../util/json.ts'
import {
  at,
  type Collected,
  collectFaults,
  expectedName,
  type Report,
  shown,
  wholeFile,
} from '../../schema/fault.ts'
import type { DatasetLimits } from '../limits.ts'
import { newCopier } from './copy.ts'
import { type DatasetFiles, SINGLE_FILES } from './files.ts'
import type { FOLDERS } from './layout.ts'
import { membersOf } from './members.ts'

/** The copied files of a dataset, and the faults of the files that could not be copied. */
export interface CopiedFiles {
  readonly files: DatasetFiles
  readonly collected: Collected
  /**
   * Whether the copy is incomplete, because the program passed no files, or more values than the limit. No graph may
   * be built from an incomplete copy.
   */
  readonly isCut: boolean
}

/**
 * The parts of a dataset that a program passes in, by the name of the part. If the value of a JSON file is undefined,
 * the file counts as missing.
 */
type Given = ReadonlyMap<string, unknown>
type Files = Readonly<Record<string, Json>>

interface FileCopier {
  readonly report: Report
  /** The files and folders that could not be copied. */
  readonly unread: string[]
  /** Copies the content of one JSON file; undefined after a fault. */
  readonly copyFile: (file: string, value: unknown, prior: Json | undefined) => Json | undefined
}

/**
 * Copies the files that a program passes in, regardless of their content. The copy reuses each equal part of the
 * earlier files `before`.
 */
export function copyFiles(given: unknown, limits: DatasetLimits, before?: DatasetFiles): CopiedFiles {
  const unread: string[] = []
  const collected = collectFaults(unread)
  const { report } = collected
  const copier = newCopier(limits, report)
  const copyFile: FileCopier['copyFile'] = (file, value, prior) => {
    const json = copier.copy(value, wholeFile(file), prior)
    if (json === undefined) unread.push(file)
    return json
  }
  const top = membersByName(given, '.', report)
  const files = top === undefined ? { contentTypes: {} } : copyAll(top, { report, unread, copyFile }, before)
  return { files, collected, isCut: top === undefined || copier.isFull() }
}

function copyAll(top: Given, fileCopier: FileCopier, before: DatasetFiles | undefined): DatasetFiles {
  refuseUnknownParts(top, fileCopier.report)
  const single = SINGLE_FILES.flatMap((stem): [string, Json][] => {
    const value = top.get(stem)
    const json = value === undefined ? undefined : fileCopier.copyFile(`${stem}.json`, value, before?.[stem])
    return json === undefined ? [] : [[stem, json]]
  })
  return {
    ...Object.fromEntries(single),
    contentTypes: copyFolder('content-types', top.get('contentTypes'), fileCopier, before?.contentTypes),
    components: copyFolder('components', top.get('components'), fileCopier, before?.components),
    entries: copyFolder('entries', top.get('entries'), fileCopier, before?.entries),
  }
}

function copyFolder(
  folder: (typeof FOLDERS)[number],
  value: unknown,
  { report, unread, copyFile }: FileCopier,
  before: Files | undefined,
): Files {
  if (value === undefined) return {}
  const given = membersByName(value, folder, report)
  if (given === undefined) unread.push(`${folder}/`)
  const copied = [...(given ?? [])].flatMap(([stem, one]): [string, Json][] => {
    if (!isFilePath(stem)) {
      const expected = 'a valid file name'
      report(at(wholeFile(folder), stem), { message: 'not a file name', expected, found: shown(stem) })
      return []
    }
    const prior = before !== undefined && Object.hasOwn(before, stem) ? before[stem] : undefined
    const json = copyFile(`${folder}/${stem}.json`, one, prior)
    return json === undefined ? [] : [[stem, json]]
  })
  return Object.fromEntries(copied)
}

/**
 * Returns whether each name in a file path is valid. A valid file path stays in its folder and names no hidden file.
 */
const isFilePath = (stem: string): boolean => stem.split('/').every((name) => /^[^.\\\0][^\\\0]*$/.test(name))

function membersByName(value: unknown, file: string, report: Report): Given | undefined {
  const found = typeof value === 'object' && value !== null ? membersOf(value) : shownType(value)
  if (typeof found !== 'string' && !found.isList) {
    return new Map(found.members.map(([name, member]) => [String(name), member]))
  }
  const instead = typeof found === 'string' ? found : 'a list'
  report(wholeFile(file), { message: 'wrong type', expected: 'an object of files by name', found: instead })
  return undefined
}

const shownType = (value: unknown): string => (value === null ? 'null' : typeof value)

const PARTS: readonly string[] = ['contentTypes', 'components', 'entries', ...SINGLE_FILES]

/**
 * Reports parts of a dataset with an unknown name, because otherwise a default would silently replace a part with a
 * misspelt name.
 */
function refuseUnknownParts(top: Given, report: Report): void {
  for (const name of top.keys()) {
    if (PARTS.includes(name)) continue
    const expected = expectedName('a part of a dataset', name, PARTS)
    report(at(wholeFile('.'), name), { message: 'unknown part', expected, found: shown(name) })
  }
}
