/** Generates all files of the site. */
import { datasetData, groupData, SEARCH_DATA } from './address.ts'
import { asking } from './asking.ts'
import { documentOf, type SitePage } from './layout.ts'
import { MARK_SVG } from './mark.ts'
import type { SiteModel } from './model/model.ts'
import { casePages, datasetPages, recordingPages } from './pages/cases.ts'
import { databasesPage } from './pages/databases.ts'
import { docPages } from './pages/docs.ts'
import { errorsPage } from './pages/errors.ts'
import { operatorsPage } from './pages/operators.ts'
import { populatePage } from './pages/populate.ts'
import { chapterPages, guidePage } from './pages/prose.ts'
import { quirkPages } from './pages/quirks.ts'
import { releasesPage } from './pages/releases.ts'
import { rulePages } from './pages/rules.ts'
import { searchPage, startPage } from './pages/start.ts'
import { searchIndex } from './search.ts'
import { STYLE } from './style.ts'

/**
 * The texts of the site's files, by path within the site folder. The built scripts, the pictures and the explorer are
 * not included.
 */
export type SiteFiles = ReadonlyMap<string, string>

export function siteFiles(model: SiteModel): SiteFiles {
  const files = new Map<string, string>()
  for (const page of pagesOf(model)) files.set(`${page.address}index.html`, documentOf(page, model))
  for (const [group, cases] of model.groups) files.set(groupData(group), JSON.stringify(cases))
  for (const [name, dataset] of model.datasets) files.set(datasetData(name), JSON.stringify(dataset))
  files.set(SEARCH_DATA, JSON.stringify(searchIndex(model)))
  files.set('assets/site.css', STYLE)
  files.set('assets/mark.svg', MARK_SVG)
  return files
}

export function pagesOf(model: SiteModel): readonly SitePage[] {
  const ask = asking(model)
  return [
    startPage(model),
    searchPage,
    ...docPages(model.docs),
    ...chapterPages(model),
    ...rulePages(model),
    ...casePages(model),
    ...recordingPages(model),
    ...datasetPages(model),
    ...quirkPages(model),
    databasesPage(model),
    releasesPage(model, ask),
    operatorsPage(ask),
    populatePage(ask),
    errorsPage(model),
    guidePage(model),
  ]
}
