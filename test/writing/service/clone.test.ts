/** Tests the clone of an entry with a one-to-one relation. */
import { expect, test } from 'vitest'
import type { Json } from '../../../src/util/json.ts'
import { firstIds } from '../../../src/writing/index.ts'
import { callService } from '../../../src/writing/service/service.ts'
import type { WritingState } from '../../../src/writing/writer.ts'
import { graphOf } from '../../support/datasets.ts'

const PROFILE = 'api::profile.profile'
const graph = graphOf('strapi-5.54')
const fresh: WritingState = { graph, ids: firstIds(graph), time: 0 }

const call = (
  state: WritingState,
  service: 'documents' | 'query',
  uid: string,
  method: string,
  params: Json,
) => callService(state, { service, uid, method, args: [params] })

test('a clone and its original share the row of a one-to-one relation, and the row shows the original', () => {
  const original = graph.tables.get(PROFILE)?.byId.get(7)
  const documentId = original?.documentId ?? ''
  const made = call(fresh, 'documents', PROFILE, 'clone', { documentId, data: { nickname: 'copy' } })
  expect(made.ok).toBe(true)
  const owners = call(made.state, 'query', PROFILE, 'findMany', {
    where: { owner: { id: original?.links['owner']?.[0]?.id ?? 0 } },
    select: ['id'],
    orderBy: 'id',
    populate: { owner: { select: ['id'], populate: { profile: { select: ['id'] } } } },
  })
  const owner = { id: original?.links['owner']?.[0]?.id, profile: { id: 7 } }
  expect(owners).toMatchObject({ ok: true, value: [{ id: 7, owner }, { owner }] })
})

test('a clone that links another row takes this row from the entry that linked it', () => {
  const documentId = graph.tables.get(PROFILE)?.byId.get(7)?.documentId ?? ''
  const made = call(fresh, 'documents', PROFILE, 'clone', { documentId, data: { owner: 2 } })
  expect(made.ok).toBe(true)
  const taken = call(made.state, 'query', PROFILE, 'findMany', {
    where: { owner: { id: 2 } },
    select: ['id'],
  })
  expect(taken).toMatchObject({ ok: true, value: [{ id: 13 }] })
})
