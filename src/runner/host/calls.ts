/** Answers the calls of a thread from the world of the request. */
import type { CodeHost, CodeRequest } from '../project-code.ts'
import type { ServiceCall, ServiceResult } from '../protocol.ts'

/** The request of a core call outside of any request. */
const NO_REQUEST: CodeRequest = { method: 'GET', target: '/', headers: {}, body: undefined, ip: '127.0.0.1' }

/** Never rejects. */
export async function answerCall(
  host: CodeHost,
  request: CodeRequest | undefined,
  asked: ServiceCall,
): Promise<ServiceResult> {
  try {
    switch (asked.service) {
      case 'core':
        return { ok: true, ...(await host.core(request ?? NO_REQUEST, asked)) }
      case 'caller':
        return { ok: true, value: plainCaller(host.caller(asked.authorization)) }
      case 'documents':
      case 'query':
      case 'entity':
      case 'content-api':
      case 'transaction':
        return host.call(asked)
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
