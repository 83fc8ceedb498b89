/** Reads entries of plugin types with the permissions of the caller. */
import type { BareReading } from '../../reference/prepare.ts'
import type { Read } from '../../reference/read.ts'
import { notFound, type PluginResponse, shown } from './answer.ts'
import type { EndpointRequest } from './context.ts'

/**
 * Reads entries of a type for a plugin endpoint. If `bare` is undefined, the answer has the envelope `data` and
 * `meta`.
 */
export function reading(
  { context, caller, search }: Pick<EndpointRequest, 'context' | 'caller' | 'search'>,
  uid: string,
  bare: BareReading | undefined,
  show: (found: Extract<Read, { ok: true }>) => PluginResponse,
): PluginResponse {
  const { reader } = context.world
  const type = reader.graph.schema.contentTypes.get(uid)
  if (type === undefined) return notFound()
  const target = { kind: 'list' } as const
  const { role } = caller
  return shown(
    reader.read({ type, target, search, role, ...(bare === undefined ? {} : { bare }) }),
    reader,
    show,
  )
}
