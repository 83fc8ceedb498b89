/** Tests the check of each server that has a fault in how it writes, with all write sessions of the suite. */
import { describe, expect, test } from 'vitest'
import { writeReport } from '../../../src/oracle/index.ts'
import { editGraph } from '../../../src/writing/edit/edit.ts'
import { checkWrites, graph, isAsBefore } from './checking.ts'
import { WRITE_FAULTS, writingServer } from './faults.ts'

describe.each(WRITE_FAULTS)('$id', (fault) => {
  test(`the check of the faulty server reports a cause with the rule ${fault.rule} and few requests, and no created document remains`, async () => {
    const target = writingServer(graph, fault)
    const report = await checkWrites(target, {})
    const text = writeReport('markdown', report)
    expect(report.verdict).toBe('different')
    const [first] = report.causes
    const found = report.causes.find(({ rule }) => rule === fault.rule)
    expect(found?.example.requests?.length ?? 99, text).toBeLessThanOrEqual(fault.most ?? 3)
    expect(first?.rule, text).toBe(fault.rule)
    const before = fault.dataset === undefined ? graph : editGraph(graph, fault.dataset)
    expect(isAsBefore(target.graph(), before)).toBe(true)
  })
})
