import pc from 'picocolors'
import { PROFILES } from '../profile/profile.ts'
import { QUIRK_IDS, QUIRKS, type QuirkId, type QuirkKind } from '../profile/quirks.ts'

/** The table of quirks: for a terminal, as JSON, or as a Markdown page. */
export function printQuirks({ json, markdown }: { readonly json?: true; readonly markdown?: true }): void {
  if (json) process.stdout.write(`${JSON.stringify(QUIRKS, undefined, 2)}\n`)
  else if (markdown) process.stdout.write(quirksPage())
  else process.stdout.write(QUIRK_IDS.map(paragraph).join('\n'))
}

function paragraph(id: QuirkId): string {
  const { kind, says, documented, real } = QUIRKS[id]
  return `${pc.bold(id)} ${pc.dim(`(${kind})`)}\n  ${says}\n  documented: ${documented}\n  real:       ${real}\n`
}

const KINDS: readonly QuirkKind[] = ['crash', 'leak', 'silently wrong', 'shape', 'dialect']

/** The atlas of quirks: one table per kind. */
export function quirksPage(): string {
  const tables = KINDS.map((kind) => {
    const ids = QUIRK_IDS.filter((id) => QUIRKS[id].kind === kind)
    const rows = ids.map(
      (id) =>
        `| \`${id}\` | ${QUIRKS[id].says} | ${QUIRKS[id].documented} | ${QUIRKS[id].real} | ${dialects(id)} |`,
    )
    return `## ${kind[0]?.toUpperCase()}${kind.slice(1)}\n\n| quirk | what | documented | the real server | where |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Where the real server departs from its documentation\n\n${tables.join('\n')}`
}

function dialects(id: QuirkId): string {
  const isSqlite = PROFILES['strapi-5.54-sqlite'].includes(id)
  const isPostgres = PROFILES['strapi-5.54-postgres'].includes(id)
  return isSqlite && isPostgres ? 'everywhere' : isSqlite ? 'SQLite' : 'PostgreSQL'
}
