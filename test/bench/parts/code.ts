/** Measures a route of a project whose own middleware sets `populate`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { serve } from '../http.ts'
import { ROOT } from '../root.ts'
import type { Table } from '../table.ts'
import { bareOf, compare, planOf } from './http.ts'

const factory = (kind: 'Controller' | 'Service'): string =>
  `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::article.article')\n`

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "bench", "dependencies": { "@strapi/strapi": "5.54.0" } }\n',
  'src/api/article/controllers/article.js': factory('Controller'),
  'src/api/article/services/article.js': factory('Service'),
  'src/api/article/routes/article.js': `module.exports = require('@strapi/strapi').factories.createCoreRouter('api::article.article', {
  config: { find: { middlewares: ['api::article.populated'] } },
})
`,
  'src/api/article/middlewares/populated.js': `module.exports = () => (ctx, next) => {
  ctx.query.populate ??= { author: { fields: ['name'] }, seo: true, tags: { fields: ['name'] } }
  return next()
}
`,
}

function write(folder: string): void {
  for (const [path, text] of Object.entries(FILES)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

const PATH = '/api/articles?pagination%5BpageSize%5D=14'

export async function code(isQuick: boolean): Promise<readonly Table[]> {
  const folder = mkdtempSync(join(tmpdir(), 'populace-bench-'))
  const project = join(folder, 'project')
  write(project)
  const ours = await serve(join(ROOT, 'fixtures/strapi-5.54/dataset'), '--project', project)
  try {
    const bare = await bareOf(ours, PATH, folder)
    const [mine, theirs] = await compare([ours, bare], () => PATH, planOf(isQuick))
    bare.stop()
    if (mine === undefined || theirs === undefined) return []
    const ratios = [mine.perSecond / theirs.perSecond, theirs.processor / mine.processor]
    return [
      {
        id: 'code',
        title: 'Code of a project: a route with a middleware, compared with a bare node:http server',
        says: 'The code runs in its own thread. The processor time is the sum of all threads.',
        columns: ['request', 'populace', 'bare', 'ratio', 'by processor', 'aim'],
        rows: [
          [
            'a route with a middleware, 7.8 kB, seen before',
            mine.perSecond,
            theirs.perSecond,
            ...ratios,
            '≥ 0.2',
          ],
        ],
      },
    ]
  } finally {
    ours.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
