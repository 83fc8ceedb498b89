/** Finds the trace of the current request. The services that read documents report their reads to the trace. */
import type { CodePlace } from '../../../protocol.ts'
import { type MemberMap, READ_TRACE } from '../core-parts.ts'
import { requestContext } from '../services/request-context.ts'
import { isMembers } from '../values.ts'

export interface ReadTrace {
  /**
   * Returns a context for document middlewares, which records changes to the parameters of a read. The context is
   * undefined if the project's code itself makes the read.
   */
  readonly read: (
    context: object,
  ) => { readonly context: MemberMap; readonly asked: () => Promise<void> } | undefined
  /** Returns a proxy of a value. The returned proxy records changes to the value. */
  readonly written: (value: unknown) => unknown
  readonly ran: (place: CodePlace) => void
  /** Runs a call of the project's code to a function of Strapi, and records the call if Strapi refuses it. */
  readonly calling: <T>(call: string, run: () => Promise<T>) => Promise<T>
}

/** Returns the trace of the current request; undefined for a request without a trace, and outside of requests. */
export function readTrace(): ReadTrace | undefined {
  const context = requestContext.get()
  const trace: unknown = context === undefined ? undefined : Reflect.get(context, READ_TRACE)
  return isReadTrace(trace) ? trace : undefined
}

/**
 * Runs a call of the project's code to a function of Strapi. If the current request has a trace, the trace records
 * the call.
 */
export function traced<T>(call: string, run: () => Promise<T>): Promise<T> {
  return readTrace()?.calling(call, run) ?? run()
}

const isReadTrace = (value: unknown): value is ReadTrace =>
  isMembers(value) && ['read', 'written', 'ran', 'calling'].every((name) => typeof value[name] === 'function')
