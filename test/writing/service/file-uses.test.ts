/** Tests the attribute `related` of uploaded files after writes of project code. */
import { expect, test } from 'vitest'
import { isObject, type Json } from '../../../src/util/json.ts'
import { firstIds } from '../../../src/writing/index.ts'
import { callService } from '../../../src/writing/service/service.ts'
import type { WritingState } from '../../../src/writing/writer.ts'
import { graphOf } from '../../support/datasets.ts'

const FILE = 'plugin::upload.file'
const AUTHOR = 'api::author.author'
const RESTAURANT = 'api::restaurant.restaurant'

function fresh(): WritingState {
  const graph = graphOf('strapi-5.54')
  return { graph, ids: firstIds(graph), time: 0 }
}

const call = (state: WritingState, uid: string, method: string, params: Json) =>
  callService(state, { service: 'query', uid, method, args: [params] })

/** Returns the entries that use a file, as `type#id`. */
function usersOf(state: WritingState, id: number): readonly string[] {
  const found = call(state, FILE, 'findOne', { where: { id }, populate: { related: { select: ['id'] } } })
  const related = found.ok && isObject(found.value) ? found.value['related'] : []
  return (Array.isArray(related) ? related : []).map((item) => `${item['__type']}#${item['id']}`)
}

const made = (state: WritingState, uid: string, data: Json) => call(state, uid, 'create', { data })

test('a new use of a file comes after the earlier uses with the same position', () => {
  const before = usersOf(fresh(), 4)
  const first = made(fresh(), RESTAURANT, { name: 'r', cover: 4 })
  const second = made(first.state, AUTHOR, { name: 'a', avatar: 4 })
  const added = usersOf(second.state, 4).filter((user) => !before.includes(user))
  expect(added).toEqual([`${RESTAURANT}#41`, `${AUTHOR}#16`])
})

test('an update that sets the same file again moves the use of the file behind later uses', () => {
  const first = made(fresh(), RESTAURANT, { name: 'r', cover: 4 })
  const second = made(first.state, AUTHOR, { name: 'a', avatar: 4 })
  const again = call(second.state, RESTAURANT, 'update', { where: { id: 41 }, data: { cover: 4 } })
  const users = usersOf(again.state, 4)
  expect(users.indexOf(`${RESTAURANT}#41`)).toBeGreaterThan(users.indexOf(`${AUTHOR}#16`))
  const untouched = call(second.state, RESTAURANT, 'update', { where: { id: 41 }, data: { name: 's' } })
  expect(usersOf(untouched.state, 4)).toEqual(usersOf(second.state, 4))
})

test('a removed row no longer uses its files', () => {
  const before = usersOf(fresh(), 4)
  const first = made(fresh(), RESTAURANT, { name: 'r', cover: 4 })
  const gone = call(first.state, RESTAURANT, 'delete', { where: { id: 41 } })
  expect(usersOf(gone.state, 4)).toEqual(before)
})

test('the query engine leaves the components of a removed row, which still use their files', () => {
  const row = [...(fresh().graph.tables.get(RESTAURANT)?.rows ?? [])].find(({ components }) =>
    (components['seo'] ?? []).some(({ links }) => (links['shareImage'] ?? []).length > 0),
  )
  const part = row?.components['seo']?.[0]
  const file = part?.links['shareImage']?.[0]?.id ?? 0
  const user = `${part?.uid}#${part?.id}`
  const before = usersOf(fresh(), file)
  expect(before).toContain(user)
  const id = row?.id ?? 0
  const gone = call(fresh(), RESTAURANT, 'delete', { where: { id } })
  expect(usersOf(gone.state, file)).toEqual(before.filter((one) => one !== `${RESTAURANT}#${id}`))
  const later = made(gone.state, AUTHOR, { name: 'a', avatar: file })
  expect(usersOf(later.state, file)).toContain(user)
  const documents = callService(fresh(), {
    service: 'documents',
    uid: RESTAURANT,
    method: 'delete',
    args: [{ documentId: row?.documentId ?? '' }],
  })
  expect(usersOf(documents.state, file)).not.toContain(user)
})
