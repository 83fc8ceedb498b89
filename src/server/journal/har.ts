/** Exports the request journal as HAR 1.2, the archive format of browsers and proxies. */
import type { CodePlace } from '../../reference/code-effect.ts'
import type { Json } from '../../util/json.ts'
import { splitTarget } from '../../util/url/target.ts'
import type { Exchange } from './journal.ts'

/**
 * Converts exchanges (requests with their answers) to HAR. The function puts `origin`, such as
 * `http://127.0.0.1:1337`, in front of every URL.
 */
export function harOf(exchanges: readonly Exchange[], origin: string, version: string): Json {
  return {
    log: {
      version: '1.2',
      creator: { name: 'populace', version },
      entries: exchanges.map((exchange) => entryOf(exchange, origin)),
    },
  }
}

function entryOf(
  { time, method, url, headers, status, milliseconds, answer, code }: Exchange,
  origin: string,
): Json {
  const query = new URLSearchParams(splitTarget(url).search)
  return {
    startedDateTime: time,
    time: milliseconds,
    request: {
      method,
      url: `${origin}${url}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(headers)),
      queryString: pairs([...query]),
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(answer.headers)),
      content: {
        size: answer.size,
        mimeType: answer.headers['content-type'] ?? 'application/octet-stream',
        text: answer.body,
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: answer.size,
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    ...(code === undefined ? {} : { comment: `Code that ran: ${code.ran.map(placeText).join(', ')}` }),
  }
}

const placeText = ({ file, line }: CodePlace): string => (line > 0 ? `${file}:${line}` : file)

const pairs = (entries: readonly (readonly [string, string])[]): Json =>
  entries.map(([name, value]) => ({ name, value }))
