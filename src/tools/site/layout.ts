/** The frame of every page: head, navigation, breadcrumbs and footer. */
import { PROFILES } from '../../reference/strapi/profile.ts'
import { documentText, type Html, html } from '../../util/html.ts'
import { linksFrom, type To } from './address.ts'
import type { SiteModel } from './model/model.ts'

export interface SitePage {
  /** The address of the page, such as `rules/populate.on/`; empty for the first page. */
  readonly address: string
  readonly title: string
  /** A description of the page in one sentence, for lists of pages. */
  readonly about: string
  /** The titles and addresses of the pages above this page, outermost first. */
  readonly above?: readonly (readonly [title: string, address: string])[]
  readonly body: (to: To) => Html
}

/** The sections of the site, in the order of the navigation. */
const ROOMS: readonly (readonly [title: string, address: string])[] = [
  ['Documentation', 'docs/'],
  ['Rules', 'rules/'],
  ['Cases', 'cases/'],
  ['Populate', 'populate/'],
  ['Operators', 'operators/'],
  ['Errors', 'errors/'],
  ['Quirks', 'quirks/'],
  ['Databases', 'databases/'],
  ['Releases', 'releases/'],
  ['Guide', 'guide/'],
]

/** The content security policy of each page, which allows only files of the site and no inline script. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

/** The profiles that the input field suggests. The user can also type any other profile. */
const OFFERED: readonly string[] = [...Object.keys(PROFILES), 'strapi-5.23-sqlite', 'strapi-5.0.0-sqlite']

/** Returns the whole HTML document of a page. */
export function documentOf(
  page: SitePage,
  { version, datasets }: Pick<SiteModel, 'version' | 'datasets'>,
): string {
  const { address, title, about, body } = page
  const to = linksFrom(address)
  return documentText({
    title: address === '' ? title : `${title} · Populace`,
    policy: POLICY,
    head: html`<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${about}">
<link rel="stylesheet" href="${to('assets/site.css')}">
<link rel="icon" href="${to('assets/mark.svg')}" type="image/svg+xml">
<script type="module" src="${to('assets/site-page.js')}"></script>`,
    body: html`<body data-root="${to('')}" data-datasets="${[...datasets.keys()].join(' ')}" data-profiles="${OFFERED.join(' ')}">
<a class="skip" href="#main">To the text</a>
${header(page, to)}
<main id="main" tabindex="-1">
${crumbs(page, to)}
${body(to)}
</main>
<footer>
<p><a href="${to('explorer/index.html')}">The explorer</a>: send requests to the reference in this page, with the guide's dataset or your own.</p>
<p>Populace ${version}: the content REST API of Strapi 5 as a specification that runs. Every page comes from tested data.</p>
</footer>
</body>`,
  })
}

function header({ address }: SitePage, to: To): Html {
  const links = ROOMS.map(([title, target]) => {
    const isHere = address.startsWith(target) || (target === 'rules/' && address.startsWith('chapters/'))
    return html`<li><a href="${to(target)}"${isHere ? html` aria-current="${address === target ? 'page' : 'true'}"` : ''}>${title}</a></li>`
  })
  return html`<header>
<div class="bar">
<a class="brand" href="${to('')}"><img src="${to('assets/mark.svg')}" alt="" width="22" height="22">Populace</a>
<nav aria-label="The site"><ul>${links}</ul></nav>
<form class="find" role="search" aria-label="Every page" action="${to('search/')}" method="get">
<input type="search" name="q" aria-label="Search" placeholder="Search  /" autocomplete="off" spellcheck="false">
</form>
</div>
</header>`
}

function crumbs({ above = [], title }: SitePage, to: To): Html {
  if (above.length === 0) return html``
  const links = above.map(([name, target]) => html`<li><a href="${to(target)}">${name}</a></li>`)
  return html`<nav class="crumbs" aria-label="Breadcrumb"><ol>${links}<li aria-current="page">${title}</li></ol></nav>`
}
