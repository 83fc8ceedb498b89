/** The functions of JavaScript that are known here; each looks at data alone. */

import { Thrown } from './not-read.ts'
import type { Run } from './run.ts'
import { type Callable, copied, type Datum, datumFrom, isMap, mapOf, weigh } from './run.ts'

/** @throws Thrown where there are none to list. */
function entriesOf(value: Datum): readonly (readonly [string, Datum])[] {
  if (value === undefined || value === null) throw new Thrown('Cannot convert undefined or null to object')
  if (typeof value === 'string') return [...value].map((letter, at) => [String(at), letter] as const)
  return typeof value === 'object' ? Object.entries(value) : []
}

/** As JavaScript writes a value into a text. */
export function textOf(value: Datum): string {
  if (isMap(value)) return '[object Object]'
  if (Array.isArray(value)) {
    weigh(value)
    return value.map((item) => textOf(item ?? '')).join(',')
  }
  if (typeof value === 'function') throw new Thrown('a function is no text')
  return String(value)
}

export const numberOf = (value: Datum): number =>
  typeof value === 'object' && value !== null ? Number(textOf(value)) : Number(value)

function assign([target, ...others]: readonly Datum[]): Datum {
  if (!isMap(target)) throw new Thrown('Cannot convert undefined or null to object')
  for (const other of others)
    if (other !== undefined && other !== null)
      for (const [name, value] of entriesOf(other)) target[name] = value
  return target
}

function parsed(text: Datum): Datum {
  try {
    return datumFrom(JSON.parse(textOf(text)))
  } catch {
    throw new Thrown('Unexpected token in JSON')
  }
}

export const FUNCTIONS: ReadonlyMap<string, Callable> = new Map<string, Callable>([
  ['Object.keys', ([value]) => entriesOf(value).map(([name]) => name)],
  ['Object.values', ([value]) => entriesOf(value).map(([, item]) => item)],
  ['Object.entries', ([value]) => entriesOf(value).map(([name, item]) => [name, item])],
  [
    'Object.fromEntries',
    ([list]) =>
      mapOf(
        entriesOf(list).map(([, pair]) => (Array.isArray(pair) ? [textOf(pair[0]), pair[1]] : ['', pair])),
      ),
  ],
  ['Object.assign', assign],
  ['Object.freeze', ([value]) => value],
  ['Array.isArray', ([value]) => Array.isArray(value)],
  ['String', ([value]) => textOf(value)],
  ['Number', ([value]) => numberOf(value)],
  ['Boolean', ([value]) => Boolean(value)],
  [
    'parseInt',
    ([text, base]) => Number.parseInt(textOf(text), base === undefined ? undefined : numberOf(base)),
  ],
  [
    'Number.parseInt',
    ([text, base]) => Number.parseInt(textOf(text), base === undefined ? undefined : numberOf(base)),
  ],
  ['parseFloat', ([text]) => Number.parseFloat(textOf(text))],
  ['isNaN', ([value]) => Number.isNaN(numberOf(value))],
  ['Number.isNaN', ([value]) => Number.isNaN(value)],
  ['Number.isInteger', ([value]) => Number.isInteger(value)],
  ['Math.min', (args) => Math.min(...args.map(numberOf))],
  ['Math.max', (args) => Math.max(...args.map(numberOf))],
  ['Math.floor', ([value]) => Math.floor(numberOf(value))],
  ['JSON.parse', ([text]) => parsed(text)],
  [
    'JSON.stringify',
    ([value]) => {
      weigh(value)
      return JSON.stringify(value)
    },
  ],
  [
    'structuredClone',
    ([value]) => {
      weigh(value)
      return copied(value)
    },
  ],
])

type Method<T> = (self: T, args: readonly Datum[], run: Run) => Datum

const TEXT_METHODS: Readonly<Record<string, Method<string>>> = {
  includes: (text, [part]) => text.includes(textOf(part)),
  startsWith: (text, [part]) => text.startsWith(textOf(part)),
  endsWith: (text, [part]) => text.endsWith(textOf(part)),
  indexOf: (text, [part]) => text.indexOf(textOf(part)),
  split: (text, [at]) => (at === undefined ? [text] : text.split(textOf(at))),
  toLowerCase: (text) => text.toLowerCase(),
  toUpperCase: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  slice: (text, [from, to]) => text.slice(numberOf(from), to === undefined ? undefined : numberOf(to)),
  substring: (text, [from, to]) =>
    text.substring(numberOf(from), to === undefined ? undefined : numberOf(to)),
  toString: (text: string) => text,
}

const LIST_METHODS: Readonly<Record<string, Method<Datum[]>>> = {
  includes: (list, [item]) => list.includes(item),
  indexOf: (list, [item]) => list.indexOf(item),
  join: (list, [by]) => list.map((item) => textOf(item ?? '')).join(by === undefined ? ',' : textOf(by)),
  concat: (list, args) => [...list, ...args.flat(1)],
  slice: (list, [from, to]) =>
    list.slice(from === undefined ? 0 : numberOf(from), to === undefined ? undefined : numberOf(to)),
  push: (list, args) => list.push(...args),
  pop: (list) => list.pop(),
  shift: (list) => list.shift(),
  at: (list, [place]) => list.at(numberOf(place)),
  map: (list, [call], run) => list.map((item, at) => callable(call)([item, at], run)),
  flatMap: (list, [call], run) => list.flatMap((item, at) => callable(call)([item, at], run)),
  filter: (list, [call], run) => list.filter((item, at) => callable(call)([item, at], run)),
  find: (list, [call], run) => list.find((item, at) => callable(call)([item, at], run)),
  some: (list, [call], run) => list.some((item, at) => callable(call)([item, at], run)),
  every: (list, [call], run) => list.every((item, at) => callable(call)([item, at], run)),
  forEach: (list, [call], run) => {
    for (const [at, item] of list.entries()) callable(call)([item, at], run)
    return undefined
  },
  reduce: (list, [call, ...start], run) => {
    const [first, ...rest] = start.length === 0 ? list : [start[0], ...list]
    let found = first
    for (const [at, item] of rest.entries()) found = callable(call)([found, item, at], run)
    return found
  },
}

export const isMethod = (name: string): boolean =>
  Object.hasOwn(TEXT_METHODS, name) || Object.hasOwn(LIST_METHODS, name)

/**
 * @throws Thrown where the value has no such method.
 */
export function callMethod(owner: Datum, name: string, args: readonly Datum[], run: Run): Datum {
  for (const value of [owner, ...args])
    if (typeof value === 'string' || Array.isArray(value)) run.step(value.length)
  if (typeof owner === 'string' && Object.hasOwn(TEXT_METHODS, name))
    return TEXT_METHODS[name]?.(owner, args, run)
  if (Array.isArray(owner) && Object.hasOwn(LIST_METHODS, name)) return LIST_METHODS[name]?.(owner, args, run)
  if (isMap(owner)) return callable(owner[name])(args, run)
  throw new Thrown(`${name} is not a function`)
}

/** @throws Thrown where it is none. */
export function callable(value: Datum): Callable {
  if (typeof value === 'function') return value
  throw new Thrown('what is called is not a function')
}
