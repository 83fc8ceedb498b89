/**
 * Tests that a project with its SQLite database answers like the server that wrote the database, with one in eight
 * recorded requests. `project.long.test.ts` sends every request.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { differingFrom, project, recordings, source } from './recorded-project.ts'

afterAll(project.remove)

describe('the recorded project, read with its database', () => {
  test('the recorded project with its database is read without notes', () => {
    expect(source.notes).toEqual([])
    expect(source.kind).toBe('Strapi project with SQLite .tmp/data.db')
    expect(source.server).toMatchObject({ version: '5.54.0', database: 'sqlite' })
  })

  test('the recorded project with its database gives the sampled recorded answers', () => {
    const sampled = recordings.filter((_, at) => at % 8 === 0)
    expect(sampled.length).toBeGreaterThan(200)
    expect(differingFrom(sampled)).toEqual([])
  })
})
