/** Formats the changes between releases, as text and as Markdown tables. */
import pc from 'picocolors'
import {
  CHANGE_IDS,
  type Change,
  type ChangeId,
  changeOf,
  ELSEWHERE,
} from '../../../reference/strapi/changes.ts'
import { NEWEST, OLDEST } from '../../../reference/strapi/versions.ts'

/** Returns all changes between releases by id, newest first. */
export const changesTable = (): Readonly<Record<string, Change>> =>
  Object.fromEntries(CHANGE_IDS.map((id) => [id, changeOf(id)]))

/** Describes one change between releases for a terminal. */
export function changeParagraph(id: ChangeId): string {
  const { since, says, before, after, request } = changeOf(id)
  return `${pc.bold(id)} ${pc.dim(`(since ${since})`)}\n  ${says}\n  before: ${before}\n  since:  ${after}\n  ${request}\n`
}

const cells = (all: readonly string[]): string =>
  `| ${all.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

function changeRow(
  id: string,
  { since, weight, says, before, after, request, where, evidence }: Change,
): string {
  const proof = evidence.join(', ') || 'a unit test'
  return cells([
    `\`${id}\``,
    `since ${since}`,
    `weight ${weight}`,
    says,
    `before: ${before}`,
    `after: ${after}`,
    `request: \`${request}\``,
    `source: ${where}`,
    `evidence: ${proof}`,
  ])
}

/** Returns the table rows of features, ordered by the release that introduced the feature. */
function useRows(): readonly string[] {
  return CHANGE_IDS.toReversed().flatMap((id) => {
    const { use, since } = changeOf(id)
    return use === undefined
      ? []
      : [cells([use.what, `since ${since}`, `before: ${use.before}`, `change \`${id}\``])]
  })
}

/** Returns the section of the quirks page about releases, as Markdown. */
export function changesPart(): string {
  const rows = CHANGE_IDS.map((id) => changeRow(id, changeOf(id)))
  const elsewhere = Object.entries(ELSEWHERE).map(([id, { since, says, before, after }]) =>
    cells([`\`${id}\``, `since ${since}`, says, `before: ${before}`, `after: ${after}`]),
  )
  return `## Changes by release

With \`--profile strapi-5.23.2-sqlite\`, Populace gives the answers of Strapi 5.23.2 on SQLite. Every release from ${OLDEST}
to ${NEWEST} is valid. \`strapi-5.23-sqlite\` is the newest release of the minor version 5.23. For a later release
than ${NEWEST}, Populace gives the answers of ${NEWEST} and prints a warning. Each change in the table is a switch,
which is on for releases before the change. \`--profile strapi-5.54-sqlite,+<change>\` undoes one change,
\`--profile strapi-5.23-sqlite,-<change>\` applies one change. The quirks in the tables above are those of ${NEWEST}. A quirk
that a change introduced is off in releases before the change. The evidence of a change names recordings of real servers
in \`strapi-versions\`, for the requests in \`strapi-5.54/recordings\`.

No profile shows data to callers who may not see it. If an earlier release shows such data, its profile gives the answer
of ${NEWEST}.

The weight of a change is *A* for other data or an error in a common request, *B* for rare forms of queries, and *C* for
messages and small differences of shape.

| change | since | weight | part of an answer | before | after | request | source in Strapi | evidence |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

The changes in the next table are outside the content API, so they are no switches of a profile:

| change | since | request or part of an answer | before the change | after the change |
|---|---|---|---|---|
${elsewhere.join('\n')}

## Can I use

| feature | first release | before this release | change |
|---|---|---|---|
${useRows().join('\n')}
`
}
