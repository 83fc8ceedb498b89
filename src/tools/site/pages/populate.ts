/** Renders the page of populate: every form of the parameter, and the members that each form adds to an answer. */

import type { RuleId } from '../../../reference/rules.ts'
import { type Html, html, sentence } from '../../../util/html.ts'
import { isObject, type Json } from '../../../util/json.ts'
import type { To } from '../address.ts'
import type { Ask } from '../asking.ts'
import type { SitePage } from '../layout.ts'
import { jsonText, messageIn, requestLine, ruleLinks } from '../parts.ts'

interface Form {
  readonly says: string
  readonly url: string
  readonly rules: readonly RuleId[]
}

interface PopulatePart {
  readonly title: string
  readonly forms: readonly Form[]
}

const ONE = '/api/restaurants?filters[name][$eq]=Biscotte&fields=name'

export const PARTS: readonly PopulatePart[] = [
  {
    title: 'Names',
    forms: [
      {
        says: 'Populates all relations, components and files, one level deep.',
        url: `${ONE}&populate=*`,
        rules: ['populate.form.all', 'populate.all.depth'],
      },
      {
        says: 'Populates one attribute by its name.',
        url: `${ONE}&populate=owner`,
        rules: ['populate.form.one'],
      },
      {
        says: 'Populates several attributes, separated by commas.',
        url: `${ONE}&populate=owner,address`,
        rules: ['populate.form.several'],
      },
      {
        says: 'Populates several attributes, as a list.',
        url: `${ONE}&populate[0]=owner&populate[1]=address`,
        rules: ['populate.form.several'],
      },
      {
        says: 'Populates several attributes, as an object.',
        url: `${ONE}&populate[owner]=true&populate[address]=true`,
        rules: ['populate.forms'],
      },
      {
        says: 'Excludes an attribute.',
        url: `${ONE}&populate[owner]=false&populate[address]=true`,
        rules: ['populate.forms'],
      },
    ],
  },
  {
    title: 'Deeper',
    forms: [
      {
        says: 'Populates an attribute of a linked entry, by a dotted path.',
        url: `${ONE}&populate=owner.avatar`,
        rules: ['populate.depth'],
      },
      {
        says: 'Populates an attribute of a linked entry, in brackets.',
        url: `${ONE}&populate[owner][populate]=avatar`,
        rules: ['populate.form.nested'],
      },
      {
        says: 'Populates attributes of a linked entry, as a list.',
        url: `${ONE}&populate[owner][populate][0]=avatar`,
        rules: ['populate.form.nested'],
      },
      {
        says: 'Populates all relations, components and files of a linked entry.',
        url: `${ONE}&populate[owner][populate]=*`,
        rules: ['populate.form.nested'],
      },
      {
        says: 'Populates a component in a component.',
        url: `${ONE}&populate[0]=address&populate[1]=address.geo`,
        rules: ['populate.form.component-nested'],
      },
    ],
  },
  {
    title: 'Select, filter and sort',
    forms: [
      {
        says: 'Selects attributes of the linked entries.',
        url: `${ONE}&populate[owner][fields]=name`,
        rules: ['populate.form.fields'],
      },
      {
        says: 'Filters the linked entries.',
        url: `${ONE}&populate[reviews][fields]=score&populate[reviews][filters][score][$gte]=4`,
        rules: ['populate.form.filters'],
      },
      {
        says: 'Sorts the linked entries.',
        url: `${ONE}&populate[reviews][fields]=score&populate[reviews][sort]=score:desc`,
        rules: ['populate.form.sort'],
      },
      {
        says: 'Counts the linked entries.',
        url: `${ONE}&populate[reviews][count]=true`,
        rules: ['populate.count'],
      },
    ],
  },
  {
    title: 'Dynamic zones',
    forms: [
      {
        says: 'Populates every element with its scalars.',
        url: `${ONE}&populate=blocks`,
        rules: ['populate.form.zone'],
      },
      {
        says: 'Populates every element with the first level of its relations, components and files.',
        url: `${ONE}&populate[blocks][populate]=*`,
        rules: ['populate.form.nested', 'populate.all.depth'],
      },
      {
        says: 'Populates only elements of one component, with the first level of their relations, components and files.',
        url: `${ONE}&populate[blocks][on][blocks.quote][populate]=*`,
        rules: ['populate.on', 'populate.form.zone-on-all'],
      },
      {
        says: 'Populates only elements of one component, with some attributes.',
        url: `${ONE}&populate[blocks][on][blocks.quote][fields]=text`,
        rules: ['populate.on', 'populate.form.zone-on'],
      },
    ],
  },
  {
    title: 'Refused',
    forms: [
      { says: 'An unknown name.', url: `${ONE}&populate=nope`, rules: ['populate.unknown'] },
      { says: 'A scalar attribute.', url: `${ONE}&populate=name`, rules: ['populate.unknown'] },
      {
        says: 'The value `*` below an attribute.',
        url: `${ONE}&populate[owner]=*`,
        rules: ['populate.attribute-star'],
      },
      {
        says: 'A list together with an object.',
        url: `${ONE}&populate[0]=owner&populate[address]=true`,
        rules: ['populate.forms'],
      },
      {
        says: 'Pagination of a populated list.',
        url: `${ONE}&populate[reviews][pagination][pageSize]=2`,
        rules: ['populate.no-pagination'],
      },
      {
        says: '`on` below an attribute that is not a dynamic zone.',
        url: `${ONE}&populate[owner][on][api::author.author]=true`,
        rules: ['populate.on'],
      },
      {
        says: 'Other options than `on` below a dynamic zone.',
        url: `${ONE}&populate[blocks][fields]=text`,
        rules: ['populate.zone-options'],
      },
    ],
  },
]

export const populatePage = (ask: Ask): SitePage => ({
  address: 'populate/',
  title: 'Populate',
  about: 'Every form of populate, with its answer',
  body: (to) => html`<h1>Every form of <code>populate</code></h1>
<p class="lead">Each form with its answer, on the dataset <code>guide</code>. An answer contains relations, files, components and dynamic zones only if the request populates them.</p>
<ul class="toc">${PARTS.map(({ title }) => html`<li><a href="#${anchor(title)}">${title}</a></li>`)}</ul>
${PARTS.map(({ title, forms }) => html`<section><h2 id="${anchor(title)}">${title}</h2><div class="forms">${forms.map((form) => formHtml(form, ask, to))}</div></section>`)}`,
})

const anchor = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

function formHtml({ says, url, rules }: Form, ask: Ask, to: To): Html {
  const { status, body } = ask('guide', 'documented', url)
  const shown = status === 200 ? firstOf(body) : (messageIn(body) ?? '')
  const query = url.slice(url.indexOf('populate'))
  return html`<article class="form"><h3>${sentence(says)}</h3>
<p><code class="query">${query}</code></p>
<div data-try data-dataset="guide" data-url="${url}" data-profile="documented"><details><summary><b class="status s${String(status).slice(0, 1)}">${status}</b> ${status === 200 ? html`adds ${broughtIn(shown)}` : sentence(String(shown))}</summary>${requestLine('GET', url)}<pre class="json" tabindex="0" aria-label="the answer">${typeof shown === 'string' ? shown : jsonText(shown)}</pre></details></div>
<p class="meta">${ruleLinks(rules, to)}</p></article>`
}

/** Returns the first entry of a list answer; null if there is none. */
function firstOf(body: Json): Json {
  const data = isObject(body) ? body['data'] : undefined
  return Array.isArray(data) ? (data[0] ?? null) : null
}

/** Returns the members of an entry that the answer contains only because of `populate`. */
function broughtIn(entry: Json): readonly Html[] {
  if (!isObject(entry)) return []
  const own = ['id', 'documentId', 'name', 'title']
  return Object.keys(entry)
    .filter((key) => !own.includes(key))
    .map((key) => html`<code>${key}</code> `)
}
