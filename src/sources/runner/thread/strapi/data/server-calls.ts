/** Sends calls to the server for the services that read and write entries. */
import type { Json } from '../../../../../util/json.ts'
import type { RowChange } from '../../../protocol.ts'
import type { AskServer } from '../../loaded.ts'
import type { Loading } from '../loading.ts'
import { plainJson } from './plain.ts'
import { traced } from './read-trace.ts'

export interface DataCall {
  readonly service: 'documents' | 'query' | 'entity'
  readonly uid: string
  readonly method: string
  readonly args: readonly unknown[]
  /** Whether the server answers the call without changing any data. */
  readonly dryRun?: boolean
  /** The changes that lifecycle hooks made to the rows that the call writes. */
  readonly changes?: readonly RowChange[]
}

export type CallServer = (call: DataCall) => Promise<unknown>

/** Formats a call as project code would write it, such as `strapi.db.query("api::a.a").findMany`. */
export function callText({ service, uid, method }: Pick<DataCall, 'service' | 'uid' | 'method'>): string {
  switch (service) {
    case 'documents':
      return `strapi.documents("${uid}").${method}`
    case 'query':
      return `strapi.db.query("${uid}").${method}`
    case 'entity':
      return `strapi.entityService.${method}("${uid}")`
  }
}

/**
 * Makes a function that sends calls for the current request to the server. If the server reports an error, the
 * function throws an error of `@strapi/utils`.
 */
export const serverCalls =
  ({ askFor }: Pick<Loading, 'askFor'>): CallServer =>
  async (call) => {
    const { service, uid, method } = call
    const given = call.args.slice(0, call.args.findLastIndex((arg) => arg !== undefined) + 1)
    const args = given.map((arg): Json => plainJson(arg, callText(call)) ?? null)
    const { dryRun, changes } = call
    const ask = (): ReturnType<AskServer> =>
      askFor()({
        ...{ service, uid, method, args },
        ...(dryRun === undefined ? {} : { dryRun }),
        ...(changes === undefined ? {} : { changes }),
      })
    // The function `traced` does not record calls of the document service here. The document service records its
    // calls itself, because its middlewares run before them.
    const result = await (service === 'documents' ? ask() : traced(callText(call), ask))
    return 'value' in result ? result.value : undefined
  }
