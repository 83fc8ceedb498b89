/**
 * Tests that the data of a source keeps its lengths, its uniqueness and its relations after personal data is
 * replaced.
 */
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFolder } from '../../src/reference/load/files/folder.ts'
import { ADMIN_USER_UID } from '../../src/reference/schema/schema.ts'
import { graphOf, type Source } from '../../src/sources/index.ts'
import { anonymized } from '../../src/sources/write/anonymized.ts'
import { Pseudonyms } from '../../src/sources/write/pseudonyms.ts'
import { root } from '../house/sources.ts'
import { graphOf as datasetGraph } from '../support/datasets.ts'

const key = Buffer.from('a key of a test')

describe('a replacement', () => {
  const form = (text: string): string =>
    Array.from(text, (one) =>
      /\p{N}/u.test(one) ? '0' : !/\p{L}/u.test(one) ? one : one === one.toLowerCase() ? 'a' : 'A',
    ).join('')

  test('a replacement has the form of the original text, differs from it, and is the same for equal texts', () => {
    const names = new Pseudonyms(key)
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcXYZ059 -_.é漢'), minLength: 4 }), (text) => {
        const made = names.text(text)
        expect(form(made)).toBe(form(text))
        expect(names.text(text)).toBe(made)
        if (/[\p{L}\p{N}]/u.test(text)) expect(made).not.toBe(text)
      }),
    )
  })

  test('different texts have different replacements, even if there are more texts than replacements of that form', () => {
    const names = new Pseudonyms(key)
    const letters = Array.from({ length: 60 }, (_, at) => String.fromCodePoint(0x4e00 + at))
    const all = [...'abcdefghijklmnopqrstuvwxyz', ...letters]
    expect(new Set(all.map((one) => names.text(one))).size).toBe(all.length)
  })

  test('a replacement of an email address is no real address, and keeps its length and equal domains', () => {
    const names = new Pseudonyms(key)
    const given = ['ann.smith@example.org', 'bob+x@example.org', 'z@a.io', 'Ann.Smith@example.org']
    const made = given.map((one) => names.email(one))
    expect(made.map((one) => one.length)).toEqual(given.map((one) => one.length))
    const domains = made.map((one) => one.split('@')[1])
    expect(domains[0]).toBe(domains[1])
    expect(domains.every((one) => /^[a-z]+\.zz$/.test(one ?? ''))).toBe(true)
    expect(new Set(made).size).toBe(given.length)
    expect(made[1]).toMatch(/^[a-z]{3}\+[a-z]@/)
  })

  test('a replacement depends on the key, so that nobody can check a guess without the key', () => {
    expect(new Pseudonyms(key).text('Ann Smith')).not.toBe(new Pseudonyms(Buffer.from('x')).text('Ann Smith'))
  })
})

describe('a dataset', () => {
  const graph = datasetGraph('guide')
  const source: Source = {
    kind: 'dataset folder',
    files: readFolder(join(root, 'fixtures/guide')).files,
    notes: [],
  }
  const marked = ['api::author.author.name', 'blocks.quote.text']
  const made = anonymized(source, graph, { marked, key })
  const after = graphOf(made.source)

  test('an anonymized dataset contains no texts of users and of marked attributes', () => {
    const valuesIn = (of: typeof graph): readonly unknown[] => [
      ...(of.tables.get(ADMIN_USER_UID)?.rows ?? []).flatMap(({ values }) => [
        ...['firstname', 'lastname', 'username', 'email'].map((name) => values[name]),
      ]),
      ...(of.tables.get('api::author.author')?.rows ?? []).map(({ values }) => values['name']),
    ]
    const before = valuesIn(graph).filter((one) => typeof one === 'string')
    expect(before.length).toBeGreaterThan(8)
    expect(valuesIn(after).filter((one) => before.some((other) => other === one))).toEqual([])
    const texts = JSON.stringify(made.source.files.entries)
    const emails = before.filter((one) => one.includes('@'))
    expect(emails.filter((one) => texts.includes(one))).toEqual([])
    expect([...made.replaced.keys()]).toEqual(expect.arrayContaining([`${ADMIN_USER_UID}.email`, ...marked]))
  })

  test('an anonymized dataset keeps its rows, links, other values and all lengths', () => {
    for (const [uid, { rows }] of graph.tables) {
      const now = after.tables.get(uid)?.rows ?? []
      expect(now.map(({ id, documentId, links }) => ({ id, documentId, links }))).toEqual(
        rows.map(({ id, documentId, links }) => ({ id, documentId, links })),
      )
      for (const [at, { values }] of rows.entries())
        for (const [name, value] of Object.entries(values)) {
          const other = now[at]?.values[name]
          if (!made.replaced.has(`${uid}.${name}`)) expect(other).toEqual(value)
          else expect(String(other).length).toBe(String(value).length)
        }
    }
  })

  test('in an anonymized dataset, equal names have equal replacements', () => {
    const rows = (of: typeof graph) =>
      of.tables.get('api::author.author')?.rows.map(({ values }) => values['name']) ?? []
    const classes = (names: readonly unknown[]): readonly number[] => names.map((one) => names.indexOf(one))
    expect(classes(rows(after))).toEqual(classes(rows(graph)))
  })

  test.each([
    ['api::author.author.nme', 'no such attribute'],
    ['author.name', 'no such attribute'],
    ['api::author.author.avatar', 'one of the type media'],
  ])('`anonymized` refuses %s', (name, found) => {
    expect(() => anonymized(source, graph, { marked: [name], key })).toThrow(
      new RegExp(`^--anonymize-also ${name}: expected TYPE\\.ATTRIBUTE .*found ${found}$`),
    )
  })
})
