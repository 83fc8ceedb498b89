/** Reads the documentation: the pages in the order of the table of contents, and the pictures on these pages. */
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/**
 * The path of the table of contents from the package folder. The paths of all documentation pages start at this
 * folder.
 */
const CONTENTS = '.github/docs/README.md'

export interface DocPage {
  readonly path: string
  /** The last part of the page's address in the site; empty for the table of contents. */
  readonly name: string
  readonly title: string
  readonly text: string
}

export interface Docs {
  readonly pages: readonly DocPage[]
  /** The paths of pictures that the pages show and that the package contains. */
  readonly pictures: ReadonlySet<string>
}

export function readDocs(root: string): Docs {
  const contents = readFileSync(join(root, CONTENTS), 'utf8')
  const listed = [...contents.matchAll(/^- \[[^\]]*\]\(([^)]+)\)/gm)].map(([, link = '']) =>
    pathFrom(CONTENTS, link),
  )
  const pages = [CONTENTS, ...listed].map((path) => pageOf(path, readFileSync(join(root, path), 'utf8')))
  const shown = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, link = '']) => pathFrom(path, link)),
  )
  return { pages, pictures: new Set(shown.filter((path) => existsSync(join(root, path)))) }
}

function pageOf(path: string, text: string): DocPage {
  const [, title = path] = /^# (.*)$/m.exec(text) ?? []
  return { path, name: nameOf(path), title: title.replaceAll('`', ''), text }
}

/**
 * Returns the name of a documentation page, which is the last part of its address. For example, the name is `tests`
 * for `.github/docs/tests.md`, `overview` for `README.md`, and `about-security` for `.github/SECURITY.md`.
 */
function nameOf(path: string): string {
  if (path === CONTENTS) return ''
  if (path === 'README.md') return 'overview'
  const stem = posix.basename(path, '.md').toLowerCase()
  return path.startsWith('.github/docs/') ? stem : `about-${stem}`
}

/** Returns the path of the file to which a link in a page leads. */
export const pathFrom = (page: string, link: string): string =>
  posix.normalize(posix.join(posix.dirname(page), link.replace(/#.*$/, '')))
