/** The `app.js` of projects whose code answers each request with a line or an export. */

/** Returns the source of an `app.js` that runs the line with number N for a request to `/N`. */
export const app = (lines: readonly string[]): string => `
const pick = (error) => ({ message: error.message, code: error.code })
const tries = [
${lines.map((line) => `async () => ${line},`).join('\n')}
]
module.exports = { handle: async (request) => {
  try { return { value: await tries[Number(request.target.slice(1))]() } }
  catch (error) { return pick(error.cause instanceof Error ? error.cause : error) }
} }`

/** Returns the source of an `app.js` that answers a request to `/NAME` by calling the export NAME of `file`. */
export const calling = (file: string): string => `
const all = require(${JSON.stringify(file)})
module.exports = { handle: async (request) => {
  try { return { value: await all[request.target.slice(1)]() } }
  catch (error) { return { message: error.message, missing: error.missing } }
} }`

/** A project whose code imports packages that are not installed, and one that fails to load. */
export const PACKAGES = {
  'app.js': calling('./src/all.ts'),
  'src/all.ts': `import Stripe from 'stripe'
import { send, Other } from '@scope/mailer/lib'
import * as all from 'broken'
import { again } from './other'
const { Client } = Other ?? {}
const client = new Stripe(\`key \${Stripe.version}\`)
all.some.settings.retries = 3
export const works = () => 'works'
export const kept = () => client.charges.create()
export const construct = () => new Stripe('key')
export const call = () => send('mail')
export const member = () => all.some.method()
export const text = () => \`\${Stripe}\`
export const destructured = () => new Client()
export class Extended extends Stripe {}
export const extended = () => new Extended()
export const second = () => again()
export const spread = () => [...send]
export const looped = async () => { for await (const one of send) return one }
export const keys = () => Object.keys(send)
export const members = () => ({ ...send })
export const instance = () => ({}) instanceof Other
export const thrown = () => {
  try { send() } catch (error) { throw Object.assign(error, { status: 500, expose: false }) }
}
`,
  'src/other.ts': "import Stripe from 'stripe'\nexport const again = () => Stripe.charge()",
  'node_modules/broken/index.js': 'throw new Error("no native part\\nmore")',
}
