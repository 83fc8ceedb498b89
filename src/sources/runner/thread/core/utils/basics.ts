/**
 * Implements small helpers of `@strapi/utils`: `async`, `arrays`, `objects`, `file`, `policy` and
 * `setCreatorFields`.
 */
import { Writable } from 'node:stream'
import { at, type Bag, bagOf, type Call, isCall, listOf } from '../reach.ts'

/** Combines functions to one function. Each of the combined functions receives the result of the previous function. */
const pipe =
  (...steps: readonly Call[]): Call =>
  async (...given) => {
    const [first, ...rest] = steps
    let result: unknown = await first?.(...given)
    for (const step of rest) result = await step(result)
    return result
  }

/** Maps a list with an async function. The option `concurrency` is the maximum number of calls at the same time. */
async function mapList(list: unknown, mapper: unknown, options?: unknown): Promise<readonly unknown[]> {
  if (!isCall(mapper)) throw new TypeError('async.map expects a function')
  const items = listOf(await list)
  const most = Number(at(options, 'concurrency') ?? Number.POSITIVE_INFINITY)
  const results: unknown[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++
      results[index] = await mapper(await items[index], index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work))
  return results
}

/** Implements `async.map`. If only the list is passed, returns a function that takes the remaining arguments. */
const map = (list: unknown, ...rest: readonly unknown[]): unknown =>
  rest.length > 0 ? mapList(list, ...pairOf(rest)) : (...later: readonly unknown[]) => map(list, ...later)

const pairOf = ([mapper, options]: readonly unknown[]): [unknown, unknown] => [mapper, options]

const reduce =
  (list: unknown) =>
  async (reducer: Call, initial: unknown): Promise<unknown> => {
    let result = initial
    for (const [index, item] of listOf(list).entries()) result = await reducer(result, await item, index)
    return result
  }

export const async = { pipe, map, reduce }

export const arrays = {
  includesString: (list: unknown, value: unknown): boolean =>
    listOf(list).map(String).includes(String(value)),
}

/** Returns the paths of all innermost values in an object, such as `author.name`. */
function keysDeep(value: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path.join('.')]
  return Object.entries(value).flatMap(([key, inner]) => keysDeep(inner, [...path, key]))
}

export const objects = { keysDeep }

const SIZES = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB']

function bytesToHumanReadable(bytes: number): string {
  if (bytes === 0) return '0 Bytes'
  const power = Math.floor(Math.log(bytes) / Math.log(1000))
  return `${Math.round(bytes / 1000 ** power)} ${SIZES[power]}`
}

async function streamToBuffer(stream: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

export const file = {
  kbytesToBytes: (kilobytes: number): number => kilobytes * 1000,
  bytesToKbytes: (bytes: number): number => Math.round((bytes / 1000) * 100) / 100,
  bytesToHumanReadable,
  streamToBuffer,
  getStreamSize: async (stream: AsyncIterable<Uint8Array | string>): Promise<number> =>
    (await streamToBuffer(stream)).length,
  writableDiscardStream: (options?: object): Writable =>
    new Writable({ ...options, write: (_chunk, _encoding, done) => setImmediate(done) }),
}

/** Makes a policy. The function `validator` of a policy checks the configuration that a route passes to the policy. */
function createPolicy(options: unknown): object {
  const { name = 'unnamed', validator, handler } = bagOf(options)
  const check = (config: unknown): void => {
    if (!isCall(validator)) return
    try {
      validator(config)
    } catch {
      throw new Error(`Invalid config passed to "${String(name)}" policy.`)
    }
  }
  return { name, validator: check, handler }
}

export const policy = {
  createPolicy,
  createPolicyContext: (type: string, context: unknown): object =>
    Object.assign({ is: (other: unknown) => other === type, type }, context),
}

/**
 * Makes a function that adds the id of a user to the data of an entry. A new entry gets `createdBy` and `updatedBy`,
 * and an edited entry gets only `updatedBy`.
 */
export const setCreatorFields =
  ({ user, isEdition = false }: { readonly user: unknown; readonly isEdition?: boolean }) =>
  (data: Bag): Bag => {
    const id = at(user, 'id')
    return isEdition ? { ...data, updatedBy: id } : Object.assign(data, { createdBy: id, updatedBy: id })
  }
