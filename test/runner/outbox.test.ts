/** Tests that messages to a thread are sent in batches, and each list of permissions only once. */
import { expect, test } from 'vitest'
import { PermissionIds } from '../../src/sources/runner/host/permission-ids.ts'
import { Outbox } from '../../src/sources/runner/outbox.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('messages of one turn of the event loop are posted together, in order', async () => {
  const posts: (readonly number[])[] = []
  const outbox = new Outbox<number>((messages) => posts.push(messages))
  outbox.add(1)
  await Promise.resolve()
  outbox.add(2)
  expect(posts).toEqual([])
  await turn()
  outbox.add(3)
  await turn()
  expect(posts).toEqual([[1, 2], [3]])
})

test('a flush posts the waiting messages at once, and no message is posted twice', async () => {
  const posts: (readonly number[])[] = []
  const outbox = new Outbox<number>((messages) => posts.push(messages))
  outbox.add(1)
  outbox.flush()
  expect(posts).toEqual([[1]])
  await turn()
  outbox.flush()
  expect(posts).toEqual([[1]])
})

test('a list of permissions is sent only once, unless many other lists were sent since then', () => {
  const ids = new PermissionIds()
  const list = ['api::article.article.find']
  const first = ids.of(list)
  expect(first.news).toEqual({ kind: 'permissions', id: first.id, permissions: list, forgets: false })
  expect(ids.of(list)).toEqual({ id: first.id, news: undefined })
  const news = Array.from({ length: 100 }, () => ids.of([]).news)
  expect(news.filter((one) => one?.forgets)).toHaveLength(1)
  expect(ids.of(list).news?.permissions).toBe(list)
})
