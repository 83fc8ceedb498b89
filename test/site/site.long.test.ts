/** Tests the whole site: every link works, no page loads files of other sites, and the output is reproducible. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { CHANGE_IDS } from '../../src/reference/strapi/changes.ts'
import { DECISIONS } from '../../src/reference/strapi/databases/database.ts'
import { QUIRK_IDS } from '../../src/reference/strapi/quirks.ts'
import {
  caseAddress,
  changeAddress,
  decisionAddress,
  pictureAddress,
  quirkAddress,
  ruleAddress,
} from '../../src/tools/site/address.ts'
import { RULE_IDS } from '../../src/tools/site/model/spec-pages.ts'
import { siteFiles } from '../../src/tools/site/site.ts'
import { model, ROOT } from './site.ts'

const known = model()
const files = siteFiles(known)
const pages = [...files].filter(([path]) => path.endsWith('.html'))
const pictures = new Set([...known.docs.pictures].map(pictureAddress))
/** Files that a bundler builds and that `siteFiles` does not generate. */
const BUILT = /^(?:assets\/site-\w+\.js|explorer\/index\.html)$/

const attributes = (text: string, name: string): readonly string[] =>
  [...text.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"'),
  )

const idsOf = new Map(pages.map(([path, text]) => [path, new Set(attributes(text, 'id'))]))

/** Returns whether a link leads to an existing file and an existing place in the file. */
function leadsSomewhere(from: string, href: string): boolean {
  const [path = '', anchor] = href.split('#')
  const folder = posix.dirname(from)
  const target = path === '' ? from : posix.join(folder, path)
  const file = target.endsWith('/') || target === '.' ? posix.join(target, 'index.html') : target
  if (BUILT.test(file) || pictures.has(file)) return true
  if (!files.has(file)) return false
  return anchor === undefined || idsOf.get(file)?.has(anchor) === true
}

describe('the site', () => {
  test('the site has more than 500 pages with one heading each', () => {
    expect(pages.length).toBeGreaterThan(500)
    expect(
      pages.every(([, text]) => /<main[\s>]/.test(text) && (text.match(/<h1[\s>]/g) ?? []).length === 1),
    ).toBe(true)
  })

  test('the site has only links to existing pages and places', () => {
    const lost = pages.flatMap(([path, text]) =>
      [
        ...attributes(text, 'href'),
        ...attributes(text, 'src'),
        ...attributes(text, 'action'),
        ...attributes(text, 'data-cases'),
      ]
        .filter((href) => !href.startsWith('https://') && !leadsSomewhere(path, href))
        .map((href) => `${path}: ${href}`),
    )
    expect([...new Set(lost)]).toEqual([])
  })

  test('the site has a page for every rule, case, quirk, decision and change', () => {
    const addresses = [
      ...RULE_IDS.map(ruleAddress),
      ...QUIRK_IDS.map(quirkAddress),
      ...known.suite.map(({ id }) => caseAddress(id)),
      ...DECISIONS.map(decisionAddress),
      ...CHANGE_IDS.map(changeAddress),
    ]
    expect(addresses.length).toBeGreaterThan(2_700)
    expect(addresses.filter((address) => !leadsSomewhere('index.html', address))).toEqual([])
  })

  test('the site has only unique ids in each page', () => {
    const doubled = pages.flatMap(([path, text]) => {
      const ids = attributes(text, 'id')
      return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${path}#${id}`)
    })
    expect(doubled).toEqual([])
  })

  test('the site loads no files from other sites, and has no inline scripts or styles', () => {
    for (const [path, text] of pages) {
      expect(
        [...attributes(text, 'src'), ...attributes(text, 'srcset')].filter((url) => /^(?:\w+:|\/)/.test(url)),
        path,
      ).toEqual([])
      expect(text.match(/<link [^>]*href="(?:\w+:|\/)/g), path).toBeNull()
      expect(text.match(/ on[a-z]+="| style="|<style|<script(?! type="module" src=)/g), path).toBeNull()
    }
    expect(files.get('assets/site.css')).not.toMatch(/url\(|@import/)
  })

  test('each generation of the site gives the same files', () => {
    const again = siteFiles(model())
    expect([...again.keys()]).toEqual([...files.keys()])
    expect([...again].filter(([path, text]) => files.get(path) !== text).map(([path]) => path)).toEqual([])
  })

  test('the site has valid JSON files', () => {
    for (const [path, text] of files)
      if (path.endsWith('.json')) expect(() => JSON.parse(text), path).not.toThrow()
  })
})

describe('populace site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'populace-site-'))
  const cli = join(ROOT, 'dist/bundle/cli.js')
  const out = join(folder, 'site')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const site = (...words: readonly string[]) =>
    spawnSync(process.execPath, [cli, 'site', '--out', out, ...words], { encoding: 'utf8' })

  test('populace site writes the pages, their scripts, and all files that the scripts import', () => {
    const printed = execFileSync(process.execPath, [cli, 'site', '--out', out], { encoding: 'utf8' })
    expect(printed).toContain(`${pages.length} pages`)
    const scripts = readdirSync(join(out, 'assets')).filter((name) => name.endsWith('.js'))
    expect(scripts).toEqual(expect.arrayContaining(['site-page.js', 'site-worker.js']))
    for (const name of scripts) {
      const text = readFileSync(join(out, 'assets', name), 'utf8')
      const named = [...text.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, other = '']) => other)
      expect(named.filter((other) => !scripts.includes(other))).toEqual([])
      expect(text).not.toMatch(/from\s*["']node:/)
    }
  })

  test('populace site replaces its own output only with --force, and keeps files of other programs', () => {
    expect(site()).toMatchObject({ status: 2 })
    expect(site().stderr).toContain('to replace it, use --force')
    writeFileSync(join(out, 'notes.txt'), 'mine')
    expect(site('--force')).toMatchObject({ status: 0 })
    expect(readFileSync(join(out, 'notes.txt'), 'utf8')).toBe('mine')
    const other = join(folder, 'other')
    execFileSync(process.execPath, [cli, 'import', join(ROOT, 'fixtures/guide'), '--out', other])
    const refused = spawnSync(process.execPath, [cli, 'site', '--out', other, '--force'], {
      encoding: 'utf8',
    })
    expect(refused).toMatchObject({ status: 2 })
    expect(refused.stderr).toContain('that do not come from a run of site')
    expect(existsSync(join(other, 'content-types'))).toBe(true)
  })
})
