/**
 * Computes the addresses of the pages of the site. An address is a path from the root of the site, and never changes
 * after publication.
 */

/**
 * Converts an address of the site to a relative link from one page. The link works if the site is in any folder of a
 * web server.
 */
export type To = (address: string) => string

/** Returns the function that makes relative links for the page at `address`, so that the site works in any folder. */
export const linksFrom = (address: string): To => {
  const up = '../'.repeat(address.split('/').length - 1)
  return (target) => (target === '' ? up || './' : `${up}${target}`)
}

export const ruleAddress = (id: string): string => `rules/${id}/`
export const quirkAddress = (id: string): string => `quirks/${id}/`
export const chapterAddress = (name: string): string => `chapters/${name}/`
/** Returns the address of a documentation page; an empty name means the table of contents. */
export const docAddress = (name: string): string => (name === '' ? 'docs/' : `docs/${name}/`)
export const pictureAddress = (path: string): string => `docs/${path.replace(/^.*\//, '')}`
export const changeAddress = (id: string): string => `releases/#${id}`
export const decisionAddress = (id: string): string => `databases/#${id}`
export const statementAddress = (id: string): string => `guide/#${id}`
export const datasetAddress = (name: string): string => `datasets/${name}/`

/** Returns the group of a case: the first two words of its id, `populate.on` for `populate.on.two-kinds`. */
export const caseGroup = (id: string): string => id.split('.').slice(0, 2).join('.')
export const groupAddress = (group: string): string => `cases/${group}/`
export const caseAddress = (id: string): string => `${groupAddress(caseGroup(id))}#${id}`

/** Returns the topic of a recording: `filter-types` for `filter-types-280`. */
export const recordingTopic = (id: string): string => id.replace(/-[^-]*$/, '')
export const recordingAddress = (id: string): string => `recordings/${recordingTopic(id)}/#${id}`

/** Returns the address of the JSON file that contains the cases of a group, for the page script. */
export const groupData = (group: string): string => `cases/${group}/cases.json`
export const datasetData = (name: string): string => `data/${name}.json`
export const SEARCH_DATA = 'search/index.json'
