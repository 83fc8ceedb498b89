/** Tests checked servers (targets) that send more bytes than the limit of a body. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { MAX_BODY_BYTES } from '../../src/oracle/bodies/excess.ts'
import { commandTarget } from '../../src/oracle/index.ts'
import { PATIENT } from '../oracle/conforming.ts'
import { asked, head, request, script } from './wire.ts'

test('a body that exceeds the limit is not read to its end', async () => {
  const piece = 'x'.repeat(1 << 20)
  let sent = 0
  const outcome = await asked((socket) => {
    socket.write(head('200 OK', 'connection: close'))
    const more = (): void => {
      if (!socket.writable) return
      sent += piece.length
      socket.write(piece, more)
    }
    more()
  })
  expect(outcome).toMatchObject({
    kind: 'failed',
    why: 'garbage',
    message: expect.stringMatching(/bytes$/),
  })
  expect(sent).toBeLessThan(2 * MAX_BODY_BYTES)
})

test('a subprocess that writes an endless line is stopped', async () => {
  const endless = 'const s="x".repeat(1<<20);const f=()=>process.stdout.write(s,f);f()'
  const target = commandTarget(script(endless), PATIENT)
  expect(await target.ask(request)).toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(/a line of more than/),
  })
  await target.close()
})

test('a compressed body that is not an answer: more than the limit of a body', async () => {
  const body = gzipSync(Buffer.alloc(MAX_BODY_BYTES + 1))
  const outcome = await asked((socket) => {
    socket.write(head('200 OK', 'content-encoding: gzip', `content-length: ${body.length}`))
    socket.write(body)
  })
  const message = expect.stringMatching(/to at most 67108864 bytes/)
  expect(outcome).toMatchObject({ kind: 'failed', why: 'garbage', message })
})
