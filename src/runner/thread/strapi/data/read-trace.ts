/** Finds the trace of the current request, for the services that read documents. */
import type { CodePlace } from '../../../protocol.ts'
import { type MemberMap, READ_TRACE } from '../core-parts.ts'
import { requestContext } from '../services/request-context.ts'
import { isMembers } from '../values.ts'

export interface ReadTrace {
  /**
   * Returns a context for document middlewares that records their changes; undefined if the code itself makes the read.
   */
  readonly read: (
    context: object,
  ) => { readonly context: MemberMap; readonly asked: () => Promise<void> } | undefined
  /** Returns a proxy of the value that records its changes. */
  readonly written: (value: unknown) => unknown
  readonly ran: (place: CodePlace) => void
}

/** The trace of the current request; undefined for untraced requests, and outside of requests. */
export function readTrace(): ReadTrace | undefined {
  const context = requestContext.get()
  const trace: unknown = context === undefined ? undefined : Reflect.get(context, READ_TRACE)
  return isReadTrace(trace) ? trace : undefined
}

const isReadTrace = (value: unknown): value is ReadTrace =>
  isMembers(value) && ['read', 'written', 'ran'].every((name) => typeof value[name] === 'function')
