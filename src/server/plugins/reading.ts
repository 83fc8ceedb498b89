/** Reads of the types of plugins, for whoever asks. */
import type { BareReading, Read } from '../../reference/read.ts'
import { notFound, shown, type Told } from './answer.ts'
import type { Asked } from './desk.ts'

/** `bare` is left out for a list in an envelope. */
export function reading(
  { desk, caller, search }: Pick<Asked, 'desk' | 'caller' | 'search'>,
  uid: string,
  bare: BareReading | undefined,
  show: (found: Extract<Read, { ok: true }>) => Told,
): Told {
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
