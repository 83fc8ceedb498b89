/** Tests which call the trace names if Strapi's own code refuses a request. */
import { expect, test } from 'vitest'
import { Refusals } from '../../../src/sources/runner/thread/http/trace/refusals.ts'
import { ownError } from '../../../src/sources/runner/thread/own-error.ts'

const refusals = new Refusals(import.meta.dirname)
const refuse = async (): Promise<never> => {
  throw ownError(new Error('Invalid key nope'))
}
const caught = async (run: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await run()
  } catch (error) {
    return error
  }
}

test('a call that Strapi refuses is named with the file from which the code calls it', async () => {
  const error = await caught(() => refusals.calling('strapi.documents("api::a.a").create', refuse))
  expect(refusals.of(error)).toMatchObject({
    call: 'strapi.documents("api::a.a").create',
    place: { file: 'refusals.test.ts' },
  })
})

test('of nested calls that Strapi refuses, the innermost call is named', async () => {
  const inner = (): Promise<never> => refusals.calling('inner', refuse)
  expect(refusals.of(await caught(() => refusals.calling('outer', inner)))?.call).toBe('inner')
})

test("an error of the project's own code is no refusal of Strapi", async () => {
  const own = async (): Promise<never> => {
    throw new Error('of the code')
  }
  expect(refusals.of(await caught(() => refusals.calling('call', own)))).toBeUndefined()
})

test('a refusal names the default action, unless a call of the code within the action was refused', async () => {
  const noted: string[] = []
  const acting = (run: () => Promise<unknown>) => refusals.acting('find', run, () => noted.push('find'))
  const itself = await caught(() => acting(refuse))
  expect(refusals.of(itself)).toEqual({ call: 'find' })
  const inside = await caught(() =>
    acting(async () => {
      await refusals.calling('call of the code', refuse)
    }),
  )
  expect(refusals.of(inside)?.call).toBe('call of the code')
  expect(noted).toEqual(['find'])
})
