/** Creates a project with custom code, and reads the answers of a real server with this code. */
import { cpSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { RecordedLine } from '../../src/oracle/suite/recordings.ts'
import { type MadeProject, makeProject } from './project.ts'

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/project-routes/${name}`, import.meta.url))

/** Creates a copy of the recorded project, with custom middlewares, controllers and routes. */
export function makeRoutedProject(): MadeProject {
  const project = makeProject()
  for (const name of ['src', 'config'])
    cpSync(fixture(name), `${project.folder}/${name}`, { recursive: true })
  return project
}

export function readAnswers(name = 'answers.jsonl.gz'): readonly RecordedLine[] {
  const text = gunzipSync(readFileSync(fixture(name))).toString('utf8')
  return text.split('\n').flatMap((line): RecordedLine[] => (line === '' ? [] : [JSON.parse(line)]))
}
