/**
 * `npm run test:nodes`: runs `npm test`, and the long tests of `long-tests.json`, with each version of Node.js that is
 * installed here, except the current version. The versions differ in the messages and flags of the engine and in the
 * `node:` modules. Because the code of a project and the command line depend on the version, their short long tests run
 * too. The script stops at the first version that fails, so that the failed tests are printed last.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const folder = join(import.meta.dirname, 'node_modules')
const majorOf = (version) => version.replace('v', '').split('.', 1)[0]

const longTests = JSON.parse(readFileSync(join(import.meta.dirname, 'long-tests.json'), 'utf8'))

/** Runs the tests with another version of Node.js; returns whether the tests pass. */
function passes(name) {
  const PATH = `${join(folder, name, 'bin')}${delimiter}${process.env.PATH}`
  const env = { ...process.env, PATH }
  const version = spawnSync('node', ['--version'], { env, encoding: 'utf8' }).stdout
  if (`node-${majorOf(version)}` !== name) throw new Error(`${name} is ${version}`)
  console.log(`Node.js ${version}`)
  const runs = (...args) => spawnSync('npm', args, { env, stdio: 'inherit' }).status === 0
  return runs('test') && runs('run', 'test:long', '--', ...longTests)
}

const names = readdirSync(folder).filter((name) => name.startsWith('node-'))
const failed = names.find((name) => name !== `node-${majorOf(process.version)}` && !passes(name))
if (failed !== undefined) {
  console.error(`The tests fail on ${failed}`)
  process.exitCode = 1
}
