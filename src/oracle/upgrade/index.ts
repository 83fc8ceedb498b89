/** `populace upgrade` and `populace since`: how answers change between releases and databases. */
export { compareServers } from './compare.ts'
export { receivedRequests } from './effective.ts'
export { upgradeHtml } from './html.ts'
export { type UpgradeReport, upgradeMarkdown, upgradeReport, upgradeText } from './report.ts'
export { serversNamed } from './servers.ts'
export { answersSince, sinceText } from './since.ts'
export { EXIT_OF, TOKEN_FIX } from './verdict.ts'
