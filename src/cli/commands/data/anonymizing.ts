/** The option `--anonymize` of the commands that write a source. */
import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { graphOf } from '../../../sources/index.ts'
import { anonymized } from '../../../sources/write/anonymized.ts'
import { printableLines } from '../../../util/printable.ts'
import { collect } from '../../numbers.ts'
import type { Opened } from '../../source.ts'
import { printError } from '../../terminal.ts'

export interface AnonymizingOptions {
  readonly anonymize?: true
  readonly anonymizeAlso: readonly string[]
}

export const withAnonymizing = (command: Command): Command =>
  command
    .option(
      '--anonymize',
      'replace the values of all attributes of the type email, and every text of users such as names and phone numbers; lengths, uniqueness and relations stay',
    )
    .option(
      '--anonymize-also <attribute>',
      'with --anonymize: a further attribute whose texts are replaced, such as api::author.author.name; repeatable',
      collect,
      [],
    )

const KEY_BYTES = 32

/**
 * Replaces the personal texts in the data of a source, and prints the number of replaced texts.
 * @throws SourceError for an unknown attribute
 */
export function withoutPeople(opened: Opened, { anonymize, anonymizeAlso }: AnonymizingOptions): Opened {
  if (anonymize !== true && anonymizeAlso.length === 0) return opened
  // The key that determines the replacements is not stored, because the key would allow tests of guessed original
  // texts.
  const options = { marked: anonymizeAlso, key: randomBytes(KEY_BYTES) }
  const { source, replaced } = anonymized(opened.source, opened.graph, options)
  const list = [...replaced].map(([name, count]) => `${name} (${count})`).join(', ')
  printError(
    printableLines(
      `Anonymized: ${list === '' ? 'nothing, because the source has no users, e-mail addresses or attributes of --anonymize-also' : list}. Dates, numbers, media files and all other texts are unchanged.`,
    ),
  )
  return { ...opened, source, graph: graphOf(source) }
}
