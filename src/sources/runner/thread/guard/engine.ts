/**
 * Blocks the features of Node.js by which code could leave its thread: the inspector, V8 flags, loader hooks and
 * message ports.
 */
import inspector from 'node:inspector'
import Module, { createRequire, syncBuiltinESMExports } from 'node:module'
import v8 from 'node:v8'
import type { WASIOptions } from 'node:wasi'
import { type Refuse, replaceMethod } from './refuse.ts'

export function guardEngine(refuse: Refuse): void {
  replaceMethod(inspector, 'open', () => () => {
    throw refuse('opens the inspector', 'Populace allows no inspector for the code of a project.')
  })
  replaceMethod(inspector.Session.prototype, 'connectToMainThread', () => () => {
    throw refuse('inspects the main thread', 'Inspect the thread of the code with connect().')
  })
  replaceMethod(v8, 'setFlagsFromString', () => (flags) => {
    const shown = String(flags).slice(0, 50)
    throw refuse(`sets the flags of V8 ${shown}`, 'Set V8 flags in NODE_OPTIONS for the whole process.')
  })
  // Node runs loader hooks in a separate thread, which the guard does not control.
  replaceMethod(Module, 'register', () => (file) => {
    const shown = String(file).slice(0, 50)
    throw refuse(`registers the loader hooks ${shown}`, 'Populace itself loads TypeScript and ES modules.')
  })
  hidePorts()
  keepFromExit()
  syncBuiltinESMExports()
}

/**
 * Hides message ports in the list of active handles. If the port of this thread were visible, the code could send fake
 * messages through the port.
 */
function hidePorts(): void {
  replaceMethod(
    process,
    '_getActiveHandles',
    (usual) =>
      function () {
        const handles = Reflect.apply(usual, this, [])
        return Array.isArray(handles) ? handles.filter((one) => !(one instanceof MessagePort)) : []
      },
  )
}

/** Makes a WASI program return when it exits, because its `proc_exit` would end the whole process. */
function keepFromExit(): void {
  const { emitWarning } = process
  // Importing the module prints a warning about an experimental feature, even if the code does not use WASI.
  process.emitWarning = () => undefined
  const wasi: typeof import('node:wasi') = createRequire(import.meta.url)('node:wasi')
  process.emitWarning = emitWarning
  class ReturningWasi extends wasi.WASI {
    constructor(options: WASIOptions) {
      super({ ...options, returnOnExit: true })
    }
  }
  Object.defineProperty(wasi, 'WASI', { value: ReturningWasi, configurable: true, writable: true })
}
