/**
 * Blocks the features of Node.js with which project code could affect other threads: the inspector, V8 flags, loader
 * hooks and message ports.
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
  // Refuses loader hooks, because Node runs loader hooks in a separate thread that the guard does not control.
  replaceMethod(Module, 'register', () => (file) => {
    const shown = String(file).slice(0, 50)
    throw refuse(`registers the loader hooks ${shown}`, 'Populace itself loads TypeScript and ES modules.')
  })
  hidePorts()
  keepFromExit()
  syncBuiltinESMExports()
}

/**
 * Removes message ports from the list of active handles. With a visible message port, project code could send fake
 * messages to the server.
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

/**
 * Makes a WASI program return to its caller when it exits. The original function `proc_exit` of WASI would end the
 * whole process.
 */
function keepFromExit(): void {
  const { emitWarning } = process
  // Suppresses a warning about an experimental feature, which the import of `node:wasi` prints even if the project's
  // code does not use WASI.
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
