/** Tests that the core answers requests without any API of Node, in one file that a page can load. */
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../src/reference/api.ts'
import { filesOf } from '../src/reference/load/build.ts'
import { graphOf } from './support/datasets.ts'

const at = (name: string): string => fileURLToPath(new URL(`../dist/bundle/${name}`, import.meta.url))

describe('the core', () => {
  test('the core of Populace answers requests with only the APIs of browsers', async () => {
    const bundle = await rolldown({ input: at('core.js'), platform: 'browser', logLevel: 'silent' })
    const { output } = await bundle.generate({ format: 'iife', name: 'populace' })
    const files = filesOf(graphOf('guide'))
    const urls = [
      '/api/restaurants?populate=*',
      '/api/articles?filters[title][$contains]=a&sort=title:desc',
      '/api/none',
    ]
    const page = { TextEncoder, URL, URLSearchParams, console, files: JSON.stringify(files), urls }
    const script = `${output[0].code}
      const { graph } = populace.buildGraph(JSON.parse(files))
      const api = populace.createContentApi(graph)
      JSON.stringify([typeof process, typeof Buffer, urls.map((url) => api.answer({ url }))])`
    const [process, buffer, answers] = JSON.parse(String(runInNewContext(script, page)))
    expect([process, buffer]).toEqual(['undefined', 'undefined'])
    const api = createReferenceApi(graphOf('guide'))
    expect(answers).toEqual(urls.map((url) => api.answer({ url })))
    expect(answers.map(({ status }: { status: number }) => status)).toEqual([200, 200, 404])
  })
})
