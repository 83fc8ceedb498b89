/** Tests the outbox of answers: it stores equal bodies once, limits their bytes, and disconnects the slowest reader. */
import { describe, expect, test } from 'vitest'
import { Outbox, PATIENCE } from '../../src/server/http/outbox.ts'

const bytes = (length: number, fill = 1): Buffer => Buffer.alloc(length, fill)

function outboxOf(maxPendingBytes: number) {
  const clock = { time: 0 }
  const cut: string[] = []
  const outbox = new Outbox({ maxPendingBytes, now: () => clock.time })
  return {
    clock,
    cut,
    outbox,
    admit: (name: string, body: Buffer) => outbox.admit(body, () => cut.push(name)),
  }
}

describe('equal bodies', () => {
  test('equal bodies are stored once', () => {
    const { outbox, admit } = outboxOf(100)
    const readers = Array.from({ length: 50 }, (_, at) => admit(`${at}`, bytes(100)))
    expect(new Set(readers.map((reader) => reader?.body)).size).toBe(1)
    expect(outbox.pendingBytes).toBe(100)
  })

  test('an outbox stores equal bodies once, until their last reader has disconnected', () => {
    const { outbox, admit } = outboxOf(100)
    const [one, two] = [admit('one', bytes(100)), admit('two', bytes(100))]
    if (one === undefined || two === undefined) throw new Error('There was room')
    outbox.leave(one)
    expect(outbox.pendingBytes).toBe(100)
    outbox.leave(two)
    expect(outbox.pendingBytes).toBe(0)
  })

  test('the outbox counts two bodies once only if all their bytes are equal', () => {
    const { outbox, admit } = outboxOf(1_000)
    admit('one', bytes(100))
    expect(admit('two', bytes(100, 2))?.body[0]).toBe(2)
    expect(outbox.pendingBytes).toBe(200)
  })
})

describe('an outbox without room', () => {
  test('an outbox without room refuses a new reader instead of disconnecting an active reader', () => {
    const { clock, cut, outbox, admit } = outboxOf(150)
    admit('one', bytes(100))
    clock.time = PATIENCE - 1
    expect(admit('two', bytes(100, 2))).toBeUndefined()
    expect([cut, outbox.pendingBytes]).toEqual([[], 100])
  })

  test('an outbox without room disconnects idle readers, beginning with the longest idle', () => {
    const { clock, cut, outbox, admit } = outboxOf(300)
    const one = admit('one', bytes(100, 1))
    admit('two', bytes(100, 2))
    admit('three', bytes(100, 3))
    clock.time = 10
    if (one !== undefined) outbox.progress(one)
    clock.time = PATIENCE
    expect(admit('four', bytes(150, 4))).toBeDefined()
    expect(cut).toEqual(['two', 'three'])
    expect(outbox.pendingBytes).toBe(250)
  })

  test('an outbox without room refuses a body that is larger than the outbox, also a second time', () => {
    const { admit, outbox } = outboxOf(50)
    expect(admit('one', bytes(51))).toBeUndefined()
    expect(admit('two', bytes(51))).toBeUndefined()
    expect(outbox.pendingBytes).toBe(0)
  })

  test('an outbox without room accepts a body that is already stored', () => {
    const { admit, cut } = outboxOf(100)
    admit('one', bytes(100))
    expect(admit('two', bytes(100))).toBeDefined()
    expect(cut).toEqual([])
  })
})
