/** Finds the causes of the wrong answers in a run, each with the plainest request that shows the cause. */

import { isMisreading, isRefutedBy } from '../../attribution/misread/misreading.ts'
import { type Suspect, suspectKey, topKey } from '../../attribution/suspect.ts'
import { type Cause, causeOf, inFixOrder, onlyOf, placeOf } from '../../causes/cause.ts'
import type { Example } from '../../causes/example.ts'
import type { Finding } from '../../causes/finding.ts'
import { type Group, groupsOf, isSuspected } from '../../causes/groups/grouping.ts'
import { withHidden } from '../../causes/groups/hidden.ts'
import { mergedByOrigin } from '../../causes/groups/merging.ts'
import { type Candidate, plainest } from '../../causes/plainness.ts'
import type { Results } from '../../causes/results.ts'
import type { Only } from '../../circumstances/telling.ts'
import { type ShownExample, shrinkRequest } from '../../shrink/generated.ts'
import { requestOf } from '../../suite/request.ts'
import { onWire } from '../../target/wire.ts'
import { isNamed } from '../choice.ts'
import type { Run } from '../run.ts'
import { withoutChance } from './chance.ts'
import { refuter } from './refuter.ts'
import { refusedOption } from './without.ts'

/**
 * Finds the causes of all findings. For each of the largest causes, shrinks an example request, unless one of the
 * requests is from the suite. The requests of the suite are small already.
 */
export async function findCauses(run: Run, results: Results): Promise<readonly Cause[]> {
  const { findings, isContradicted } = withoutChance(run, results)
  const groups = [...groupsOf(findings, run.coverage, refuter(run, results))].sort(
    (a, b) => b.findings.length - a.findings.length || placeOf(a.suspect) - placeOf(b.suspect),
  )
  const causes: { readonly group: Group; readonly cause: Cause }[] = []
  const hidden: Group[] = []
  for (const [at, { group, only }] of mergedByOrigin(groups, run.contrast).entries()) {
    const isShrunk = at < run.settings.causes && run.session.target.givenUp() === undefined
    const shown = await exampleFor(run, group, only?.words ?? [], isShrunk)
    if (shown === undefined) {
      hidden.push(group)
      continue
    }
    // The shrunk request has fewer circumstances than the whole request, so the other circumstances are refuted.
    const plain = withShrunk(group, shown)
    const left = onlyOf(plain, run.contrast, true)
    const isPartial = isMisreading(group.suspect) && isContradicted(group.suspect)
    const against = isPartial ? onlyAgainst(run, plain) : undefined
    const cause = causeOf(
      plain,
      shown.example,
      isWhole(group, isContradicted) ? undefined : (against ?? left),
    )
    causes.push({ group, cause: await withOption(run, group, shown, cause) })
  }
  return inOrderOfLast(run, inFixOrder(withHidden(causes, hidden)))
}

/**
 * Returns whether a misreading explains all findings of a group, and no right answer contradicts the misreading. The
 * cause then needs no circumstances, because they only repeat which requests the target misreads.
 */
const isWhole = ({ suspect, findings }: Group, isContradicted: (suspect: Suspect) => boolean): boolean =>
  isMisreading(suspect) &&
  findings.every((finding) => isSuspected(finding, suspectKey(suspect))) &&
  !isContradicted(suspect)

/**
 * Returns the circumstances of a misreading that right answers contradict, because the target misreads only some
 * requests. The comparable right answers are those that the misreading would have changed.
 */
const onlyAgainst = (
  { contrast, session: { reference } }: Run,
  { suspect, findings }: Group,
): Only | undefined =>
  contrast.onlyAgainst(
    findings.map(({ circumstances }) => circumstances),
    (request) => isRefutedBy(suspect, request, reference, true),
  )

/** The maximum number of wrong answers of a cause whose title names the refused option. Others have circumstances. */
const MAX_WITH_OPTION = 2

/**
 * Returns a cause whose title names the option that the target refuses, if the title says only that the target
 * refuses the request.
 */
async function withOption(
  run: Run,
  { suspect, findings, switches }: Group,
  { example, shrunk }: ShownExample,
  cause: Cause,
): Promise<Cause> {
  const { expected, outcome } = example
  const isAccepted = expected.status === 200 || expected.status === 404
  const isRefused = isAccepted && outcome.kind === 'answered' && isRefusal(outcome.answer.status)
  const isNamedAlready = suspect.says !== undefined || switches.length > 0
  if (!isRefused || isNamedAlready || findings.length > MAX_WITH_OPTION) return cause
  const ofSuite = findings.flatMap(({ foundIn }) =>
    foundIn.part === 'suite' && foundIn.example === example && 'request' in foundIn.suiteCase
      ? [onWire(requestOf(foundIn.suiteCase))]
      : [],
  )
  const request = shrunk?.request ?? ofSuite[0]
  const option = request === undefined ? undefined : await refusedOption(run, request)
  return option === undefined
    ? cause
    : { ...cause, title: `${cause.title} Without \`${option}\`, its answer is right.` }
}

/** Returns whether a status says that a target does not accept a query. */
const isRefusal = (status: number): boolean => status === 400 || status >= 500

/**
 * Sorts causes in the order of the last run, if the current run repeats only failures of the last run. Such a run
 * has few requests, so its own order would differ.
 */
function inOrderOfLast({ settings: { last, choice } }: Run, causes: readonly Cause[]): readonly Cause[] {
  if (last === undefined || !isNamed(choice)) return causes
  const place = ({ key }: Cause): number => {
    const at = last.causes.findIndex((one) => one.key === key)
    return at < 0 ? last.causes.length : at
  }
  return [...causes].sort((one, other) => place(one) - place(other))
}

/** Returns a group in which the facts about the shrunk request replace those about the original request. */
const withShrunk = (group: Group, { example, shrunk }: ShownExample): Group =>
  shrunk === undefined
    ? group
    : {
        ...group,
        findings: group.findings.map((one) =>
          one.foundIn.part === 'generated' && one.foundIn.index === shrunk.index
            ? {
                ...one,
                circumstances: shrunk.circumstances,
                suspects: shrunk.suspects,
                observed: shrunk.observed,
                foundIn: { ...one.foundIn, example },
              }
            : one,
        ),
      }

/**
 * Returns the example of a group of findings: the plainest request among the findings. If all requests of the group
 * are generated, the example is shrunk. The suite's requests are small already.
 */
async function exampleFor(
  run: Run,
  group: Group,
  words: readonly string[],
  isShrunk: boolean,
): Promise<ShownExample | undefined> {
  const candidates = group.findings.flatMap((finding) => {
    const { example } = finding.foundIn
    return example === undefined ? [] : [candidateOf(example, finding, group, words)]
  })
  const example = plainest(candidates)
  const plain = example === undefined ? undefined : { example }
  const generated = group.findings.flatMap(({ foundIn }) => (foundIn.part === 'generated' ? [foundIn] : []))
  const isKept = !isShrunk && (plain !== undefined || run.session.target.givenUp() !== undefined)
  if (generated.length < group.findings.length || isKept) return plain
  const first = generated.find((one) => one.example === example) ?? generated[0]
  return (first === undefined ? undefined : await shrinkRequest(run, group, first.index)) ?? plain
}

const candidateOf = (
  example: Example,
  { suspects, circumstances: { ofRequest, ofValue } }: Finding,
  { suspect }: Group,
  words: readonly string[],
): Candidate => ({
  example,
  isStrongest: topKey(suspects) === suspectKey(suspect),
  isTypical: words.every((word) => ofRequest.has(word) || ofValue.has(word)),
})
