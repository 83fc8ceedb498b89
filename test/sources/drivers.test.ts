/** Tests that a project opened without its code executes no database driver of the project either. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { noteText, openSource } from '../../src/sources/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'populace-drivers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['postgres', 'pg'],
  ['mysql', 'mysql2'],
  ['sqlite', 'better-sqlite3'],
])('%s: the package %s of the project does not run', async (client, name) => {
  const ran = join(folder, `ran-${name}`)
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('package.json', '{"dependencies":{"@strapi/strapi":"5.54.0"}}')
  write('.tmp/data.db', '')
  const connection = { host: '127.0.0.1', port: 1, database: 'x', filename: '.tmp/data.db' }
  write('config/database.json', JSON.stringify({ connection: { client, connection } }))
  for (const file of ['index.js', 'promise.js'])
    write(`node_modules/${name}/${file}`, `require('fs').writeFileSync(${JSON.stringify(ran)}, '')`)
  const opened = await openSource(folder, { env: {}, projectCode: false }).then(
    ({ notes }) => notes.map(noteText).join('\n'),
    (error: unknown) => String(error),
  )
  expect(opened).not.toBe('')
  expect(existsSync(ran)).toBe(false)
})
