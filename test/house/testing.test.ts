/** Tests that the page about the tests is true: its figures are current, and its commands and files exist. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SEARCHES } from '../search/run.ts'
import { figures, PAGE, ROOT, readTestingPage, writtenTestingPage } from '../support/testing.ts'

if (process.env.POPULACE_UPDATE === '1') writeFileSync(PAGE, writtenTestingPage())

const page = readTestingPage()
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** The npm scripts that the page about the tests calls planned. */
const planned = new Set(
  [...page.matchAll(/(?:is|are) to be\s`npm run ([\w:-]+)`/g)].map(([, name = '']) => name),
)

test('the figures on the page about the tests are current', () => {
  expect(page, 'POPULACE_UPDATE=1 writes it').toBe(writtenTestingPage())
  expect(figures.filter(({ count }) => count === 0)).toEqual([])
})

test('every npm script that the page about the tests names exists, or the page calls it planned', () => {
  const named = [...page.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !Object.hasOwn(scripts, name) && !planned.has(name))).toEqual([])
})

test('every file and folder that the page about the tests names exists', () => {
  const words = [...page.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.split(' '))
  const paths = words.filter((word) => /^(src|test|properties|fixtures|\.github)\//.test(word))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const links = [...page.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link)
  expect(links.filter((link) => !existsSync(join(ROOT, '.github', link)))).toEqual([])
})

test('every search that the page about the tests names exists', () => {
  const named = [...page.matchAll(/npm run search -- ([\w-]+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !Object.hasOwn(SEARCHES, name))).toEqual([])
})

test('every command option that the page about the tests names exists', () => {
  const commands = page.matchAll(
    /npm run (properties|search -- (?:non-interference|mutants))((?: --?[\w]+| --| \d+)*)/g,
  )
  const strays = [...commands].flatMap(([, name = '', rest = '']) => {
    const search = SEARCHES[name.replace('search -- ', '')]
    const script =
      search === undefined
        ? /node dist\/(\S+)\.js/.exec(scripts[name])?.[1]
        : `test/search/${search.replace(/\.js$/, '')}`
    const source = readFileSync(join(ROOT, `${script}.ts`), 'utf8')
    return [...rest.matchAll(/--(\w+)/g)].flatMap(([, option = '']) =>
      new RegExp(`^ {4}${option}: \\{ type:`, 'm').test(source) ? [] : [`${name} --${option}`],
    )
  })
  expect(strays).toEqual([])
})

test('at most twenty npm scripts exist', () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(20)
})

test('the README links to the page about the tests', () => {
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain('](.github/TESTING.md)')
})
