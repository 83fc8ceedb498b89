/** Tests that the check names each misreading of writes, on a server that reads writes in this way and is right otherwise. */
import { expect, test } from 'vitest'
import { askedOf } from '../../../src/oracle/attribution/writes/asked.ts'
import type { WriteMisreading } from '../../../src/oracle/attribution/writes/kit.ts'
import { WRITE_MISREADINGS } from '../../../src/oracle/attribution/writes/misreadings.ts'
import { createReference } from '../../../src/oracle/exchange/reference.ts'
import { check, type Server } from '../../../src/oracle/index.ts'
import { onWire } from '../../../src/oracle/target/wire.ts'
import { createWriteReference } from '../../../src/oracle/writes/write-reference.ts'
import { graph, PATIENT } from '../conforming.ts'

const reference = createReference(graph, 'documented')

/** A server that reads each write as the misreading describes. */
function misreading({ read }: WriteMisreading): Server {
  const live = createWriteReference(graph, 'documented').begin()
  return (given) => {
    const request = onWire(given)
    const route = reference.routeOf(request)
    const type = route.kind === 'write' ? route.type : undefined
    const asked = askedOf({ request, type, before: live.fork(), exchanges: [] }, graph)
    const { answer } = live.ask(asked === undefined ? request : read(asked))
    const { status, headers = {}, body } = answer
    return { status, headers, body: status === 204 ? '' : JSON.stringify(body) }
  }
}

/** The ids of the misreadings to test, separated by commas; if unset, the test uses all. */
const { POPULACE_FAULT: only } = process.env
const some = WRITE_MISREADINGS.filter(({ kind }) => only === undefined || only.split(',').includes(kind))

test.each(some)('$kind', async (one) => {
  const report = await check(misreading(one), {
    ...{ graph, suite: [], runs: 1000, writes: true, only: ['write.*'], ...PATIENT },
  })
  expect(report.causes[0]?.key).toBe(`${one.rule}: misread: ${one.kind}`)
})
