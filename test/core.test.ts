/** Tests that the core imports nothing of Node. `core.long.test.ts` runs the core with only the APIs of browsers. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'acorn'
import { describe, expect, test } from 'vitest'

const at = (name: string): string => fileURLToPath(new URL(`../dist/bundle/${name}`, import.meta.url))

/** Returns all imports of a built file, including transitive ones; reads the files on demand. */
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

/** Returns whether any line matches; reads lines until the first match. */
function hasOne(lines: Iterable<string>, isIt: (line: string) => boolean): boolean {
  for (const line of lines) if (isIt(line)) return true
  return false
}

describe('the core', () => {
  test('the built core of Populace imports neither Node modules nor packages', () => {
    const all = [...importedBy('core.js')]
    expect(all.length).toBeGreaterThan(1)
    expect(all.filter((line) => !line.includes(' imports ./'))).toEqual([])
    // As a control, `importedBy` must find the Node import of `index.js`.
    expect(hasOne(importedBy('index.js'), (line) => line.endsWith(' imports node:fs'))).toBe(true)
  })
})
