/** Creates a project with populate plugins, and reads the answers of a real server with these plugins. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { RecordedLine } from '../../src/oracle/suite/recordings.ts'
import type { MadeProject } from './project.ts'

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/project-plugins/${name}`, import.meta.url))

/** Creates the project. The parameter `plugins` is the content of `config/plugins`. */
export function makePluggedProject(plugins: unknown): MadeProject {
  const folder = mkdtempSync(join(tmpdir(), 'populace-test-'))
  for (const name of ['package.json', 'config', 'src'])
    cpSync(fixture(name), join(folder, name), { recursive: true })
  const database = join(folder, '.tmp/data.db')
  mkdirSync(join(folder, '.tmp'))
  writeFileSync(database, gunzipSync(readFileSync(fixture('data.db.gz'))))
  const write: MadeProject['write'] = (path, text) => writeFileSync(join(folder, path), text)
  write('config/plugins.json', JSON.stringify(plugins))
  return { folder, database, write, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Returns the recordings of the server with one configuration. */
export function readPlugged(name: string): readonly RecordedLine[] {
  const text = gunzipSync(readFileSync(fixture(`${name}.jsonl.gz`))).toString('utf8')
  return text.split('\n').flatMap((line): RecordedLine[] => (line === '' ? [] : [JSON.parse(line)]))
}
