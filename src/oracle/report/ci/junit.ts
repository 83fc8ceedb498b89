/**
 * Writes JUnit XML for CI servers. The cases of each level and feature, the generated requests, the laws, and the known
 * failures form one test suite each.
 */

import { visibleLines } from '../../bodies/line.ts'
import { type TestLine, testLines } from '../lines.ts'
import type { Report } from '../report.ts'

export function junitReport(report: Report): string {
  const groups = new Map<string, TestLine[]>()
  for (const line of testLines(report)) groups.set(line.group, [...(groups.get(line.group) ?? []), line])
  const suites = [...groups].map(([name, lines]) => {
    const totals = totalsOf(lines)
    const tests = lines.map((line) => testCase(name, line)).join('')
    return `  <testsuite name="${escaped(name)}"${totals}>\n${tests}  </testsuite>\n`
  })
  const { notices, verdict } = report
  const errors = verdict === 'broken' ? [`The run failed. ${notices.join(' ')}`] : []
  suites.push(...errors.map(errorSuite))
  const seconds = (report.milliseconds / 1000).toFixed(3)
  const all = `${totalsOf([...groups.values()].flat(), errors.length)} errors="${errors.length}"`
  const open = `<testsuites name="${escaped(report.target)}"${all} time="${seconds}">`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${open}\n${suites.join('')}</testsuites>\n`
}

/** Returns the XML of a test suite whose only error is the reason why a run has no result. */
const errorSuite = (message: string): string =>
  `  <testsuite name="run" tests="1" errors="1" failures="0" skipped="0">\n    <testcase classname="run" name="the check"><error message="${escaped(message)}"/></testcase>\n  </testsuite>\n`

/**
 * Returns the XML attributes with the totals of a test suite. In the total number of tests, each error counts as a
 * test.
 */
function totalsOf(lines: readonly TestLine[], errors = 0): string {
  const failures = lines.filter(({ outcome }) => outcome === 'failed').length
  const skipped = lines.filter(({ outcome }) => outcome === 'known' || outcome === 'skipped').length
  return ` tests="${lines.length + errors}" failures="${failures}" skipped="${skipped}"`
}

function testCase(group: string, { name, outcome, message, details, milliseconds }: TestLine): string {
  const time = milliseconds === undefined ? '' : ` time="${(milliseconds / 1000).toFixed(3)}"`
  const open = `    <testcase classname="${escaped(group)}" name="${escaped(name)}"${time}`
  if (outcome === 'passed') return `${open}/>\n`
  if (outcome === 'failed')
    return `${open}><failure message="${escaped(message)}">${body(details)}</failure></testcase>\n`
  return `${open}><skipped message="${escaped(message)}"/></testcase>\n`
}

const body = (details: readonly string[]): string => escaped(details.join('\n'))

/**
 * Escapes a text for XML. First replaces invisible characters by escape codes, because XML cannot represent most of
 * these characters.
 */
function escaped(text: string): string {
  return visibleLines(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
}
