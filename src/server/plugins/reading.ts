/** Reads of the types of plugins, for whoever asks. */
import type { BareReading } from '../../reference/prepare.ts'
import type { Read } from '../../reference/read.ts'
import { notFound, type PluginResponse, shown } from './answer.ts'
import type { EndpointRequest } from './desk.ts'

/** `bare` is left out for a list in an envelope. */
export function reading(
  { desk, caller, search }: Pick<EndpointRequest, 'desk' | 'caller' | 'search'>,
  uid: string,
  bare: BareReading | undefined,
  show: (found: Extract<Read, { ok: true }>) => PluginResponse,
): PluginResponse {
  const { reader } = desk.world
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
