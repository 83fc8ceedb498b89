/** Prints the changes between releases, as text and as Markdown tables. */
import pc from 'picocolors'
import {
  CHANGE_IDS,
  type Change,
  type ChangeId,
  changeOf,
  ELSEWHERE,
} from '../../../reference/strapi/changes.ts'
import { NEWEST, OLDEST } from '../../../reference/strapi/versions.ts'

/** By id, newest first. */
export const changesTable = (): Readonly<Record<string, Change>> =>
  Object.fromEntries(CHANGE_IDS.map((id) => [id, changeOf(id)]))

/** One change, for a terminal. */
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
  return cells([`\`${id}\``, since, weight, says, before, after, `\`${request}\``, where, proof])
}

/** The features by the release that introduced them; removed features come last. */
function useRows(): readonly string[] {
  return CHANGE_IDS.toReversed().flatMap((id) => {
    const { use, since } = changeOf(id)
    return use === undefined ? [] : [cells([use.what, since, use.before, `\`${id}\``])]
  })
}

/** The part of the atlas about releases. */
export function changesPart(): string {
  const rows = CHANGE_IDS.map((id) => changeRow(id, changeOf(id)))
  const elsewhere = Object.entries(ELSEWHERE).map(([id, { since, says, before, after }]) =>
    cells([`\`${id}\``, since, says, before, after]),
  )
  return `## What the releases changed

\`--profile strapi-5.23.2-sqlite\` answers as that release does, any from ${OLDEST} to ${NEWEST}; \`strapi-5.23-sqlite\` is the
newest of its minor, and a later one is answered as ${NEWEST} with a warning. Each row is a switch as the quirks are:
it is on where the server is from before the change. \`--profile strapi-5.54-sqlite,+<change>\` turns one back,
\`--profile strapi-5.23-sqlite,-<change>\` ahead. The quirks above are those of ${NEWEST}; what a change brought is off before it.
Evidence names recordings of real servers in \`strapi-versions\`, which are of the requests in \`strapi-5.54/recordings\`.

What a release shows to callers who may not see it is shown under no profile: there the answer is that of ${NEWEST},
without it.

Weight: *A* other data, or an error where a frontend would meet it; *B* edges of the query language; *C* texts and
small shapes.

| change | since | weight | what | before | since then | request | where | evidence |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

On paths that are not served here:

| change | since | what | before | since then |
|---|---|---|---|---|
${elsewhere.join('\n')}

## Can I use

| what | since | before | change |
|---|---|---|---|
${useRows().join('\n')}
`
}
