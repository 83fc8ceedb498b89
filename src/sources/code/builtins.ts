/** What a configuration file finds around it: `env`, `process.env`, `path`, and the plain functions of JavaScript. */
import { posix } from 'node:path'
import { parseJson } from '../../util/json.ts'
import { type MapMembers, NOTHING, native, object, plain, unknown, type Value } from './value.ts'

/** The environment of the project: its `.env`, and the process's own variables before it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** `env('NAME', default)` with its kin, as Strapi hands it to each configuration file. */
export function envFunction(env: Environment): Value {
  const read = (convert: (text: string) => Value): Value => ({
    kind: 'function',
    call: ([name, preset = NOTHING]) => {
      if (name?.kind !== 'plain') return unknown('the name of an environment variable is not written out')
      const text = env[String(name.value)]
      return text === undefined ? preset : convert(text)
    },
  })
  const members: MapMembers = new Map([
    ['int', read((text) => plain(Number.parseInt(text, 10)))],
    ['float', read((text) => plain(Number.parseFloat(text)))],
    ['bool', read((text) => plain(text === 'true'))],
    ['json', read(fromJson)],
    ['array', read((text) => ({ kind: 'list', items: listItems(text).map(plain) }))],
    ['date', read(() => unknown('it is a date'))],
    ['oneOf', read((text) => plain(text))],
  ])
  const asText = read((text) => plain(text))
  return asText.kind === 'function' ? { ...asText, members } : asText
}

/** `[a, b]` or `a,b`; quotes around an item go. */
function listItems(text: string): readonly string[] {
  const inner = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  return inner.split(',').map((item) => {
    const trimmed = item.trim()
    return trimmed.startsWith('"') && trimmed.endsWith('"') ? trimmed.slice(1, -1) : trimmed
  })
}

function fromJson(text: string): Value {
  const json = parseJson(text)
  if (json === undefined) return unknown('an environment variable that should be JSON is not')
  if (typeof json === 'object' && json !== null) return unknown('it is an object in an environment variable')
  return plain(json)
}

/** What a file reads without importing it. `folder` is its own, with slashes. */
export const globalsOf = (env: Environment, folder: string): MapMembers =>
  new Map<string, Value>([
    ['undefined', NOTHING],
    ['__dirname', plain(folder)],
    [
      'process',
      object([
        ['env', environment(env)],
        ['cwd', native(() => unknown('it depends on where it is started'))],
      ]),
    ],
    ['Number', native(([value]) => plain(Number(value)))],
    ['String', native(([value]) => plain(String(value)))],
    ['Boolean', native(([value]) => plain(Boolean(value)))],
    ['parseInt', native(([text, base]) => plain(Number.parseInt(String(text), Number(base ?? 10))))],
    ['parseFloat', native(([text]) => plain(Number.parseFloat(String(text))))],
  ])

const environment = (env: Environment): Value =>
  object(Object.entries(env).map(([name, text]) => [name, plain(text)] as const))

/** A module that is known here: `path`. */
export function knownModule(name: string): Value | undefined {
  if (name !== 'path' && name !== 'node:path') return undefined
  const joined = (join: (...parts: string[]) => string): Value =>
    native((parts) => plain(join(...parts.map(String))))
  const members: readonly (readonly [string, Value])[] = [
    ['join', joined(posix.join)],
    [
      'resolve',
      joined((...parts) => (parts.some(posix.isAbsolute) ? posix.resolve(...parts) : posix.join(...parts))),
    ],
    ['dirname', joined((path) => posix.dirname(path ?? ''))],
  ]
  return object([...members, ['default', object(members)]])
}
