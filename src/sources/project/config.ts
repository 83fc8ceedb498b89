/**
 * Reads `config/NAME.{ts,js,mjs,cjs,json}`, overridden by `config/env/ENVIRONMENT/NAME.*`, as far as it can without
 * running code.
 */
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { Environment } from '../code/builtins.ts'
import { configured } from '../code/module.ts'
import { NOTHING, object, type Value, valueAt } from '../code/value.ts'
import type { Note } from '../note.ts'
import type { ProjectFiles } from './files.ts'

const EXTENSIONS = ['ts', 'js', 'mjs', 'cjs', 'json']

/** The variables of the project: those of its `.env`, overridden by those of the process. */
export function environmentOf(files: ProjectFiles, given: Environment): Environment {
  const text = files.text('.env')
  return { ...(text === undefined ? {} : parseEnv(text)), ...given }
}

export interface Config {
  /** The last file that sets the value; null if there is none. */
  readonly file: string | null
  readonly value: Value
}

export function readConfig(name: string, files: ProjectFiles, env: Environment): Config {
  const folders = ['config', `config/env/${env['NODE_ENV'] ?? 'development'}`]
  let config: Config = { file: null, value: NOTHING }
  for (const folder of folders) {
    const found = files.first(EXTENSIONS.map((extension) => `${folder}/${name}.${extension}`))
    if (found === undefined) continue
    // TypeScript runs from the folder of its compiler output.
    const root = `${resolve(files.folder).replaceAll('\\', '/')}${found.path.endsWith('.ts') ? '/dist' : ''}`
    const place = `${root}/${folder}`
    const value = configured(found.text, found.path.endsWith('.json'), env, place)
    config = { file: found.path, value: merged(config.value, value) }
  }
  return config
}

/** Merges objects member by member; any other value replaces the former one. */
function merged(below: Value, above: Value): Value {
  if (below.kind !== 'object' || above.kind !== 'object') return above
  const members = new Map(below.members)
  for (const [key, value] of above.members) members.set(key, merged(members.get(key) ?? NOTHING, value))
  return object(members, above.rest ?? below.rest)
}

/** A text or a number of a configuration; adds a note if it is unreadable. */
export function settingAt(
  { file, value }: Config,
  path: readonly string[],
): { readonly found: string | number | boolean | null | undefined } | { readonly note: Note } {
  const at = valueAt(value, path)
  if (at.kind === 'plain') return { found: at.value }
  if (at.kind !== 'unknown') return { found: undefined }
  const says = `${path.join('.')} cannot be read without running the project: ${at.why}`
  return { note: { file: file ?? '', line: at.line, says } }
}
