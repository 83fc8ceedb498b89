/**
 * Tests that for most rules, the suite has two requests whose rules differ only in that rule. A wrong answer can then
 * be attributed to the rule.
 */
import { expect, test } from 'vitest'
import { bitsOf, onlyRule } from '../../src/oracle/causes/pairs.ts'
import { createReference } from '../../src/oracle/exchange/reference.ts'
import { requestOf } from '../../src/oracle/index.ts'
import { onWire } from '../../src/oracle/target/wire.ts'
import { RULES } from '../../src/reference/rules.ts'
import { graph, suite } from './conforming.ts'

/**
 * The rules that no pair of requests separates from all other rules. For example, every entry with an `id` also has a
 * `documentId`. For a rule without its own pair of requests, the place of the mismatch shows that the rule is broken.
 */
const INSEPARABLE: readonly string[] = [
  'populate.adds',
  'fields.restricts',
  'query.brackets',
  'entry.flat',
  'entry.id',
  'entry.document-id',
  'populate.kind.relation',
  'media.id',
  'media.documentId',
  'media.formats',
  'media.format',
  'component.id',
  'component.document-id',
  'component.fields',
  'component.discriminator',
  'list.data',
  'list.page',
  'list.page-size',
  'list.page-count',
  'list.total',
  'entry.unwrapped',
  'endpoint.method',
  'endpoint.payload',
  'endpoint.envelope',
  'param.fields',
  'param.populate',
  'param.filters',
  'param.sort',
  'fields.keeps-ids',
  'fields.nested',
  'populate.form.all',
  'populate.form.nested',
  'populate.form.component-nested',
  'populate.form.zone-on',
  'populate.form.fields',
  'populate.form.filters',
  'populate.all.depth',
  'populate.depth',
  'populate.permission',
  'populate.no-pagination',
  'populate.filters.list',
  'populate.sort.list',
  'populate.filters.top',
  'access.role',
  'limit.all-depth',
  'limit.depth',
  'limit.pagination',
  'version.flat',
  'version.flattened-only',
  'populate.built-in',
  'media.related',
  'sort.values',
  'sort.nulls',
  'endpoint.content-type',
]

test('each rule except the listed rules has a pair of requests whose rules differ only in this rule', () => {
  const reference = createReference(graph, 'documented')
  const sets = new Map(
    suite.map((one) => {
      const bits = bitsOf(reference.ask(onWire(requestOf(one))).rules)
      return [bits.join(), bits] as const
    }),
  )
  const all = [...sets.values()]
  const paired = new Set<string>()
  for (const first of all) for (const second of all) paired.add(onlyRule(first, second) ?? '')
  const without = Object.keys(RULES).filter((rule) => !paired.has(rule))
  expect(without).toEqual(INSEPARABLE)
  // At least 150 rules must have a pair of requests whose rules differ only in that rule.
  expect(Object.keys(RULES).length - without.length).toBeGreaterThanOrEqual(150)
})
