/** Reads the documentation: the README and the pages of `.github/docs`. Runs their examples. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'sucrase'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The path of the documentation folder from the project root. */
export const DOCS = '.github/docs'

export interface Page {
  /** From the root. */
  readonly path: string
  readonly text: string
}

const pageAt = (path: string): Page => ({ path, text: readFileSync(join(root, path), 'utf8') })

export const pages: readonly Page[] = [
  'README.md',
  ...readdirSync(join(root, DOCS))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${DOCS}/${name}`),
].map(pageAt)

/** Returns the text of a page of `.github/docs`. */
export const pageNamed = (name: string): string => pageAt(`${DOCS}/${name}.md`).text

/** Returns the code blocks of one language on a page. */
export const blocksOf = ({ text }: Page, language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code)

/** Returns the links of a page whose file or heading does not exist. */
export function brokenLinks({ path, text }: Page): readonly string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchorsOf(readFileSync(join(root, target), 'utf8')).has(anchor)
  })
}

/**
 * Returns the anchors of a page: the anchors that GitHub makes from headings, and explicit anchors of generated pages.
 */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
  const explicit = [...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id)
  return new Set([...headings, ...explicit])
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

export interface Example {
  readonly page: string
  /** The position of the example on its page, counted from 1. */
  readonly number: number
  /** JavaScript. */
  readonly code: string
  /** The output that the page shows for the example. */
  readonly prints: readonly string[]
  /** Whether the example checks a server, which takes seconds. */
  readonly isLong: boolean
}

/** The example programs of the documentation: the blocks marked `ts`. */
export const examples: readonly Example[] = pages.flatMap((page) =>
  blocksOf(page, 'ts').map((code, at) => ({
    page: page.path,
    number: at + 1,
    code: transform(code, { transforms: ['typescript'], disableESTransforms: true }).code,
    prints: [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, line = '']) => line),
    isLong: code.includes("from 'populace/oracle'") || page.path.endsWith('-recipes.md'),
  })),
)

interface Ran {
  readonly code: number
  readonly out: string
}

/** Runs a command in the project's folder. */
export function run(command: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root, maxBuffer: 2 ** 28 }, (error, out, err) => {
      resolve({ code: error === null ? 0 : 1, out: out + err })
    })
  })
}
