/** Tests the query engine over the rows of `strapi.store`. */
import { expect, test } from 'vitest'
import { folderOf, start } from './support.ts'

const opened = async () => {
  const { state } = await start(folderOf({}), {})
  const strapi: object = state.container.strapi
  const get = (name: string) => Reflect.get(strapi, name)
  const store = get('store')({ type: 'plugin', name: 'x' })
  for (const key of ['a', 'b']) await store.set({ key, value: { key } })
  return { store, rows: get('db').query('strapi::core-store'), strapi }
}
const ours = { key: { $startsWith: 'plugin_x_' } }

test('the query engine finds, changes and deletes the values of the store as rows', async () => {
  const { store, rows } = await opened()
  const row = await rows.findOne({ where: { key: 'plugin_x_a' } })
  expect(row).toMatchObject({ value: '{"key":"a"}', type: 'object', environment: null, tag: null })
  await rows.update({ where: { id: row.id }, data: { value: '{"key":"c"}' } })
  expect(await store.get({ key: 'a' })).toEqual({ key: 'c' })
  await rows.create({ data: { key: 'plugin_x_d', value: '5', type: 'number' } })
  expect(await store.get({ key: 'd' })).toBe(5)
  expect(await rows.deleteMany({ where: ours })).toEqual({ count: 3 })
  expect(await store.get({ key: 'a' })).toBeNull()
  expect(await rows.findOne({ where: ours })).toBeNull()
})

test('the query engine supports conditions, order and pages for the rows of the store', async () => {
  const { rows } = await opened()
  const keys = async (params: object) =>
    (await rows.findMany(params)).map(({ key }: { readonly key: string }) => key.slice(-1))
  expect(await keys({ where: ours, orderBy: { key: 'desc' } })).toEqual(['b', 'a'])
  expect(await keys({ where: ours, orderBy: 'key', offset: 1, limit: 1 })).toEqual(['b'])
  expect(await keys({ where: { $or: [{ key: 'plugin_x_a' }, { id: -1 }] } })).toEqual(['a'])
  expect(await keys({ where: { ...ours, $not: { key: { $endsWith: 'a' } } } })).toEqual(['b'])
  expect(await keys({ where: { $and: [ours, { tag: { $notNull: true } }] } })).toEqual([])
  expect(await rows.count({ where: { key: ['plugin_x_a', 'plugin_x_b'] } })).toBe(2)
  await expect(rows.findMany({ where: { key: { $like: 'a' } } })).rejects.toThrow(
    'Undefined attribute level operator $like',
  )
  let deep: object = ours
  for (let at = 0; at < 100; at++) deep = { $not: deep }
  await expect(rows.count({ where: deep })).rejects.toThrow('nested too deeply')
  expect(() => rows.findPage({})).toThrow(/findPage\(\) cannot work here/)
})
