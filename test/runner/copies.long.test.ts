/** Tests that a project's code changes only copies of its files. */
import { readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { app } from './apps.ts'
import { open } from './support.ts'

test('the code changes only copies of files, and reads its changes back', async () => {
  const lines = [
    "(fs.writeFileSync('data/a.txt', 'new'), fs.readFileSync(__dirname + '/data/a.txt', 'utf8'))",
    "fs.promises.appendFile('data/b.txt', '!').then(() => fs.promises.readFile('data/b.txt', 'utf8'))",
    "(fs.mkdirSync('made/deep', { recursive: true }), fs.writeFileSync('made/deep/c', 'c'), fs.readdirSync('made/deep'))",
    "(fs.renameSync('data/c.txt', 'data/d.txt'), fs.readFileSync('data/d.txt', 'utf8'))",
    "new Promise((done) => fs.createWriteStream('data/e.txt').end('e', () => done(fs.existsSync('data/e.txt'))))",
    "(fs.closeSync(fs.openSync('data/f.txt', 'w')), fs.statSync('data/f.txt').size)",
    "(fs.unlinkSync('data/g.txt'), fs.rmSync('data', { recursive: true }), fs.readdirSync('data').length)",
    "(fs.writeFileSync(new URL('file://' + __dirname + '/data/h.txt'), 'h'), fs.readFileSync('data/h.txt', 'utf8'))",
    "fs.mkdtempSync(require('os').tmpdir() + '/populace-made-')",
  ]
  const names = ['a', 'b', 'c', 'f', 'g', 'h'].map((name) => `data/${name}.txt`)
  const files = Object.fromEntries(names.map((name) => [name, 'text']))
  const {
    get,
    lines: log,
    folder,
  } = await open({ 'app.js': `const fs = require('fs')\n${app(lines)}`, ...files })
  const values = []
  for (const at of lines.keys()) values.push(await get(`/${at}`))
  // On a busy machine, another thread may run a request again, so the text may be appended twice.
  const appended = expect.stringMatching(/^text!+$/)
  expect(values.map((value) => Object(value).value)).toEqual([
    ...['new', appended, ['c'], 'text', true, 0, names.length, 'h'],
    expect.stringContaining(join(tmpdir(), 'populace-made-')),
  ])
  rmdirSync(String(Object(values.at(-1)).value))
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(
    ['app.js', 'data', 'package.json', ...names].toSorted(),
  )
  expect(names.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(names.map(() => 'text'))
  expect(log.filter((line) => line.includes('leaves the files of the project unchanged'))).toHaveLength(1)
})
