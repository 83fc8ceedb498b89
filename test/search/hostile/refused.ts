/** Checks that an error is precise: each fault names an existing file and a place in the file. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from '../../../properties/laws/law.ts'
import type { DatasetError, Fault as DatasetFault } from '../../../src/reference/schema/fault.ts'
import { isList, isObject, type Json, member, parseJson } from '../../../src/util/json.ts'
import { pointerSteps } from '../../../src/util/pointer.ts'

/** The maximum number of faults in an error. */
const MOST_FAULTS = 1000
/** The maximum length of a fault without its pointer. */
const LONGEST = 3000

/** Returns a description of the fault of an error; undefined for a precise error. */
export function refusalFault(error: DatasetError, dir: string | undefined): Fault {
  const { faults, more } = error
  if (faults.length === 0) return 'refused without a fault'
  if (faults.length > MOST_FAULTS) return `${faults.length} faults kept`
  if (more > 0 && !error.message.endsWith(`and ${more} more`)) return 'more faults than the error lists'
  for (const fault of faults) {
    const isNoJson = faults.some(({ file, position }) => file === fault.file && position !== undefined)
    const problem = wordsFault(fault) ?? (dir === undefined ? undefined : placeFault(fault, dir, isNoJson))
    if (problem !== undefined) return `${problem}: ${JSON.stringify(fault).slice(0, 600)}`
  }
  return undefined
}

function wordsFault({ file, pointer, message, expected, found }: DatasetFault): Fault {
  const words = [file, message, expected, found]
  if (words.some((text) => typeof text !== 'string' || text === '')) return 'a fault lacks a part of its text'
  if ([message, expected, found].join(' ').length > LONGEST) return 'the text of a fault is too long'
  return /^(\/([^~]|~[01])*)?$/s.test(pointer) ? undefined : 'no pointer'
}

/** The paths that a fault may name even if they do not exist. */
const MAY_BE_MISSING = ['content-types', 'entries/']

function placeFault({ file, pointer, position, found }: DatasetFault, dir: string, isNoJson: boolean): Fault {
  if (MAY_BE_MISSING.includes(file)) return undefined
  const path = join(dir, file)
  // Some named files cannot be checked: a file may be named because it is missing, a broken link exists without its
  // target, and a name that is not valid UTF-8 cannot be looked up.
  if (found === 'nothing there' || found.startsWith('links') || file.includes('\ufffd')) return undefined
  if (!existsSync(path)) return 'a file that is not there'
  if (position !== undefined) return positionFault(position, path)
  if (pointer === '' || isNoJson) return undefined
  const json = parseJson(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  return json !== undefined && isIn(json, pointer) ? undefined : 'a pointer to nowhere'
}

function positionFault({ line, column }: { line: number; column: number }, path: string): Fault {
  const lines = readFileSync(path)
    .toString()
    .replace(/^\uFEFF/, '')
    .split('\n')
  const text = lines[line - 1]
  return text !== undefined && column >= 1 && column <= text.length + 1
    ? undefined
    : 'a position beyond the file'
}

/** Returns whether a pointer leads to a value or to a missing member; the object of that member may be missing too. */
function isIn(json: Json, pointer: string): boolean {
  let here: Json | undefined = json
  let missing = 0
  for (const step of pointerSteps(pointer)) {
    here = isList(here) ? here[Number(step)] : isObject(here) ? member(here, step) : undefined
    if (here === undefined) missing++
  }
  return missing <= 2
}
