/** The pages of cases: one page for each group, and a list of all groups. */

import { html, joined, sentence } from '../../../util/html.ts'
import { datasetAddress, datasetData, groupAddress, recordingAddress, recordingTopic } from '../address.ts'
import type { SitePage } from '../layout.ts'
import type { SiteModel } from '../model/model.ts'
import { caseArticle, jsonBlock, recordingArticle } from '../parts.ts'

const areaOf = (group: string): string => group.split('.')[0] ?? ''

export function casePages(model: SiteModel): readonly SitePage[] {
  return [indexPage(model), ...[...model.groups.keys()].map((group) => groupPage(group, model))]
}

function indexPage({ groups, suite }: SiteModel): SitePage {
  const areas = [...new Set([...groups.keys()].map(areaOf))]
  const must = suite.filter(({ level }) => level === 'MUST').length
  return {
    address: 'cases/',
    title: 'Cases',
    about: 'Every case of the suite, by group',
    body: (to) => html`<h1>Cases</h1>
<p class="lead">${suite.length} requests, each with its correct answer. The guide states the answers of the ${must} MUST cases. You can change each request and run it again on its page.</p>
<ul class="toc">${areas.map((area) => html`<li><a href="#${area}">${area}</a></li>`)}</ul>
${areas.map((area) => {
  const own = [...groups].filter(([group]) => areaOf(group) === area)
  return html`<section><h2 id="${area}">${area} <span class="count">${own.reduce((sum, [, cases]) => sum + cases.length, 0)}</span></h2>
<ul class="columns">${own.map(([group, cases]) => html`<li><a href="${to(groupAddress(group))}"><code>${group}</code></a> <span class="count">${cases.length}</span></li>`)}</ul></section>`
})}`,
  }
}

function groupPage(group: string, model: SiteModel): SitePage {
  const cases = model.groups.get(group) ?? []
  return {
    address: groupAddress(group),
    title: group,
    about: `The cases ${group}`,
    above: [['Cases', 'cases/']],
    body: (to) => html`<h1 class="mono">${group}</h1>
<p class="lead">${cases.length} ${cases.length === 1 ? 'case' : 'cases'}.</p>
${
  cases.length < 6
    ? ''
    : html`<details class="contents"><summary>Contents</summary><ul class="links">${cases.map((one) => html`<li><a href="#${one.id}">${sentence(one.name)}</a></li>`)}</ul></details>`
}
${cases.map((one) => caseArticle(one, model, to))}`,
  }
}

/** Returns the pages of the recordings that the specification names, by topic. */
export function recordingPages({ gathered }: SiteModel): readonly SitePage[] {
  const topics = [...new Set(gathered.recordings.map(({ id }) => recordingTopic(id)))]
  const index: SitePage = {
    address: 'recordings/',
    title: 'Recordings',
    about: 'The recordings of a real server that the specification cites',
    body: (to) => html`<h1>Recordings</h1>
<p class="lead">The answers of a real Strapi 5.54.0 on SQLite. This page lists the ${gathered.recordings.length} recordings that the specification names; the repository has all recordings.</p>
${topics.map((topic) => {
  const own = gathered.recordings.filter(({ id }) => recordingTopic(id) === topic)
  return html`<h2><a href="${to(`recordings/${topic}/`)}">${topic}</a> <span class="count">${own.length}</span></h2>
<p>${joined(
    own.map(({ id }) => html`<a class="ref" href="${to(recordingAddress(id))}">${id}</a>`),
    ' ',
  )}</p>`
})}`,
  }
  return [index, ...topics.map((topic) => recordingPage(topic, gathered.recordings))]
}

const recordingPage = (topic: string, all: SiteModel['gathered']['recordings']): SitePage => ({
  address: `recordings/${topic}/`,
  title: topic,
  about: `Answers of a real server: ${topic}`,
  above: [['Recordings', 'recordings/']],
  body: () => html`<h1 class="mono">${topic}</h1>
<p>Recorded from a real Strapi 5.54.0 on SQLite, with the dataset <code>strapi-5.54</code>.</p>
${all.filter(({ id }) => recordingTopic(id) === topic).map((one) => recordingArticle(one, 2))}`,
})

/** Returns the pages of the datasets that cases use. */
export const datasetPages = (model: SiteModel): readonly SitePage[] =>
  [...model.datasets].map(([name, files]) => ({
    address: datasetAddress(name),
    title: `Dataset ${name}`,
    about: `The files of the dataset ${name}`,
    above: [['Cases', 'cases/']],
    body: (to) => html`<h1>Dataset <code>${name}</code></h1>
<p class="lead">${model.suite.filter(({ dataset }) => dataset === name).length} cases use it. <a href="${to(datasetData(name))}">Download all files (JSON)</a>.</p>
<h2>Content types</h2>
${Object.entries(files.contentTypes).map(([stem, type]) => html`<details><summary><code>${stem}</code></summary>${jsonBlock(type, `the schema of ${stem}`)}</details>`)}
<h2>Components</h2>
${Object.entries(files.components ?? {}).map(([stem, type]) => html`<details><summary><code>${stem}</code></summary>${jsonBlock(type, `the schema of ${stem}`)}</details>`)}
<h2>Permissions</h2>
${jsonBlock(files.access ?? {}, 'roles and tokens')}
<h2>Locales and settings</h2>
${jsonBlock(files.locales ?? {}, 'locales')}
${jsonBlock(files.settings ?? {}, 'settings')}`,
  }))
