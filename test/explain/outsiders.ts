/** Compares the explanation for a developer with the explanation for another caller. */
import { expect } from 'vitest'
import type { createContentApi } from '../../src/core.ts'

/** Expects that only the explanation for a developer names the private attribute `internalNote`. */
export function expectNothingPrivate(api: ReturnType<typeof createContentApi>, url: string): void {
  const found = api.explain({ url })
  const names = found.places.flatMap(({ absent }) => absent.map(({ attribute }) => attribute))
  expect(names).not.toContain('internalNote')
  expect(found.cost).toBeNull()
  expect(api.explain({ url }, { developer: true }).places[0]?.absent).toContainEqual(
    expect.objectContaining({ attribute: 'internalNote', reason: 'private' }),
  )
}
