/**
 * Answers the calls that project code in a thread sends to the server. A call reads and writes the data of the
 * request whose code made the call.
 */
import type { CodeHost, CodeRequest } from '../project-code.ts'
import type { ServiceCall, ServiceResult } from '../protocol.ts'
import type { HeldBodies } from './held-bodies.ts'

/** The request that stands for the missing request, if project code calls the content API outside of any request. */
const NO_REQUEST: CodeRequest = { method: 'GET', target: '/', headers: {}, body: undefined, ip: '127.0.0.1' }

/**
 * Answers one call that a thread sent to the server. The promise never rejects. The parameter `held` stores the
 * bodies of answers of the content API that stay in the server.
 */
export async function answerCall(
  host: CodeHost,
  request: CodeRequest | undefined,
  asked: ServiceCall,
  held?: HeldBodies,
): Promise<ServiceResult> {
  try {
    switch (asked.service) {
      case 'core': {
        const answer = await host.core(request ?? NO_REQUEST, asked)
        return held?.resultOf(answer, asked) ?? { ok: true, ...answer }
      }
      case 'caller':
        return { ok: true, value: plainCaller(host.caller(asked.authorization)) }
      case 'documents':
      case 'query':
      case 'entity':
      case 'content-api':
      case 'tables':
      case 'transaction':
        return await host.call(asked)
    }
  } catch (error) {
    return refusedCall(error instanceof Error ? error.message : String(error))
  }
}

const plainCaller = ({ kind, user, role, permissions }: ReturnType<CodeHost['caller']>) => ({
  kind,
  ...(user === undefined ? {} : { user }),
  role,
  permissions,
})

export const refusedCall = (message: string): ServiceResult => ({
  ok: false,
  error: { name: 'ApplicationError', message, status: 500, details: {} },
})
