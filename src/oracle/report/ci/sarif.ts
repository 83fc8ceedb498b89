/** Writes SARIF 2.1.0 for code scanning, with one rule and one result for each cause. */
import { visibleLines } from '../../bodies/line.ts'
import type { Cause } from '../../causes/cause.ts'
import { causeDetails } from '../lines.ts'
import { exitStatus, isCounted, type Report } from '../report.ts'

export function sarifReport(report: Report): string {
  const { causes, notices, verdict, target } = report
  const sarif = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'populace',
            rules: causes.map(({ key, title }) => ({ id: key, shortDescription: { text: title } })),
          },
        },
        invocations: [
          {
            executionSuccessful: verdict !== 'broken',
            exitCode: exitStatus(report),
            toolExecutionNotifications: notices.map((text) => ({ level: 'note', message: { text } })),
          },
        ],
        results: causes.map((cause, ruleIndex) => resultOf(cause, ruleIndex, report)),
        properties: { target },
      },
    ],
  }
  return `${visibleLines(JSON.stringify(sarif, undefined, 2))}\n`
}

function resultOf(cause: Cause, ruleIndex: number, report: Report): object {
  const { key, title, level, count, knownBecause, example } = cause
  const kind = knownBecause !== undefined ? 'note' : isCounted(level, report) ? 'error' : 'warning'
  return {
    ruleId: key,
    ruleIndex,
    level: kind,
    message: { text: [title, ...causeDetails(cause, report)].join('\n') },
    // SARIF requires the name of a source file for each result. A request has no source file, so the result names the
    // path of the request.
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(example.request.url.split('?')[0] ?? '/').slice(1) },
        },
        logicalLocations: [{ fullyQualifiedName: key }],
      },
    ],
    partialFingerprints: { cause: key },
    properties: { level, count },
    ...(knownBecause === undefined
      ? {}
      : { suppressions: [{ kind: 'external', justification: knownBecause }] }),
  }
}
