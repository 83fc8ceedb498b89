/** Tests bodies of 60 MiB that are not valid: the parser refuses each of them without an exception. */
import { expect, test } from 'vitest'
import { parseBody } from '../../src/writing/index.ts'

const MIB = 1024 * 1024
const FORM = 'multipart/form-data; boundary=X'
const text = (name: string): string => `--X\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`
const END = '\r\n--X--\r\n'

test.each([
  ['high bytes in a form', FORM, `${text('data')}\xff`.padEnd(60 * MIB, '\xff') + END],
  ['many parts of a form', FORM, `${text('data')}${'\xff'.repeat(70_000)}\r\n`.repeat(900) + END],
  ['high bytes as JSON', 'application/json', '\xff'.repeat(60 * MIB)],
  ['high bytes in a query', 'application/x-www-form-urlencoded', '\xff'.repeat(60 * MIB)],
  ['high bytes as text', 'text/plain', '\xff'.repeat(60 * MIB)],
])('60 MiB of %s are refused without an exception', (_what, type, body) => {
  const parsed = parseBody(
    Buffer.from(body, 'latin1'),
    type,
    () => undefined,
    () => false,
  )
  expect(parsed).toMatchObject({ ok: false, refusal: { status: 413 } })
})
