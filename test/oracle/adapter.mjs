/**
 * An adapter for `populace check --command`. The adapter reads one request per line on stdin, and writes one answer per
 * line on stdout.
 */
import { createInterface } from 'node:readline'

const [base = ''] = process.argv.slice(2)

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, url, headers } = JSON.parse(line)
  answer(id, new URL(base), { method, path: url, headers })
}

async function answer(id, { hostname, port }, options) {
  const { request } = await import('node:http')
  const sent = request({ hostname, port, ...options }, async (response) => {
    let body = ''
    for await (const chunk of response.setEncoding('utf8')) body += chunk
    process.stdout.write(
      `${JSON.stringify({ id, status: response.statusCode, headers: response.headers, body })}\n`,
    )
  })
  sent.end()
}
