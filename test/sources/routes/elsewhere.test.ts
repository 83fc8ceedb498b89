/** Notes code that changes answers and is neither read nor run. */
import { afterAll, expect, test } from 'vitest'
import { noteText } from '../../../src/sources/index.ts'
import { elsewhereNotes } from '../../../src/sources/project/elsewhere.ts'
import { projectFiles } from '../../../src/sources/project/files.ts'
import { makeProject } from '../../support/project.ts'

const project = makeProject()
afterAll(project.remove)

const notes = (): readonly string[] => elsewhereNotes(projectFiles(project.folder)).map(noteText)

test('a project without has no notes', () => {
  expect(notes()).toEqual([])
})

test('plugins by what is missing, and what is set up at the start by its line', () => {
  const dependencies = {
    '@strapi/strapi': '5.54.0',
    'strapi-plugin-transformer': '4.0.0',
    'strapi-plugin-seo': '2.0.0',
  }
  project.write('package.json', JSON.stringify({ dependencies }))
  project.write(
    'src/index.ts',
    'export default {\n  register({ strapi }) {\n    strapi.documents.use((context, next) => next())\n  },\n}\n',
  )
  expect(notes()).toEqual([
    'package.json: the plugin strapi-plugin-transformer is not applied: answers have the shape of Strapi, not the one that it gives them',
    'src/index.ts:3: a middleware of the document service is not applied, with --project-code neither',
  ])
})
