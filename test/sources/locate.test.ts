/** Tests how the Strapi project in a repository is found, and its release in the lockfile of the workspace. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { locate, openSource, projectsBelow } from '../../src/sources/index.ts'
import { projectFiles } from '../../src/sources/project/files.ts'
import { strapiVersion } from '../../src/sources/project/repository/version.ts'

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'populace-locate-')))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(files: Readonly<Record<string, unknown>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

const strapi = (range = '^5.12.4', more: object = {}) => ({
  dependencies: { '@strapi/strapi': range },
  ...more,
})
const project = (path: string, range?: string): Readonly<Record<string, unknown>> => ({
  [`${path}/package.json`]: strapi(range),
  [`${path}/config/server.js`]: 'module.exports = {}',
})
const found = (): readonly string[] => projectsBelow(root).map((path) => relative(root, path))

describe('projects below a folder', () => {
  test('projects below a folder are found up to four levels deep, the nearest first', () => {
    write({ ...project('a/b/c/d'), ...project('x'), ...project('a/b/c/y/z') })
    expect(found()).toEqual(['x', 'a/b/c/d'])
  })

  test('projects below a folder are found in workspaces at any depth', () => {
    write({
      'package.json': { workspaces: { packages: ['one/two/three/four/*', '!x', '../out/*'] } },
      'pnpm-workspace.yaml':
        'packages:\n  # all\n  - "apps/of/us/all/cms"\nother:\n  - "not/this/one/at/all"\n',
      ...project('one/two/three/four/five'),
      ...project('apps/of/us/all/cms'),
      ...project('not/this/one/at/all'),
    })
    expect(found()).toEqual(['one/two/three/four/five', 'apps/of/us/all/cms'])
  })

  test('projects below a folder do not include plugins, packages of types, dependencies, fixtures and links', () => {
    write({
      'plugin/package.json': strapi('^5', { strapi: { kind: 'plugin' } }),
      'plugin/config/a.js': '',
      'types/package.json': { devDependencies: { '@strapi/strapi': '5.0.0' } },
      'types/src/index.ts': '',
      'mentions/package.json': { description: 'of "@strapi/strapi"' },
      'mentions/config/a.js': '',
      ...project('node_modules/cms'),
      ...project('fixtures/cms'),
      ...project('.hidden/cms'),
    })
    symlinkSync(join(root, 'fixtures'), join(root, 'link'))
    expect(found()).toEqual([])
  })
})

describe('a path', () => {
  test('a path to a repository with one project leads to that project, and a note says so', async () => {
    write(project('apps/cms'))
    expect(locate(root)).toEqual({ path: join(root, 'apps/cms'), below: 'apps/cms' })
    const source = await openSource(root, { env: {}, projectCode: false }).catch((error: unknown) => error)
    expect(String(source)).not.toContain('expected a dataset folder')
  })

  test('a path to a repository whose own package depends on Strapi leads to the project inside it', () => {
    write({ 'package.json': strapi(), ...project('apps/cms') })
    expect(locate(root)).toEqual({ path: join(root, 'apps/cms'), below: 'apps/cms' })
    write({ 'src/api/article/content-types/article/schema.json': '{}' })
    expect(locate(root)).toEqual({ path: root, below: undefined })
  })

  test('a path to a repository that also has a Strapi 4 project leads to the Strapi 5 project', () => {
    write({ ...project('apps/cms'), ...project('legacy', '4.25.19') })
    expect(locate(root)).toEqual({ path: join(root, 'apps/cms'), below: 'apps/cms' })
  })

  test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    [
      'several projects',
      { ...project('a'), ...project('b') },
      /found 2; name one of them:\n {2}.*a\n {2}.*b$/,
    ],
    ['no project', { 'readme.md': '' }, /found none, not even in four levels of folders below it$/],
    ['an empty folder', {}, /found an empty folder$/],
    [
      'Strapi 4',
      project('cms', '4.12.0'),
      /expected a project of Strapi 5, found Strapi 4\.12\.0 in package\.json/,
    ],
  ])('a path to %s is rejected with a message that says what was found', (_what, files, message) => {
    write(files)
    expect(() => locate(root)).toThrow(message)
  })

  test('a path to a Git LFS pointer gives an error with the command that downloads the file', () => {
    write({ 'export.tar.gz': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\n' })
    expect(() => locate(join(root, 'export.tar.gz'))).toThrow(/Git LFS pointer; run `git lfs pull`/)
  })

  test('a path to a dataset with faults is still a dataset', () => {
    write({ 'entries/article.json': [] })
    expect(locate(root)).toEqual({ path: root, below: undefined })
  })
})

describe('the release of a project in a workspace', () => {
  const lockfiles: Readonly<Record<string, unknown>> = {
    'package-lock.json': {
      packages: {
        'node_modules/@strapi/strapi': { version: '5.1.0' },
        'apps/cms/node_modules/@strapi/strapi': { version: '5.23.3' },
      },
    },
    'yarn.lock':
      '"@strapi/strapi@npm:5.1.0":\n  version: 5.1.0\n\n"@strapi/strapi@npm:^5.12.4, @strapi/strapi@npm:^5.12.5":\n  version: 5.23.3\n',
    'pnpm-lock.yaml':
      "importers:\n\n  apps/other:\n    dependencies:\n      '@strapi/strapi':\n        specifier: 5.1.0\n        version: 5.1.0\n\n  apps/cms:\n    dependencies:\n      '@strapi/strapi':\n        specifier: ^5.12.4\n        version: 5.23.3(react@18)\n",
    'bun.lock': '{\n  "packages": {\n    "@strapi/strapi": ["@strapi/strapi@5.23.3", "", {}],\n  }\n}\n',
  }
  const versionOf = (path: string): unknown => strapiVersion(projectFiles(join(root, path)))

  test.each(Object.keys(lockfiles))(
    'the release of a project in a workspace is read from %s of the workspace',
    (name) => {
      write({ ...project('apps/cms'), 'package.json': { workspaces: ['apps/*'] }, [name]: lockfiles[name] })
      expect(versionOf('apps/cms')).toEqual({ version: '5.23.3', from: `../../${name}` })
    },
  )

  test('the release of a project in a workspace is read from its own lockfile first, and from package.json last', () => {
    write({ ...project('apps/cms'), 'package.json': { workspaces: ['apps/*'] } })
    expect(versionOf('apps/cms')).toEqual({ version: '5.12.4', from: 'package.json' })
    write({
      'yarn.lock': lockfiles['yarn.lock'],
      'apps/cms/yarn.lock': '"@strapi/strapi@^5.12.4":\n  version "5.20.0"\n',
    })
    expect(versionOf('apps/cms')).toEqual({ version: '5.20.0', from: 'yarn.lock' })
  })

  test('the release of a project is not searched outside its repository, or in a folder that is no workspace', () => {
    write({ ...project('apps/cms'), 'package-lock.json': lockfiles['package-lock.json'], 'package.json': {} })
    expect(versionOf('apps/cms')).toMatchObject({ from: 'package.json' })
    write({ 'package.json': { workspaces: ['apps/*'] }, 'apps/cms/.git/HEAD': '' })
    expect(versionOf('apps/cms')).toMatchObject({ from: 'package.json' })
  })
})
