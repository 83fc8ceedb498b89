/**
 * Bundles the package. The result has one file for each entry point and for the command line, shared chunks that load
 * on demand, and the declarations of the entry points. Dependencies are bundled in the version of the lockfile.
 * Exceptions are node-sqlite3-wasm, which loads its WebAssembly from its own folder, and the frameworks of the
 * adapters. LICENSES.txt has the licence of each bundled package.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineConfig } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import { esmExternalRequirePlugin } from 'rolldown/plugins'

/** `…/node_modules/@a/b/c.js` → `…/node_modules/@a/b`; undefined for our own files. */
function packageFolder(id) {
  const parts = id.split('/')
  const at = parts.lastIndexOf('node_modules')
  if (at < 0) return undefined
  return parts.slice(0, at + (parts[at + 1]?.startsWith('@') ? 3 : 2)).join('/')
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder)
  const [file, readme] = [/^licen[cs]e/i, /^readme/i].map((form) => files.find((entry) => form.test(entry)))
  const read = (entry) => readFileSync(join(folder, entry), 'utf8')
  const section = readme === undefined ? undefined : read(readme).split(/^#+ *Licen[cs]e *$/im)[1]
  const text =
    (file === undefined ? undefined : read(file)) ??
    (license === undefined ? section : `Licensed under ${license}.`)
  if (text === undefined) throw new Error(`${name} has no licence`)
  return `${name} ${version}\n\n${text.trim()}\n`
}

/** Writes the licences of the packages in a bundle, and of those in `others`. */
const licences = (others = new Set()) => ({
  name: 'licences',
  generateBundle(_options, bundle) {
    const ids = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
    for (const id of ids) {
      const folder = packageFolder(id)
      if (folder !== undefined) others.add(folder)
    }
    const source = [...others]
      .sort()
      .map(licenceOf)
      .join(`\n${'-'.repeat(79)}\n\n`)
    this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source })
  },
})

/** The packages in `dist/bundle`. */
const published = new Set()

/**
 * Modules of Node that a dependency imports only for Node and does not need in a browser. The bundle omits every import
 * of a Node module in this list.
 */
const inspectless = {
  name: 'inspectless',
  resolveId(source, importer) {
    return source === './util.inspect' && importer?.includes('/object-inspect/') ? '\0none' : null
  },
  load(id) {
    return id === '\0none' ? 'module.exports = {}' : null
  },
}

/**
 * Removes two slow imports of commander. The module `process` is slow because all its properties are read, which opens
 * standard input. The module `child_process` starts commands as separate programs, which Populace does not use.
 */
const processless = {
  name: 'processless',
  transform(code, id) {
    if (!id.endsWith('/commander/lib/command.js')) return null
    return code
      .replace("require('node:process')", 'globalThis.process')
      .replace("require('node:child_process')", '{}')
  },
}

/**
 * The modules of Node that load slowly with an `import` statement. Such a statement reads every property of the module:
 * one property of `node:http` loads a client for WebSockets, which takes longer than the rest of a chunk.
 */
const SLOW = new Set(['node:http', 'node:util'])

/** Loads the slow modules of Node with a function of Node that reads no property. */
const builtins = {
  name: 'builtins',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const slow = parseAst(chunk.code).body.filter(
        ({ type, source }) => type === 'ImportDeclaration' && SLOW.has(source.value),
      )
      // The last statement is replaced first, so that the positions of the other statements stay the same.
      for (const { start, end, source, specifiers } of slow.reverse()) {
        const module = `process.getBuiltinModule(${JSON.stringify(source.value)})`
        const whole = specifiers.filter(({ imported }) => imported === undefined)
        const named = specifiers.filter(({ imported }) => imported !== undefined)
        const members = named.map(({ imported, local }) => `${imported.name}: ${local.name}`)
        const targets = [
          ...whole.map(({ local }) => local.name),
          ...(named.length === 0 ? [] : [`{ ${members.join(', ')} }`]),
        ]
        const statement = targets.map((target) => `const ${target} = ${module};`).join('')
        chunk.code = chunk.code.slice(0, start) + statement + chunk.code.slice(end)
      }
    }
  },
}

/** The helpers of the bundler import a module of Node and do not use it. */
const helpers = {
  name: 'helpers',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/^import\s*["']node:module["'];?\n?/m, '')
    }
  },
}

const DOORS = {
  core: 'src/core.ts',
  index: 'src/index.ts',
  mock: 'src/server/index.ts',
  oracle: 'src/oracle/index.ts',
  types: 'src/tools/types/index.ts',
  openapi: 'src/tools/openapi/index.ts',
  properties: 'properties/index.ts',
  msw: 'src/server/adapters/msw.ts',
  hono: 'src/server/adapters/hono.ts',
  express: 'src/server/adapters/connect.ts',
  next: 'src/server/adapters/next.ts',
  vite: 'src/server/adapters/vite.ts',
  playwright: 'src/server/adapters/playwright.ts',
  world: 'src/server/world/index.ts',
}

const SCRIPTS = {
  'site-page': 'src/tools/site/browser/page.ts',
  'site-worker': 'src/tools/site/browser/worker.ts',
}

/**
 * Writes the declarations of the entry points, and of the files that they import, in the form that the compiler wrote.
 */
const declarations = {
  name: 'declarations',
  generateBundle() {
    const reached = new Set(Object.values(DOORS).map((file) => file.replace(/\.ts$/, '.d.ts')))
    for (const fileName of reached) {
      const source = readFileSync(join('dist', fileName), 'utf8')
      for (const [, from] of source.matchAll(/(?:from|import\() ?'(\.[^']+)'/g))
        reached.add(join(dirname(fileName), from.replace(/\.(?:ts|js)$/, '.d.ts')))
      this.emitFile({ type: 'asset', fileName: `types/${fileName}`, source })
    }
  },
}

/** Emits an asset with the parts of sources and recordings that the site shows, because the package lacks the files. */
const siteModel = {
  name: 'site-model',
  async generateBundle() {
    const { gather, packed, GATHERED_FILE } = await import('../dist/src/tools/site/model/gathered.js')
    this.emitFile({ type: 'asset', fileName: GATHERED_FILE, source: packed(gather('.')) })
  },
}

/** Emits the files of the explorer's page, and the guide's dataset as one file for an explorer without a server. */
const explorerFiles = {
  name: 'explorer-files',
  async generateBundle() {
    const { readFolder } = await import('../dist/src/reference/load/files/folder.js')
    const { files } = readFolder('fixtures/guide')
    this.emitFile({ type: 'asset', fileName: 'guide.json', source: JSON.stringify(files) })
    const { LOOK } = await import('../dist/src/util/look.js')
    const read = (name) => readFileSync(join('src/tools/explorer', name), 'utf8')
    this.emitFile({ type: 'asset', fileName: 'index.html', source: read('index.html') })
    this.emitFile({ type: 'asset', fileName: 'style.css', source: `${LOOK}\n${read('style.css')}` })
  },
}

/** Packs all files of the explorer into one file of the package. */
const explorerPacked = {
  name: 'explorer-packed',
  async writeBundle(_options, bundle) {
    const { packed, PACKED_FILE } = await import('../dist/src/tools/explorer/packed.js')
    const texts = Object.values(bundle).map((one) => [
      one.fileName,
      String(one.type === 'chunk' ? one.code : one.source),
    ])
    writeFileSync(join('dist/bundle', PACKED_FILE), packed(new Map(texts)))
  },
}

/** The page of the explorer and its worker: static files for any browser and any file server. */
const explorer = {
  input: { app: 'src/tools/explorer/page/main.tsx', worker: 'src/tools/explorer/backend/worker.ts' },
  platform: 'browser',
  transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [inspectless, licences(), explorerFiles, explorerPacked],
  output: {
    dir: 'dist/explorer',
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[name].js',
    minify: true,
  },
}

const doors = {
  input: { cli: 'src/cli/main.ts', ...SCRIPTS, ...DOORS },
  external: ['node-sqlite3-wasm', 'msw'],
  platform: 'node',
  // The ES modules of date-fns, of which the bundle contains only the used functions.
  resolve: { alias: { 'date-fns': 'date-fns/esm' } },
  plugins: [
    processless,
    // Turns `require` of a Node module in a CommonJS dependency into an import. Otherwise, a chunk that only shares a
    // helper with the dependency would also load the Node module.
    esmExternalRequirePlugin({ external: [/^node:/] }),
    inspectless,
    helpers,
    builtins,
    licences(published),
    declarations,
    siteModel,
  ],
  output: {
    dir: 'dist/bundle',
    format: 'esm',
    chunkFileNames: 'chunk-[name].js',
    cleanDir: true,
    // Each group of modules becomes one file. The file also contains the modules that the group imports, unless an
    // earlier group contains these modules. The groups keep files few and small, so that they load fast. A server
    // starts without the modules that only answers need.
    codeSplitting: {
      groups: [
        // This group includes `multipart.ts`. A server needs its limits of forms before it reads any other body.
        {
          name: 'util',
          test: /[\\/]src[\\/](?:util[\\/](?!digest|html|look)|writing[\\/]body[\\/]multipart\.ts)/,
        },
        { name: 'command', test: /[\\/](?:node_modules[\\/]commander|src[\\/]cli[\\/](?:root|run)\.ts)/ },
        {
          name: 'graph',
          test: /[\\/]src[\\/]reference[\\/](?:load[\\/](?:build|json[\\/]read|files[\\/]layout)|strapi[\\/]profile|failure|request|response)\.ts/,
        },
        {
          name: 'reference',
          test: /[\\/]src[\\/](?:reference[\\/](?!load[\\/](?:load|files[/](?:disk|folder|interrupted))\.ts)|writing[\\/](?:edit|change)[\\/])/,
        },
        { name: 'explain', test: /[\\/]src[\\/]explain[\\/]/ },
        { name: 'dataset', test: /[\\/]src[\\/]sources[\\/]index\.ts/ },
        { name: 'world', test: /[\\/]src[\\/]server[\\/]world[\\/]/ },
        {
          name: 'listening',
          test: /[\\/]src[\\/]server[\\/](?:http[\\/]serve|admin[\\/]metrics|pictures|stored|faults[\\/]changing|journal[\\/]journal|worlds[\\/]named)\.ts/,
        },
        { name: 'source', test: /[\\/]src[\\/]cli[\\/](?:options|source)\.ts/ },
        // A project's code starts in its thread after the modules of this group have loaded. Without this group, its
        // modules would be a part of the larger group `server`.
        {
          name: 'project',
          test: /[\\/]src[\\/]sources[\\/](?:project[\\/](?:config|roles|server)\.ts|database[\\/](?:links|names)\.ts|tokens[\\/])/,
        },
        // This group excludes modules that load later, such as those of the explorer, and modules that have an entry of
        // their own.
        {
          name: 'server',
          test: /[\\/]src[\\/]server[\\/](?!admin[\\/](?:explained|page)\.ts|adapters|watch|pictures[\\/])/,
        },
      ].map((group, at, all) => ({ ...group, priority: all.length - at })),
    },
    comments: { legal: false, annotation: false, jsdoc: false },
    // Lines and class names stay readable, because Node.js prints the line and the class of an uncaught error.
    minify: {
      compress: true,
      mangle: { keepNames: { class: true, function: false } },
      codegen: { removeWhitespace: false },
    },
  },
}

/** The modules that hold a list of media types. */
const loadedTypes = new Map()

/**
 * Loads the list of media types, which Koa depends on twice. The bundle parses the list of media types as JSON, because
 * JSON parses faster than JavaScript.
 */
const mediaTypes = {
  name: 'media-types',
  load(id) {
    if (!id.endsWith('/mime-db/index.js')) return null
    const text = JSON.stringify(JSON.parse(readFileSync(join(dirname(id), 'db.json'), 'utf8')))
    const same = loadedTypes.get(text)
    if (same !== undefined && same !== id) return `module.exports = require(${JSON.stringify(same)})`
    loadedTypes.set(text, id)
    return `module.exports = JSON.parse(${JSON.stringify(text)})`
  },
}

/** Escapes all characters beyond ASCII, because Node reads and compiles ASCII text faster. */
const ascii = {
  name: 'ascii',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replace(
          /[^\0-\x7f]/g,
          (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
    }
  },
}

/**
 * Builds the script of the thread that runs a project's code. The script is one file, so that the thread starts fast.
 */
const thread = {
  input: { 'project-code': 'src/sources/runner/thread/main.ts' },
  external: ['node-sqlite3-wasm'],
  platform: 'node',
  // The ES modules of both packages, of which the bundle contains only the used functions.
  resolve: { alias: { 'date-fns': 'date-fns/esm', sucrase: 'sucrase/dist/esm/index.js' } },
  plugins: [
    esmExternalRequirePlugin({ external: [/^node:/] }),
    inspectless,
    mediaTypes,
    builtins,
    licences(published),
    ascii,
  ],
  output: { dir: 'dist/bundle', format: 'esm', codeSplitting: false, minify: true },
}

// The builds run in this order, because the first build empties the folder.
export default defineConfig([doors, thread, explorer])
