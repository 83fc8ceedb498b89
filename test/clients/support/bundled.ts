/**
 * Bundles client libraries that only the bundler of their framework, Nuxt or Astro, can load. Replacements stand in for
 * the modules of the framework.
 */
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

interface Given {
  /** The exports of the bundle: source lines that resolve packages from this folder's `node_modules`. */
  readonly entry: string
  /** The sources of replacement modules by module name. */
  readonly virtual: Readonly<Record<string, string>>
  readonly define?: Readonly<Record<string, string>>
  /** Packages that stay outside the bundle, so that Node resolves them. */
  readonly external?: readonly string[]
}

const here = fileURLToPath(new URL('..', import.meta.url))

/**
 * Bundles and imports the module.
 * @throws the errors of esbuild.
 */
export async function bundled<Exports>({
  entry,
  virtual,
  define = {},
  external = [],
}: Given): Promise<Exports> {
  const folder = join(here, 'node_modules/.bundled')
  mkdirSync(folder, { recursive: true })
  const outfile = join(mkdtempSync(join(folder, 'one-')), 'bundle.mjs')
  await build({
    stdin: { contents: entry, resolveDir: here },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    define,
    external: [...external],
    plugins: [given(virtual)],
  })
  return await import(pathToFileURL(outfile).href)
}

const given = (virtual: Given['virtual']): Plugin => ({
  name: 'given',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /.*/ }, ({ path }) => (path in virtual ? { path, namespace: 'given' } : undefined))
    onLoad({ filter: /.*/, namespace: 'given' }, ({ path }) => ({
      contents: virtual[path] ?? '',
      resolveDir: here,
    }))
  },
})
