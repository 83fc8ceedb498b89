/** Sends the writes and reads of a command, and stores the last write for the printed counterexample. */
import * as fc from 'fast-check'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { ContentType } from '../../src/reference/schema/schema.ts'
import type { Json } from '../../src/util/json.ts'
import type { SentRequest, Server } from '../server.ts'
import type { WrittenDocuments, WrittenValues } from './documents.ts'

/** The server to which the commands write. The commands change the data of this server, so use a test server. */
export interface WriteTarget {
  readonly server: (request: SentRequest) => ReturnType<Server>
  /** Headers that are sent with each request, such as `{ authorization: 'Bearer …' }`. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A command that sends a write, and reads the data after the write. The command throws if an answer differs from the
 * model.
 */
export type WriteCommand = fc.AsyncCommand<WrittenDocuments, WriteTarget>

/**
 * Returns a command that, when printed, shows the write that it sent. Each attempt to shrink a failure runs a copy of
 * the command, so that the counterexample shows the documentIds of its run.
 */
export function command(
  name: string,
  check: (model: Readonly<WrittenDocuments>) => boolean,
  run: (model: WrittenDocuments, target: WriteTarget) => Promise<void>,
): WriteCommand & fc.WithCloneMethod<WriteCommand> {
  let write = ''
  return {
    check,
    run: (model, target) => {
      const server: WriteTarget['server'] = (request) => {
        if (request.method !== 'GET') write = textOf(request)
        return target.server(request)
      }
      return run(model, { ...target, server }).catch((error: unknown) => {
        throw afterWrite(error, write)
      })
    },
    toString: () => (write === '' ? name : `\n  ${write}`),
    [fc.cloneMethod]: () => command(name, check, run),
  }
}

const textOf = ({ method = 'GET', url, body = '' }: SentRequest): string => `${method} ${url} ${body}`.trim()

/** Returns the error of a read with the last write added to its message. */
function afterWrite(error: unknown, write: string): unknown {
  if (!(error instanceof Error) || write === '' || error.message.startsWith(write)) return error
  return new Error(`${error.message}\nafter ${write}`, { cause: error })
}

/** Returns the URL of a document, or the URL of the list of its type if `documentId` is empty. */
export function urlOf(
  graph: Graph,
  { pluralName, draftAndPublish }: ContentType,
  documentId: string,
  isPublished?: boolean,
): string {
  const path = `${graph.settings.prefix}/${pluralName}${documentId === '' ? '' : `/${documentId}`}`
  if (isPublished === undefined || !draftAndPublish) return path
  return `${path}?status=${isPublished ? 'published' : 'draft'}`
}

/**
 * Sends a request and returns the JSON of its answer.
 * @throws Error if the status is not one of the expected statuses.
 */
export async function send(
  { server, headers = {} }: WriteTarget,
  method: string,
  url: string,
  data: WrittenValues | undefined,
  statuses: readonly number[],
): Promise<Json> {
  const body = data === undefined ? {} : { body: JSON.stringify({ data }) }
  const typed = data === undefined ? {} : { 'content-type': 'application/json' }
  const request: SentRequest = { method, url, headers: { ...headers, ...typed }, ...body }
  const reply = await server(request)
  if (!statuses.includes(reply.status))
    throw new Error(
      `${textOf(request)}\nanswers ${reply.status} ${reply.body}\nexpected ${statuses.join(' or ')}`,
    )
  return reply.body === '' ? null : JSON.parse(reply.body)
}
