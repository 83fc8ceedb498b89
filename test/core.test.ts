/** Tests that the core uses no API of Node, so that it runs in pages, workers and edge runtimes. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { parse } from 'acorn'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../src/reference/api.ts'
import { filesOf } from '../src/reference/load/build.ts'
import { graphOf } from './support/datasets.ts'

const at = (name: string): string => fileURLToPath(new URL(`../dist/bundle/${name}`, import.meta.url))

/** All imports of a built file, including transitive ones; reads the files on demand. */
function* importedBy(name: string): Generator<string> {
  const ours = new Set([name])
  for (const file of ours) {
    const text = readFileSync(at(file), 'utf8')
    const { body } = parse(text, { ecmaVersion: 'latest', sourceType: 'module' })
    // Bundled code imports a module at the top of the file, or by a call of `import` or `require`.
    const asked = [...text.matchAll(/\b(?:import|require)\(["'`]([^"'`]+)["'`]\)/g)].map(([, name]) => name)
    const stated = body.map((statement) => ('source' in statement ? statement.source?.value : undefined))
    for (const specifier of [...asked, ...stated].map(String).filter((name) => name !== 'undefined')) {
      if (specifier.startsWith('./')) ours.add(specifier.slice(2))
      yield `${file} imports ${specifier}`
    }
  }
}

/** Whether any line matches; reads lines until the first match. */
function hasOne(lines: Iterable<string>, isIt: (line: string) => boolean): boolean {
  for (const line of lines) if (isIt(line)) return true
  return false
}

describe('the core', () => {
  test('imports neither Node modules nor packages', () => {
    const all = [...importedBy('core.js')]
    expect(all.length).toBeGreaterThan(1)
    expect(all.filter((line) => !line.includes(' imports ./'))).toEqual([])
    // Another built file imports Node, which proves that `importedBy` finds such an import.
    expect(hasOne(importedBy('index.js'), (line) => line.endsWith(' imports node:fs'))).toBe(true)
  })

  test('answers with only the APIs of browsers', async () => {
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
