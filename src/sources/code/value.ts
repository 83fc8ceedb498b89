/**
 * What an expression of a configuration file is known to be, read without running it. What cannot be told from the text
 * alone is unknown, with the reason and the line; nothing is guessed.
 */
import type { Json } from '../../util/json.ts'
import type { Syntax } from './syntax.ts'

export type Value =
  | { readonly kind: 'plain'; readonly value: string | number | boolean | null | undefined }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Value>; readonly rest: Unknown | null }
  | {
      readonly kind: 'function'
      readonly call: (args: readonly Value[]) => Value
      readonly members?: MapMembers
      /** Where it is written, for who reads what is in it; undefined for what is known here. */
      readonly written?: FunctionSource
    }
  | Unknown

/** A function of a file, and what the names around it mean. */
export interface FunctionSource {
  readonly node: Syntax
  readonly lookUp: (name: string) => Value | undefined
  /** The file it stands in; `` where nobody said. */
  readonly file: string
}

/** `why` completes "cannot be read without running the project: …". */
export interface Unknown {
  readonly kind: 'unknown'
  readonly why: string
  readonly line: number
}

export type MapMembers = ReadonlyMap<string, Value>

export const plain = (value: string | number | boolean | null | undefined): Value => ({
  kind: 'plain',
  value,
})
export const NOTHING: Value = plain(undefined)
export const unknown = (why: string, line = 0): Unknown => ({ kind: 'unknown', why, line })
export const object = (members: Iterable<readonly [string, Value]>, rest: Unknown | null = null): Value => ({
  kind: 'object',
  members: new Map(members),
  rest,
})

/** A function that is known here, which sees texts and numbers alone. */
export const native = (
  call: (args: readonly (string | number | boolean | null | undefined)[]) => Value,
  members?: MapMembers,
): Value => ({
  kind: 'function',
  call: (args) => {
    const values: (string | number | boolean | null | undefined)[] = []
    for (const arg of args) {
      if (arg.kind !== 'plain') return arg.kind === 'unknown' ? arg : unknown('it is made from an object')
      values.push(arg.value)
    }
    return call(values)
  },
  ...(members === undefined ? {} : { members }),
})

/** A member of an object, at the end of a path; what is not there is nothing, and behind what is unknown all is. */
export function valueAt(value: Value, path: readonly string[]): Value {
  let at = value
  for (const name of path) at = memberOf(at, name)
  return at
}

export function memberOf(value: Value, name: string): Value {
  switch (value.kind) {
    case 'object':
      return value.members.get(name) ?? value.rest ?? NOTHING
    case 'list':
      return name === 'length' ? plain(value.items.length) : (value.items[Number(name)] ?? NOTHING)
    case 'function':
      return value.members?.get(name) ?? NOTHING
    case 'unknown':
      return value
    case 'plain':
      return typeof value.value === 'string' ? textMember(value.value, name) : NOTHING
  }
}

function textMember(text: string, name: string): Value {
  if (name === 'length') return plain(text.length)
  const methods: Readonly<Record<string, Value>> = {
    trim: native(() => plain(text.trim())),
    toLowerCase: native(() => plain(text.toLowerCase())),
    toUpperCase: native(() => plain(text.toUpperCase())),
    split: native(([at]) =>
      typeof at === 'string'
        ? { kind: 'list', items: text.split(at).map(plain) }
        : unknown('it is split otherwise than by a text'),
    ),
    includes: native(([part]) => plain(text.includes(String(part)))),
    startsWith: native(([part]) => plain(text.startsWith(String(part)))),
  }
  return Object.hasOwn(methods, name) ? (methods[name] ?? NOTHING) : NOTHING
}

/** Whether a value counts as true; undefined where that cannot be told. */
export function isTruthy(value: Value): boolean | undefined {
  if (value.kind === 'unknown') return undefined
  return value.kind !== 'plain' || Boolean(value.value)
}

/** As JSON, and the first part of it that is unknown. Members that hold nothing are left out, as are functions. */
export function jsonOf(value: Value): { readonly json: Json | undefined; readonly unknown: Unknown | null } {
  switch (value.kind) {
    case 'plain':
      return { json: value.value, unknown: null }
    case 'function':
      return { json: undefined, unknown: null }
    case 'unknown':
      return { json: undefined, unknown: value }
    case 'list': {
      const items = value.items.map(jsonOf)
      return {
        json: items.map(({ json }) => json ?? null),
        unknown: items.find((item) => item.unknown !== null)?.unknown ?? null,
      }
    }
    case 'object': {
      const members = [...value.members].map(([key, member]) => ({ key, ...jsonOf(member) }))
      const entries = members.flatMap(({ key, json }): [string, Json][] =>
        json === undefined ? [] : [[key, json]],
      )
      return {
        json: Object.fromEntries(entries),
        unknown: members.find((member) => member.unknown !== null)?.unknown ?? value.rest,
      }
    }
  }
}
