/** Hashes passwords with bcrypt, as Strapi's document service and entity service do. */
import bcrypt from 'bcryptjs'
import type { MemberMap } from '../core-parts.ts'
import { isRecord, recordOf, valueAt } from '../values.ts'
import type { DataCall } from './server-calls.ts'

const ROUNDS = 10
/** The maximum number of bcrypt rounds. A larger number of rounds would block the thread for a long time. */
const MOST_ROUNDS = 14

/** Replaces the passwords in the `data` of a call by hashes. Calls of the query engine stay unchanged. */
export async function withHashedPasswords(
  call: DataCall,
  attributes: Readonly<Record<string, MemberMap>>,
): Promise<DataCall> {
  const at = placeOfParams(call)
  if (at === undefined) return call
  const params = call.args[at]
  const data = recordOf(params)['data']
  if (!isRecord(data)) return call
  const hashed: MemberMap = {}
  for (const [name, value] of Object.entries(data)) {
    const attribute = attributes[name]
    if (attribute?.['type'] !== 'password' || typeof value !== 'string') continue
    const rounds = Number(valueAt(attribute, ['encryption', 'rounds']) ?? ROUNDS)
    hashed[name] = await bcrypt.hash(value, Math.min(rounds, MOST_ROUNDS))
  }
  if (Object.keys(hashed).length === 0) return call
  return { ...call, args: call.args.with(at, { ...recordOf(params), data: { ...data, ...hashed } }) }
}

/**
 * Returns the index of the argument whose member `data` may contain passwords to hash; undefined if the call needs
 * no hashing.
 */
function placeOfParams({ service, method }: DataCall): number | undefined {
  if (service === 'query') return undefined
  if (method === 'create' || (service === 'documents' && (method === 'update' || method === 'clone')))
    return 0
  return method === 'update' ? 1 : undefined
}
