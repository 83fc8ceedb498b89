/** The files that a program hands in → files of our own. */
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

/** What could be taken, and what could not. */
export interface CopiedFiles {
  readonly files: DatasetFiles
  readonly collected: Collected
  /** There are none, or more than a dataset may have: what was taken until then is not worth a look. */
  readonly isCut: boolean
}

/** By name; undefined values are files that are not there. */
type Given = ReadonlyMap<string, unknown>
type Files = Readonly<Record<string, Json>>

interface Taker {
  readonly report: Report
  /** Files and folders that cannot be taken. */
  readonly unread: string[]
  /** The JSON of a file; undefined after a fault. */
  readonly take: (file: string, value: unknown, prior: Json | undefined) => Json | undefined
}

/** Takes files of any origin, whatever is in them. What equals its counterpart in `before`, files of ours, is that. */
export function copyFiles(given: unknown, limits: DatasetLimits, before?: DatasetFiles): CopiedFiles {
  const unread: string[] = []
  const collected = collectFaults(unread)
  const { report } = collected
  const copier = newCopier(limits, report)
  const take: Taker['take'] = (file, value, prior) => {
    const json = copier.copy(value, wholeFile(file), prior)
    if (json === undefined) unread.push(file)
    return json
  }
  const top = givenIn(given, '.', report)
  const files = top === undefined ? { contentTypes: {} } : takeAll(top, { report, unread, take }, before)
  return { files, collected, isCut: top === undefined || copier.isFull() }
}

function takeAll(top: Given, taker: Taker, before: DatasetFiles | undefined): DatasetFiles {
  refuseStrangers(top, taker.report)
  const single = SINGLE_FILES.flatMap((stem): [string, Json][] => {
    const value = top.get(stem)
    const json = value === undefined ? undefined : taker.take(`${stem}.json`, value, before?.[stem])
    return json === undefined ? [] : [[stem, json]]
  })
  return {
    ...Object.fromEntries(single),
    contentTypes: takeFolder('content-types', top.get('contentTypes'), taker, before?.contentTypes),
    components: takeFolder('components', top.get('components'), taker, before?.components),
    entries: takeFolder('entries', top.get('entries'), taker, before?.entries),
  }
}

function takeFolder(
  folder: (typeof FOLDERS)[number],
  value: unknown,
  { report, unread, take }: Taker,
  before: Files | undefined,
): Files {
  if (value === undefined) return {}
  const given = givenIn(value, folder, report)
  if (given === undefined) unread.push(`${folder}/`)
  const taken = [...(given ?? [])].flatMap(([stem, one]): [string, Json][] => {
    if (!isFilePath(stem)) {
      const expected = 'a name that a file can have'
      report(at(wholeFile(folder), stem), { message: 'not a file name', expected, found: shown(stem) })
      return []
    }
    const prior = before !== undefined && Object.hasOwn(before, stem) ? before[stem] : undefined
    const json = take(`${folder}/${stem}.json`, one, prior)
    return json === undefined ? [] : [[stem, json]]
  })
  return Object.fromEntries(taken)
}

/** Of one or more names, none of which leads out of the folder or is hidden in it. */
const isFilePath = (stem: string): boolean => stem.split('/').every((name) => /^[^.\\\0][^\\\0]*$/.test(name))

function givenIn(value: unknown, file: string, report: Report): Given | undefined {
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

/** A misspelt part would else be one that is missing, and its default would stand in for it. */
function refuseStrangers(top: Given, report: Report): void {
  for (const name of top.keys()) {
    if (PARTS.includes(name)) continue
    const expected = expectedName('a part of a dataset', name, PARTS)
    report(at(wholeFile('.'), name), { message: 'unknown part', expected, found: shown(name) })
  }
}
