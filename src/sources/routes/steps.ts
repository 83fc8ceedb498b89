/** Reads the middlewares and actions that the routes of a project name. A note says what could not be read. */
import { posix } from 'node:path'
import { defaultOf } from '../code/module.ts'
import { memberOf, object, type Value, valueAt } from '../code/value.ts'
import type { Note } from '../note.ts'
import { NotRead } from './code/not-read.ts'
import { CORE_CONTROLLER, handed, type Modules } from './modules.ts'
import { actionOf, type CodeStep, factoryOf, middlewareOf } from './step.ts'

export interface Steps {
  /** The middlewares of a route, without those that could not be read. */
  readonly middlewares: (list: Value, place: MiddlewareOwner) => readonly CodeStep[]
  /** The code of a controller before it calls `super`; null if the controller has none, or if it could not be read. */
  readonly action: (uid: string, action: string) => CodeStep | null
  readonly notes: () => readonly Note[]
}

/** A file, and the route or action that it belongs to. */
export interface MiddlewareOwner {
  readonly file: string
  /** `GET /restaurants` */
  readonly of: string
}

const NOTHING = object([])
const RUN_IT = '--project-code runs it'

/** Records a note. The same note is recorded once. */
type AddNote = (file: string, line: number, says: string) => void

interface Reading {
  readonly modules: Modules
  readonly note: AddNote
}

export function stepsOf(modules: Modules): Steps {
  const notes = new Map<string, Note>()
  const note: AddNote = (file, line, says) => {
    notes.set(`${file} ${line} ${says}`, { file, line, says })
  }
  const reading: Reading = { modules, note }
  const controllers = new Map<string, Value>()
  const controllerOf = (uid: string): Value => {
    const controller = controllers.get(uid) ?? readController(uid, reading)
    controllers.set(uid, controller)
    return controller
  }
  return {
    middlewares: (list, place) => middlewaresOf(list, place, reading),
    action: (uid, name) => {
      const written = valueAt(controllerOf(uid), [name])
      if (written.kind !== 'function') return null
      const file = written.written?.file ?? controllerPath(uid)
      return attempt(() => actionOf(written, name), { file, of: `${uid}.${name}` }, note) ?? null
    },
    notes: () => [...notes.values()],
  }
}

function middlewaresOf(list: Value, place: MiddlewareOwner, reading: Reading): readonly CodeStep[] {
  if (list.kind === 'plain') return []
  if (list.kind === 'list') return list.items.flatMap((item) => stepOf(item, place, reading) ?? [])
  const line = list.kind === 'unknown' ? list.line : 0
  reading.note(place.file, line, `the middlewares of ${place.of} cannot be read; ${RUN_IT}`)
  return []
}

/** One item of a list of middlewares: a function, or the name or path of a file. */
function stepOf(item: Value, place: MiddlewareOwner, { modules, note }: Reading): CodeStep | undefined {
  const { of } = place
  if (item.kind === 'function')
    return attempt(() => middlewareOf(item), { file: item.written?.file ?? place.file, of }, note)
  const name = textAt(item, ['name']) ?? (item.kind === 'plain' ? String(item.value) : undefined)
  const path = name === undefined ? textAt(item, ['resolve']) : pathOf(name)
  const file = path === undefined ? undefined : modules.find(posix.normalize(path))
  if (file === undefined) {
    const what = `the middleware ${name ?? path ?? 'there'} of ${of}`
    note(place.file, 0, `${what} is not applied: it is no file of the project`)
    return undefined
  }
  const value = defaultOf(modules.at(file))
  const config = memberOf(item.kind === 'object' ? item : NOTHING, 'config')
  const make = (): CodeStep => {
    if (value.kind === 'unknown') throw new NotRead(value.why, value.line)
    if (value.kind !== 'function') throw new NotRead('no function is exported', 0)
    return factoryOf(value, config.kind === 'plain' ? NOTHING : config)
  }
  return attempt(make, { file, of }, note)
}

/** Notes the parts of the code that the step leaves out, or why no step can be made of it. */
function attempt(make: () => CodeStep, { file, of }: MiddlewareOwner, note: AddNote): CodeStep | undefined {
  try {
    const step = make()
    for (const { line, what } of step.later) note(file, line, `${what} is not applied; ${RUN_IT}`)
    return step
  } catch (error) {
    // Code that is nested too deep overflows the stack, which is a RangeError.
    if (!(error instanceof NotRead || error instanceof RangeError)) throw error
    const [line, why] = error instanceof NotRead ? [error.line, error.message] : [0, 'it is too deep']
    note(file, line, `not applied to ${of}: ${why}; ${RUN_IT}`)
    return undefined
  }
}

/** The actions that a project adds to the core controller of a type. */
function readController(uid: string, { modules, note }: Reading): Value {
  const file = modules.find(controllerPath(uid))
  if (file === undefined) return NOTHING
  const made = handed(defaultOf(modules.at(file)))
  const core = valueAt(made, [CORE_CONTROLLER])
  const usual = "the controller is taken for Strapi's own"
  if (core.kind !== 'object') {
    const line = made.kind === 'unknown' ? made.line : 0
    note(file, line, `${usual}: it is not made by createCoreController where that can be read; ${RUN_IT}`)
    return NOTHING
  }
  const own = handed(valueAt(core, ['config']))
  if (own.kind !== 'unknown') return own
  note(file, own.line, `${usual}: ${own.why}; ${RUN_IT}`)
  return NOTHING
}

/** `api::a.b` → `src/api/a/controllers/b`, without its extension. */
function controllerPath(uid: string): string {
  const [api = '', name = ''] = uid.replace('api::', '').split('.')
  return `src/api/${api}/controllers/${name}`
}

/** `api::a.b` → `src/api/a/middlewares/b`; undefined for a middleware of Strapi or a plugin. */
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
