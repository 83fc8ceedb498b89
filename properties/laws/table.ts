/** Prints the table of laws in `properties/README.md`. */
import type { Law } from './law.ts'

const HEAD = ['| Law | Kind | Holds for | Rules | Says |', '|---|---|---|---|---|']

const cell = (text: string): string => text.replaceAll('|', '\\|')

export const rowOf = ({ id, kind, scope, rules, says }: Law): string =>
  `| ${[
    `\`${id}\``,
    kind,
    scope === 'live' ? 'any server' : 'generated worlds',
    rules.map((rule) => `\`${rule}\``).join(' '),
    cell(says),
  ].join(' | ')} |`

/** Returns the table of some laws in Markdown. */
export const tableOf = (laws: readonly Law[]): string => [...HEAD, ...laws.map(rowOf)].join('\n')
