/** Where things stand in the site. An address is a path from its root; it never changes once it is published. */

/** From one page to an address, whatever folder the site is served from. */
export type To = (address: string) => string

/** The links of a page: relative, so that the site may lie anywhere. `address` is that of the page. */
export const linksFrom = (address: string): To => {
  const up = '../'.repeat(address.split('/').length - 1)
  return (target) => (target === '' ? up || './' : `${up}${target}`)
}

export const ruleAddress = (id: string): string => `rules/${id}/`
export const quirkAddress = (id: string): string => `quirks/${id}/`
export const chapterAddress = (name: string): string => `chapters/${name}/`
export const changeAddress = (id: string): string => `releases/#${id}`
export const decisionAddress = (id: string): string => `databases/#${id}`
export const statementAddress = (id: string): string => `guide/#${id}`
export const datasetAddress = (name: string): string => `datasets/${name}/`

/** Cases stand together by the first two words of their ids, as `populate.on` for `populate.on.two-kinds`. */
export const caseGroup = (id: string): string => id.split('.').slice(0, 2).join('.')
export const groupAddress = (group: string): string => `cases/${group}/`
export const caseAddress = (id: string): string => `${groupAddress(caseGroup(id))}#${id}`

/** Recordings stand together by topic: `filter-types-280` with `filter-types`. */
export const recordingTopic = (id: string): string => id.replace(/-[^-]*$/, '')
export const recordingAddress = (id: string): string => `recordings/${recordingTopic(id)}/#${id}`

/** The cases of a group as data, for the script of the page. */
export const groupData = (group: string): string => `cases/${group}/cases.json`
export const datasetData = (name: string): string => `data/${name}.json`
export const SEARCH_DATA = 'search/index.json'
