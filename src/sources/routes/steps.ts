/** The middlewares and actions that a project's routes name, made ready; what is not understood is told once. */
import { posix } from 'node:path'
import { defaultOf } from '../code/module.ts'
import { memberOf, object, type Value, valueAt } from '../code/value.ts'
import type { Note } from '../note.ts'
import { NotRead } from './code/not-read.ts'
import { CORE_CONTROLLER, handed, type Modules } from './modules.ts'
import { actionOf, factoryOf, middlewareOf, type Step } from './step.ts'

export interface Steps {
  /** The middlewares of a route, without those that are not understood. `of` names the route. */
  readonly middlewares: (list: Value, place: Place) => readonly Step[]
  /** What a controller does before `super` is asked; null where it leaves that to Strapi, or is not understood. */
  readonly action: (uid: string, action: string) => Step | null
  readonly notes: () => readonly Note[]
}

/** Whose middlewares they are. */
export interface Place {
  readonly file: string
  /** `GET /restaurants` */
  readonly of: string
}

const NOTHING = object([])
const RUN_IT = '--project-code runs it'

export function stepsOf(modules: Modules): Steps {
  const notes = new Map<string, Note>()
  const note = (file: string, line: number, says: string): void => {
    notes.set(`${file} ${line} ${says}`, { file, line, says })
  }
  const controllers = new Map<string, Value>()

  function middlewares(list: Value, place: Place): readonly Step[] {
    if (list.kind === 'plain') return []
    if (list.kind === 'list') return list.items.flatMap((item) => one(item, place) ?? [])
    note(
      place.file,
      list.kind === 'unknown' ? list.line : 0,
      `the middlewares of ${place.of} cannot be read; ${RUN_IT}`,
    )
    return []
  }

  function one(item: Value, place: Place): Step | undefined {
    if (item.kind === 'function')
      return attempt(() => middlewareOf(item), item.written?.file ?? place.file, place)
    const name = textAt(item, ['name']) ?? (item.kind === 'plain' ? String(item.value) : undefined)
    const path = name === undefined ? textAt(item, ['resolve']) : pathOf(name)
    const file = path === undefined ? undefined : modules.find(posix.normalize(path))
    if (file === undefined) {
      note(
        place.file,
        0,
        `the middleware ${name ?? path ?? 'there'} of ${place.of} is not applied: it is no file of the project`,
      )
      return undefined
    }
    const value = defaultOf(modules.at(file))
    const config = memberOf(item.kind === 'object' ? item : NOTHING, 'config')
    return attempt(
      () => {
        if (value.kind === 'unknown') throw new NotRead(value.why, value.line)
        if (value.kind !== 'function') throw new NotRead('no function is exported', 0)
        return factoryOf(value, config.kind === 'plain' ? NOTHING : config)
      },
      file,
      place,
    )
  }

  function attempt(make: () => Step, file: string, { of }: Place): Step | undefined {
    try {
      const step = make()
      for (const { line, what } of step.later) note(file, line, `${what} is not applied; ${RUN_IT}`)
      return step
    } catch (error) {
      // Nesting beyond what there is room for is a RangeError.
      if (!(error instanceof NotRead || error instanceof RangeError)) throw error
      const [line, why] = error instanceof NotRead ? [error.line, error.message] : [0, 'it is too deep']
      note(file, line, `not applied to ${of}: ${why}; ${RUN_IT}`)
      return undefined
    }
  }

  function controllerOf(uid: string): Value {
    const known = controllers.get(uid)
    if (known !== undefined) return known
    const value = readController(uid)
    controllers.set(uid, value)
    return value
  }

  function readController(uid: string): Value {
    const file = modules.find(controllerPath(uid))
    if (file === undefined) return NOTHING
    const made = handed(defaultOf(modules.at(file)))
    const core = valueAt(made, [CORE_CONTROLLER])
    if (core.kind !== 'object') {
      note(
        file,
        made.kind === 'unknown' ? made.line : 0,
        `the controller is taken for Strapi's own: it is not made by createCoreController where that can be read; ${RUN_IT}`,
      )
      return NOTHING
    }
    const own = handed(valueAt(core, ['config']))
    if (own.kind !== 'unknown') return own
    note(file, own.line, `the controller is taken for Strapi's own: ${own.why}; ${RUN_IT}`)
    return NOTHING
  }

  function action(uid: string, name: string): Step | null {
    const written = valueAt(controllerOf(uid), [name])
    if (written.kind !== 'function') return null
    const file = written.written?.file ?? controllerPath(uid)
    return attempt(() => actionOf(written, name), file, { file, of: `${uid}.${name}` }) ?? null
  }

  return { middlewares, action, notes: () => [...notes.values()] }
}

/** `api::a.b` → `src/api/a/controllers/b`, without its extension. */
function controllerPath(uid: string): string {
  const [api = '', name = ''] = uid.replace('api::', '').split('.')
  return `src/api/${api}/controllers/${name}`
}

/** `api::a.b` → `src/api/a/middlewares/b`; undefined for those of Strapi and its plugins. */
function pathOf(name: string): string | undefined {
  const [scope, rest = ''] = name.split('::')
  if (scope === 'global') return `src/middlewares/${rest}`
  const [api = '', middleware = ''] = rest.split('.')
  return scope === 'api' ? `src/api/${api}/middlewares/${middleware}` : undefined
}

function textAt(value: Value, path: readonly string[]): string | undefined {
  const found = valueAt(value, path)
  return found.kind === 'plain' && typeof found.value === 'string' ? found.value : undefined
}
