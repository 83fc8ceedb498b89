/**
 * `node test/nodes/installs.mjs`: installs the package in empty folders like users do, and uses it there. It tries each
 * package manager with each version of Node.js, from the tarball of `npm pack`, and npm and pnpm from git. The packages
 * come from the registry, so this script needs a network. Run `npm run build` first, and install `test/nodes`. The
 * argument `tarball` or `git` limits the sources.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')
const modules = join(import.meta.dirname, 'node_modules')
const nodes = readdirSync(modules).filter((name) => name.startsWith('node-'))

/** The package managers, each with its script, and with the arguments that install a package from a source. */
const MANAGERS = {
  npm: { script: undefined, add: (source) => ['install', '--no-audit', '--no-fund', source] },
  pnpm: { script: join(modules, 'pnpm/bin/pnpm.cjs'), add: (source) => ['add', source] },
  yarn: { script: join(modules, 'yarn/bin/yarn.js'), add: (source) => ['add', '--silent', source] },
}

/** The uses of an installed package: a program, and its expected output. */
const USES = [
  {
    words: ['node_modules/populace/dist/bundle/cli.js', 'get', '/api/restaurants?fields=name'],
    expected: '"pagination"',
  },
  { words: ['use.mjs'], expected: 'status 200' },
]

const USE = `import { createContentApi, loadDataset } from 'populace'
import { createMock } from 'populace/mock'
const api = createContentApi(loadDataset('node_modules/populace/fixtures/guide'))
const { status } = api.answer({ method: 'GET', url: '/api/restaurants', headers: {} })
console.log('status', typeof createMock === 'function' ? status : 'unknown')
`

const scratch = mkdtempSync(join(tmpdir(), 'populace-installs-'))

/** Runs a program; returns its output. Throws an error with the output if the program fails. */
function run(program, words, cwd, env = process.env) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${error ?? ''}\n${stdout}${stderr}`)
  return stdout
}

/** Installs the package from a source in an empty folder, and uses it there. */
function tryInstall(node, manager, kind, source) {
  const folder = join(scratch, `${node}-${manager}-${kind}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }\n')
  writeFileSync(join(folder, 'use.mjs'), USE)
  // pnpm builds a package from git only if this file permits the exact commit.
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), `onlyBuiltDependencies:\n  - "populace@${source}"\n`)
  const PATH = `${join(modules, node, 'bin')}${delimiter}${process.env.PATH}`
  const { script, add } = MANAGERS[manager]
  const own = { npm_config_store_dir: join(scratch, 'store'), YARN_CACHE_FOLDER: join(scratch, 'yarn') }
  const env = { ...process.env, ...own, PATH }
  run(
    script === undefined ? 'npm' : 'node',
    [...(script === undefined ? [] : [script]), ...add(source)],
    folder,
    env,
  )
  for (const { words, expected } of USES) {
    const output = run('node', words, folder, env)
    if (!output.includes(expected)) throw new Error(`${words.join(' ')} prints no ${expected}: ${output}`)
  }
  rmSync(folder, { recursive: true })
}

const packed = JSON.parse(
  run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', scratch], root),
)
run('git', ['clone', '--quiet', '--depth', '1', pathToFileURL(root).href, join(scratch, 'clone')], scratch)
const commit = run('git', ['rev-parse', 'HEAD'], join(scratch, 'clone')).trim()
const SOURCES = {
  tarball: join(scratch, packed[0].filename),
  git: `git+${pathToFileURL(join(scratch, 'clone')).href}#${commit}`,
}
/**
 * The package managers that build the package from git. Yarn 1 ignores the lockfile of npm, so it would build the package
 * with untested versions of its tools.
 */
const FROM_GIT = ['npm', 'pnpm']
const [, , only] = process.argv
try {
  for (const [kind, source] of Object.entries(SOURCES).filter(
    ([name]) => only === undefined || name === only,
  ))
    for (const node of nodes)
      for (const manager of kind === 'git' ? FROM_GIT : Object.keys(MANAGERS)) {
        const from = Date.now()
        tryInstall(node, manager, kind, source)
        console.log(`${node}, ${manager}, ${kind}: ${Math.round((Date.now() - from) / 1000)} s`)
      }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
