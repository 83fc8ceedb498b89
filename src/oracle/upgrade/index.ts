/**
 * The functions behind `populace upgrade` and `populace since`, which show how answers change between releases and
 * databases.
 */
export { compareServers } from './compare.ts'
export { receivedRequests } from './effective.ts'
export { comparedElsewhere } from './elsewhere.ts'
export { compareLive, type LiveReport, type LiveTargets } from './live.ts'
export { upgradeHtml } from './report/html.ts'
export { upgradeMarkdown } from './report/markdown.ts'
export { type UpgradeReport, upgradeReport, upgradeText } from './report/report.ts'
export { namedIn, serversNamed } from './servers.ts'
export { answersSince, sinceText } from './since.ts'
export { EXIT_OF, TOKEN_FIX } from './verdict.ts'
