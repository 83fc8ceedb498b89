/** The pages of the documentation, each with a table of contents and links to the next and the previous page. */
import { type Html, html, joined } from '../../../util/html.ts'
import { chapterAddress, docAddress, pictureAddress, type To } from '../address.ts'
import type { SitePage } from '../layout.ts'
import { anchorOf, markdown } from '../markdown.ts'
import { type DocPage, type Docs, pathFrom } from '../model/docs.ts'

/** The number of headings from which a page has a table of contents. */
const LEAST_HEADINGS = 3

export const docPages = (docs: Docs): readonly SitePage[] =>
  docs.pages.map((page, at) => ({
    address: docAddress(page.name),
    title: page.title,
    about: `Documentation: ${page.title}`,
    ...(page.name === '' ? {} : { above: [['Documentation', docAddress('')]] as const }),
    body: (to) => html`<h1>${page.title}</h1>
${headingList(page)}<div class="prose">${prose(page, docs, to)}</div>
${turning(docs.pages[at - 1], docs.pages[at + 1], to)}`,
  }))

const prose = ({ path, text }: DocPage, docs: Docs, to: To): Html =>
  markdown(text.replace(/^# .*\n/m, ''), {
    addressOf: () => undefined,
    addressOfPage: (link) => addressOfLink(path, link, docs),
    addressOfPicture: (link) => {
      const target = pathFrom(path, link)
      return docs.pictures.has(target) ? pictureAddress(target) : undefined
    },
    to,
  })

/** Returns the address of a link's target: a page of the documentation or of the specification. */
function addressOfLink(path: string, link: string, { pages }: Docs): string | undefined {
  if (/^https?:/.test(link)) return undefined
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? path : pathFrom(path, link)
  const page = pages.find((one) => one.path === target)
  if (page !== undefined) return `${docAddress(page.name)}${anchor === undefined ? '' : `#${anchor}`}`
  if (target === 'fixtures/QUIRKS.md') return 'quirks/'
  const [, chapter] = /^fixtures\/spec\/([\w-]+)\.md$/.exec(target) ?? []
  if (chapter === 'README') return 'rules/'
  if (chapter === 'guide') return 'guide/'
  return chapter === undefined ? undefined : chapterAddress(chapter)
}

/** Returns the sections of a page: heading and text. */
export const sectionsOf = ({ text }: DocPage): readonly (readonly [heading: string, text: string])[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n')
      return [heading.replaceAll('`', ''), lines.join('\n').trim()]
    })

function headingList(page: DocPage): Html {
  const headings = sectionsOf(page).map(([heading]) => heading)
  if (page.name === '' || headings.length < LEAST_HEADINGS) return html``
  const links = headings.map((heading) => html`<a href="#${anchorOf(heading)}">${heading}</a>`)
  return html`<nav class="meta" aria-label="On this page">${joined(links, ' · ')}</nav>\n`
}

function turning(before: DocPage | undefined, after: DocPage | undefined, to: To): Html {
  const link = (page: DocPage | undefined, rel: string, arrow: string): Html =>
    page === undefined
      ? html`<span></span>`
      : html`<a rel="${rel}" href="${to(docAddress(page.name))}">${arrow}: ${page.title}</a>`
  return html`<nav class="turn" aria-label="Next and previous page">${link(before, 'prev', 'Previous')} ${link(after, 'next', 'Next')}</nav>`
}
