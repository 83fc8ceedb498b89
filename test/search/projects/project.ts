/** Creates a hostile project: a small valid project, in which a few files are replaced. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Roll } from '../../../properties/arbitraries/dice.ts'
import { ENDLESS, HARMS } from './code.ts'

const TYPE = {
  kind: 'collectionType',
  info: { singularName: 'thing', pluralName: 'things', displayName: 'Thing' },
  attributes: {
    name: { type: 'string' },
    parts: { type: 'component', repeatable: true, component: 'shared.part' },
  },
}
const PART = { info: { displayName: 'Part' }, attributes: { text: { type: 'string' } } }
const CORE = "module.exports = require('@strapi/strapi').factories"

const BASE: Readonly<Record<string, string>> = {
  'package.json': '{"name":"hostile","dependencies":{"@strapi/strapi":"5.54.0"}}',
  '.env': 'HOST=127.0.0.1\nJWT_SECRET=secret-of-a-test\n',
  'config/api.js': 'module.exports = { rest: { maxLimit: 50 } }',
  'src/index.js': 'module.exports = { register() {}, bootstrap() {} }',
  'src/api/thing/content-types/thing/schema.json': JSON.stringify(TYPE),
  'src/components/shared/part.json': JSON.stringify(PART),
  'src/api/thing/routes/thing.js': `${CORE}.createCoreRouter('api::thing.thing')`,
  'src/api/thing/controllers/thing.js': `${CORE}.createCoreController('api::thing.thing')`,
  'src/api/thing/services/thing.js': `${CORE}.createCoreService('api::thing.thing')`,
}

const CODE_FILES = [
  ...['api', 'server', 'database', 'plugins', 'middlewares', 'admin'].map((name) => `config/${name}.js`),
  ...['config/env/development/api.js', 'config/api.ts', 'src/index.js', 'src/index.ts'],
  ...['routes', 'controllers', 'services', 'policies', 'middlewares'].map(
    (name) => `src/api/thing/${name}/thing.js`,
  ),
  ...['src/api/thing/routes/more.ts', 'src/api/thing/content-types/thing/lifecycles.js'],
  ...['src/api/other/content-types/other/schema.js', 'src/components/shared/other.js'],
  ...['src/extensions/users-permissions/strapi-server.js', 'src/middlewares/x.js', 'src/policies/x.js'],
]

const DATA_FILES = [
  ...['package.json', '.env', 'tsconfig.json', 'config/api.json', 'config/database.json', '.tmp/data.db'],
  ...['src/api/thing/content-types/thing/schema.json', 'src/components/shared/part.json'],
  ...[
    'config/sync/admin-role.strapi-author.json',
    'public/uploads/x.png',
    'yarn.lock',
    'node_modules/x/package.json',
  ],
]

const TEXTS: Readonly<Record<string, string>> = {
  'is empty': '',
  'is cut off': '{"attributes": {"a": {"type": "str',
  'is nested': `${'['.repeat(200_000)}`,
  'nests objects': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  'has NUL': '\u0000\u0000{"a":1}\u0000',
  'has control characters': '{"na\\u001b[31mme\\u009b": "\\u202e", "info": {"singularName": "\\u001b[2J"}}',
  'has raw control characters': '{"na\u001b[31mme\u009b": "\u202e"}\n::error::x\u0007',
  'has __proto__': '{"__proto__": {"a": 1}, "constructor": {"prototype": {"a": 1}}}',
  'has large numbers': '{"a": 1e999, "info": {"version": 99999999999999999999}}',
  'is another kind': '[[[1, null, "x"]]]',
  'is long': `{"a": "${'x'.repeat(5_000_000)}"}`,
  'has many members': `{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`,
  'has a BOM': '\uFEFF{"name": "x"}',
  'refers to itself': 'A=$B\nB=$A\nC=$C$C\n{"$ref": "#"}',
  'is a pointer of Git LFS': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 99999999999\n',
  'says it is a database': `SQLite format 3\u0000${'\u0010'.repeat(4_000)}`,
}

/** The unusual kinds of files, such as pipes and links, each with a function that creates such a file. */
const KINDS: Readonly<Record<string, (path: string) => void>> = {
  'is a pipe': (path) => void execFileSync('mkfifo', [path]),
  'is a folder': (path) => void mkdirSync(path),
  'is a link to itself': (path) => symlinkSync(path, path),
  'is a link to nothing': (path) => symlinkSync('nowhere', path),
  'is endless zeros': (path) => symlinkSync('/dev/zero', path),
  'is a device': (path) => symlinkSync('/dev/tty', path),
  'is a link out': (path) => symlinkSync('/etc/passwd', path),
  'is a link to all': (path) => symlinkSync('/', path),
  'is two gigabytes of nothing': (path) => {
    writeFileSync(path, '')
    truncateSync(path, 2 ** 31)
  },
}

/** Writes a hostile project to an empty folder. Returns descriptions of its harmful parts. */
export function writeProject(folder: string, roll: Roll): readonly string[] {
  for (const [path, text] of Object.entries(BASE)) put(folder, path, (file) => writeFileSync(file, text))
  if (roll.chance(50)) put(folder, 'pipe', (file) => void execFileSync('mkfifo', [file]))
  return Array.from({ length: 1 + roll.upTo(2) }, () => harm(folder, roll))
}

function harm(folder: string, roll: Roll): string {
  const code = roll.pick(CODE_FILES)
  const data = roll.pick([...DATA_FILES, ...CODE_FILES])
  switch (roll.pick(['code', 'code', 'code', 'text', 'text', 'kind', 'endless?'] as const)) {
    case 'code':
      return write(folder, code, roll, HARMS)
    case 'endless?':
      return roll.chance(50) ? write(folder, code, roll, ENDLESS) : write(folder, code, roll, HARMS)
    case 'text': {
      const [says, text] = roll.pick(Object.entries(TEXTS))
      put(folder, data, (file) => writeFileSync(file, text))
      return `${data} ${says}`
    }
    case 'kind': {
      const [says, make] = roll.pick(Object.entries(KINDS))
      put(folder, data, make)
      return `${data} ${says}`
    }
  }
}

/** Writes a code file: the statements are at the top level, or in a function that `src/index` exports. */
function write(folder: string, path: string, roll: Roll, harms: Readonly<Record<string, string>>): string {
  const [says, code] = roll.pick(Object.entries(harms))
  const step = path.startsWith('src/index') ? roll.pick(['register', 'bootstrap', ''] as const) : ''
  const forms = [
    `module.exports = { async ${step}({ strapi }) { ${code} } }`,
    `module.exports = { async ${step}() { await null; setTimeout(() => { ${code} }, 1); await new Promise(() => {}) } }`,
    `module.exports = { async ${step}({ strapi }) { ${code}; for (;;) await strapi.documents('api::thing.thing').count() } }`,
  ]
  // Most generated functions return, because a test of a function that never returns lasts until the time limit.
  const text = step === '' ? code : roll.chance(90) ? forms[0] : roll.pick(forms)
  put(folder, path, (file) => writeFileSync(file, text ?? code))
  return `${path} ${step} ${says}`
}

function put(folder: string, path: string, make: (file: string) => void): void {
  const file = join(folder, path)
  try {
    mkdirSync(dirname(file), { recursive: true })
    rmSync(file, { recursive: true, force: true })
    make(file)
  } catch {
    // The error is ignored, because another harmful part has replaced the folder of this file.
  }
}
