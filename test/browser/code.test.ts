/** Tests the explorer over a project whose code changes requests and answers. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeProject } from '../support/project.ts'
import { killAll, type Started, startedOn } from '../support/serving.ts'
import { type Looking, look, rowsOf, startBrowser } from './looking.ts'

const MIDDLEWARE = 'src/api/author/middlewares/home.ts'
const POLICY = 'src/api/category/policies/closed.ts'
const project = makeProject()
project.write(
  MIDDLEWARE,
  `export default () => async (ctx, next) => {
  ctx.query.populate = ['home']
  await next()
  for (const entry of ctx.body?.data ?? [])
    delete entry.createdAt
}
`,
)
project.write(POLICY, 'export default () => false\n')
const CONFIG: Readonly<Record<string, string>> = {
  author: "{ middlewares: ['api::author.home'] }",
  category: "{ policies: ['api::category.closed'] }",
}
for (const [name, config] of Object.entries(CONFIG)) {
  const uid = `api::${name}.${name}`
  const make = (kind: string, more = '') =>
    `import { factories } from '@strapi/strapi'\nexport default factories.createCore${kind}('${uid}'${more})\n`
  project.write(`src/api/${name}/routes/${name}.ts`, make('Router', `, { config: { find: ${config} } }`))
  project.write(`src/api/${name}/controllers/${name}.ts`, make('Controller'))
  project.write(`src/api/${name}/services/${name}.ts`, make('Service'))
}

let browser: Browser
let server: Started
let open: Looking | undefined
beforeAll(async () => {
  browser = await startBrowser()
  server = await startedOn(project.folder, '--grant', '*.find')
})
afterAll(async () => {
  await browser?.close()
  killAll()
  project.remove()
})
afterEach(async () => {
  expect(open?.faults ?? []).toEqual([])
  await open?.close()
  open = undefined
})

async function overServer(url: string): Promise<Page> {
  open = await look(browser, `${server.url}/_populace#url=${url}`)
  return open.page
}

const statusOf = (page: Page): Promise<string> => page.locator('.panel.answer .status').first().innerText()

test("the explorer shows the values that the project's code set, with file and line", async () => {
  const page = await overServer('/api/authors?populate=avatar')
  const panel = page.getByRole('region', { name: "Set by the project's code" })
  await panel.waitFor()
  const text = (await panel.innerText()).replaceAll(/\s+/g, ' ')
  expect(text).toContain(`query.populate changed ${MIDDLEWARE}:2`)
  expect(text).toContain(`answer.data.createdAt removed ${MIDDLEWARE}:5`)
  expect(text).toContain('/api/authors?populate[0]=home')
})

test("the explorer names the line of the project's code that removed a field from the answer", async () => {
  const page = await overServer('/api/authors?populate=avatar')
  const rows = (await rowsOf(page)).join('\n')
  expect(rows).toMatch(/home\s+null/)
  const absent = page.locator('.tree-row.is-absent', { hasText: 'createdAt' }).first()
  await absent.scrollIntoViewIfNeeded()
  await absent.hover()
  const reason = page.getByLabel('Why', { exact: true })
  await reason.getByText('data.0.createdAt', { exact: true }).waitFor()
  expect(await reason.innerText()).toContain(`${MIDDLEWARE}:5`)
})

test("a check box that the project's code overrides is disabled", async () => {
  const page = await overServer('/api/authors?populate=avatar')
  const populate = page.getByRole('group', { name: 'Populate of Author', exact: true })
  const home = populate.getByRole('checkbox', { name: /^home/ })
  const avatar = populate.getByRole('checkbox', { name: /^avatar/ })
  await expect.poll(() => home.isDisabled()).toBe(true)
  expect([await home.isChecked(), await avatar.isDisabled(), await avatar.isChecked()]).toEqual([
    true,
    true,
    false,
  ])
  const fields = page.getByRole('group', { name: 'Fields of Author', exact: true })
  expect(await fields.getByRole('checkbox', { name: /^name/ }).isDisabled()).toBe(false)
})

test('the explorer shows the status of the answer after the code of the project ran', async () => {
  // The content API would reject the parameter `populate=nope`, but the code of the project replaces the parameter.
  expect(await statusOf(await overServer('/api/authors?populate=nope'))).toContain('200')
  await open?.close()
  // The content API would answer this request, but a policy of the project refuses it.
  const page = await overServer('/api/categories')
  expect(await statusOf(page)).toContain('403')
  expect(await page.locator('.panel.answer').innerText()).toContain('Policy Failed')
})
