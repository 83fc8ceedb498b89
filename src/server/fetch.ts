/** Converts a mock server to a web-standard handler, which needs no port. */
import { type Failure, internalError, printFailure } from '../reference/failure.ts'
import { responseOf } from '../reference/fetch.ts'
import { limitOf } from './http/bodies.ts'
import { DEFAULT_LIMITS } from './http/limits.ts'
import type { BodyKind, NoBody } from './layer.ts'
import type { Mock } from './mock.ts'

/**
 * Creates a web-standard handler for MSW, Hono, Next route handlers, Playwright and the like, for example
 * `http.all('*\/api/*', ({ request }) => handle(request))`. The handler never throws. If the mock fails, the handler
 * answers 500 and calls `fail`, which by default prints the error to the standard error stream.
 */
export function mockHandler(
  { answer }: Pick<Mock, 'answer'>,
  fail: (failure: Failure) => void = printFailure,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method, url } = request
    const headers = Object.fromEntries(request.headers)
    try {
      return responseOf(await answer({ method, url, headers, body: (kind) => bodyOf(request, kind) }), method)
    } catch (error) {
      fail({ method, url, error })
      return responseOf(internalError(headers['origin']), method)
    }
  }
}

async function bodyOf(request: Request, kind: BodyKind = 'text'): Promise<Uint8Array | NoBody> {
  const chunks: Uint8Array[] = []
  const { admits } = limitOf(kind, request.headers.get('content-type') ?? undefined, DEFAULT_LIMITS)
  for await (const chunk of request.body ?? []) {
    if (!admits(chunk)) return 'too-large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
