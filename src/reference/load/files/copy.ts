/**
 * Makes a frozen JSON copy of a value that a program passes in. The copier calls no getter and no method of the
 * value.
 */
import { isList, isObject, type Json, member } from '../../../util/json.ts'
import { at, type Place, type Problem, type Report } from '../../schema/fault.ts'
import { type Members, membersOf } from './members.ts'

/** The limits on the size of the copies. */
export interface CopyLimits {
  /** The maximum nesting of lists and objects. */
  readonly depth: number
  /** The maximum number of values in all copies together. */
  readonly values: number
}

/** Copies several values in turn. The size limits apply to all copies together. */
export interface Copier {
  /**
   * Makes a frozen copy of a value; undefined after a reported fault. The copy reuses each equal part of `prior`, which
   * is an earlier, frozen copy.
   */
  readonly copy: (value: unknown, place: Place, prior?: Json) => Json | undefined
  /**
   * Returns whether the copy is incomplete, because the number of copied values exceeds the limit. If the copy is
   * incomplete, a fault reports that the limit is exceeded.
   */
  readonly isFull: () => boolean
}

/** The unfinished copy of a list or object. */
export type JsonTarget = Json[] | { [key: string]: Json }

/** The state of copying one list or object to JSON. */
interface Frame {
  readonly source: object
  readonly target: JsonTarget
  readonly members: Members
  /** The key or position of the copy in its parent. */
  readonly key: string | number
  readonly place: Place
  readonly prior: Json | undefined
  next: number
}

interface Copying {
  readonly limits: CopyLimits
  readonly report: Report
  /** The lists and objects that are being copied, the outermost first. */
  readonly open: Frame[]
  readonly sources: Set<object>
  values: number
  isSound: boolean
}

/** Makes a copier, which works without recursion. */
export function newCopier(limits: CopyLimits, report: Report): Copier {
  const copying: Copying = { limits, report, open: [], sources: new Set(), values: 0, isSound: true }
  const isFull = (): boolean => copying.values > limits.values
  const copy = (value: unknown, place: Place, prior?: Json): Json | undefined => {
    copying.isSound = true
    let json = begin(copying, value, '', place, prior)
    for (let frame = copying.open.at(-1); frame !== undefined; frame = copying.open.at(-1)) {
      const next = isFull() ? undefined : frame.members[frame.next++]
      if (next === undefined) json = end(copying, frame)
      else goOn(copying, frame, next)
    }
    return copying.isSound ? json : undefined
  }
  return { copy, isFull }
}

/**
 * Starts to copy a value. The function returns undefined if it has reported a fault. It also returns undefined for a
 * list or an object, because the copier copies its members later.
 */
function begin(
  copying: Copying,
  value: unknown,
  key: string | number,
  place: Place,
  prior: Json | undefined,
): Json | undefined {
  const { limits, open, sources } = copying
  if (++copying.values === limits.values + 1) refuse(copying, place, tooMany(limits.values))
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value !== 'object') return refuse(copying, place, foundInstead(described(value)))
  if (sources.has(value)) return refuse(copying, place, foundInstead('a value that contains itself'))
  if (open.length >= limits.depth) return refuse(copying, place, tooDeep(limits.depth))
  const members = membersOf(value)
  if (typeof members === 'string') return refuse(copying, place, foundInstead(members))
  const target: JsonTarget = members.isList ? [] : {}
  open.push({ source: value, target, members: members.members, key, place, prior, next: 0 })
  sources.add(value)
  return undefined
}

function goOn(copying: Copying, frame: Frame, [key, value]: Members[number]): void {
  const json = begin(copying, value, key, at(frame.place, key), partOf(frame.prior, key))
  if (json !== undefined) setMember(frame.target, key, json)
}

/** Completes the copy of a list or object, and adds the copy to its parent. */
function end({ open, sources }: Copying, { source, target, key, prior }: Frame): Json {
  sources.delete(source)
  open.pop()
  const json = isSame(target, prior) ? prior : Object.freeze(target)
  const around = open.at(-1)
  if (around !== undefined) setMember(around.target, key, json)
  return json
}

/**
 * Returns whether the copy of a list or object equals the earlier copy. The function compares members by identity,
 * because `end` returns the earlier object for each equal member.
 */
function isSame(target: JsonTarget, prior: Json | undefined): prior is Json {
  if (Array.isArray(target)) {
    return isList(prior) && target.length === prior.length && target.every((part, at) => part === prior[at])
  }
  if (!isObject(prior)) return false
  const [names, others] = [Object.keys(target), Object.keys(prior)]
  return (
    names.length === others.length &&
    names.every((name, at) => name === others[at] && target[name] === prior[name])
  )
}

function refuse(copying: Copying, place: Place, problem: Problem): undefined {
  copying.isSound = false
  copying.report(place, problem)
}

/** Adds a member to the copy of an object, or an item to the copy of a list. */
export function setMember(target: JsonTarget, key: string | number, value: Json): void {
  if (Array.isArray(target)) target.push(value)
  else if (key !== '__proto__') target[key] = value
  // An assignment to the key `__proto__` would set the prototype of the copy.
  else Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
}

function partOf(prior: Json | undefined, key: string | number): Json | undefined {
  if (isList(prior)) return prior[Number(key)]
  return isObject(prior) ? member(prior, String(key)) : undefined
}

const foundInstead = (found: string): Problem => ({ message: 'not JSON', expected: 'JSON', found })

const tooDeep = (depth: number): Problem => ({
  message: 'too deep',
  expected: `at most ${depth} nested lists and objects`,
  found: 'one more',
})

const tooMany = (values: number): Problem => ({
  message: 'too many values',
  expected: `at most ${values} values in all files together (limit "values")`,
  found: 'more',
})

/** Returns the description of a value that is not JSON, for a fault message. */
function described(value: unknown): string {
  return typeof value === 'number' || value === undefined ? String(value) : `a ${typeof value}`
}
