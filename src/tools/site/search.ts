/** Builds the search index of the site, as data for the page script. */

import { RULES } from '../../reference/rules.ts'
import { CHANGE_IDS, changeOf } from '../../reference/strapi/changes.ts'
import { DECISION_WORDS } from '../../reference/strapi/databases/atlas.ts'
import { DECISIONS } from '../../reference/strapi/databases/database.ts'
import { QUIRK_IDS, QUIRKS } from '../../reference/strapi/quirks.ts'
import { WRITE_RULES } from '../../writing/rules.ts'
import {
  caseAddress,
  changeAddress,
  chapterAddress,
  decisionAddress,
  docAddress,
  quirkAddress,
  ruleAddress,
  statementAddress,
} from './address.ts'
import { anchorOf as headingAnchor } from './markdown.ts'
import { MESSAGES } from './messages.ts'
import type { DocPage } from './model/docs.ts'
import type { SiteModel } from './model/model.ts'
import { RULE_IDS } from './model/spec-pages.ts'
import { sectionsOf } from './pages/docs.ts'
import { anchorOf } from './pages/errors.ts'

/** An entry of the search index: the kind, name and text of a thing, and the address of its page. */
export type SearchEntry = readonly [kind: SearchKind, name: string, text: string, address: string]

export type SearchKind = 'rule' | 'quirk' | 'decision' | 'change' | 'message' | 'statement' | 'case' | 'page'

export const searchIndex = ({ suite, statements, docs }: SiteModel): readonly SearchEntry[] => [
  ...docs.pages.flatMap(pageEntries),
  ...RULE_IDS.map((id): SearchEntry => ['rule', id, RULES[id].says, ruleAddress(id)]),
  ...Object.entries(WRITE_RULES).map(
    ([id, { says }]): SearchEntry => ['rule', id, says, `${chapterAddress('writing')}#${id}`],
  ),
  ...QUIRK_IDS.map((id): SearchEntry => {
    const { says, documented, real } = QUIRKS[id]
    return ['quirk', id, `${says} Documented: ${documented}. Real: ${real}.`, quirkAddress(id)]
  }),
  ...DECISIONS.map((id): SearchEntry => ['decision', id, DECISION_WORDS[id].says, decisionAddress(id)]),
  ...CHANGE_IDS.map((id): SearchEntry => {
    const { since, says } = changeOf(id)
    return ['change', id, `${since}: ${says}`, changeAddress(id)]
  }),
  ...MESSAGES.map(({ text, when }): SearchEntry => ['message', text, when, `errors/#${anchorOf(text)}`]),
  ...statements.map(({ id, says }): SearchEntry => ['statement', id, says, statementAddress(id)]),
  ...suite.map(({ id, name }): SearchEntry => ['case', id, name, caseAddress(id)]),
]

/**
 * Returns the entries of the index for a documentation page and each of its sections. The search index contains code
 * and tables of a page as plain text.
 */
function pageEntries(page: DocPage): readonly SearchEntry[] {
  const address = docAddress(page.name)
  const [, intro = ''] = /^# .*\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(page.text) ?? []
  const sections = sectionsOf(page).map(
    ([heading, text]): SearchEntry => [
      'page',
      `${page.title}: ${heading}`,
      text.replaceAll(/\s+/g, ' '),
      `${address}#${headingAnchor(heading)}`,
    ],
  )
  return [['page', page.title, intro.replaceAll(/\s+/g, ' '), address], ...sections]
}
