/** Finds out whether right answers refute that the target behaves like switches of the profile. */
import { isMisreading } from '../../attribution/misread/misreading.ts'
import type { Suspect } from '../../attribution/suspect.ts'
import type { Results } from '../../causes/results.ts'
import { changeOf, type Switch, switchesText } from '../../causes/switches.ts'
import type { SuiteCase } from '../../suite/case.ts'
import { requestOf } from '../../suite/request.ts'
import { onWire } from '../../target/wire.ts'
import type { Run } from '../run.ts'
import { equalCases } from './right.ts'

/** The maximum number of right answers that the check evaluates again to test whether switches explain the target. */
const MAX_REPEATED = 1_000

/**
 * Returns a function that reports whether right answers of the suite refute switches. A right answer in the
 * suspect's chapter refutes switches that would change it, because the target then does not behave like the
 * switches.
 */
export function refuter({ session: { reference } }: Run, results: Results) {
  const equal = equalCases(results)
  const known = new Map<string, boolean>()
  return (switches: readonly Switch[], suspect: Suspect): boolean => {
    const { rule } = suspect
    // If a misreading already explains the findings, the switches must not contradict any right answer of the
    // chapter.
    const most = isMisreading(suspect) ? equal.length : MAX_REPEATED
    const key = `${switchesText(switches)} ${rule} ${most}`
    const before = known.get(key)
    if (before !== undefined) return before
    const [chapter = ''] = (rule ?? '').split('.', 1)
    const isAbout = ({ rules }: SuiteCase): boolean => rules.some((one) => one === rule)
    const inChapter = equal.filter(({ rules }) => rules.some((one) => one.startsWith(`${chapter}.`)))
    const near = [...inChapter.filter(isAbout), ...inChapter.filter((one) => !isAbout(one))]
    const isRefuted = near.slice(0, most).some((suiteCase) => {
      const request = onWire(requestOf(suiteCase))
      const { answer, under } = reference.ask(request)
      const other = under(switches.map(changeOf))
      return other.status !== answer.status || JSON.stringify(other.body) !== JSON.stringify(answer.body)
    })
    known.set(key, isRefuted)
    return isRefuted
  }
}
