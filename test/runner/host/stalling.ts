/** A project whose code blocks, fails or uses up its memory, depending on the request. */
import { open, until } from '../support.ts'

export const APP = `
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
let count = 0
module.exports = {
  bootstrap: ({ log, ask }) => {
    log('info', 'started')
    return ask({ service: 'documents', uid: 'api::a.a', method: 'count', args: [] })
  },
  handle: async (request, ask) => {
    switch (request.target.split('?')[0].replace(/\\/\\d+$/, '')) {
      case '/loop': for (;;) count++
      case '/late-loop': await wait(20); for (;;) count++
      case '/block': { const end = Date.now() + 300; while (Date.now() < end) count++; return { done: true } }
      case '/never': return new Promise(() => {})
      case '/write': await ask({ service: 'documents', uid: 'api::a.a', method: 'create', args: [] }); await wait(100); return { written: true }
      case '/ask': for (let at = 1; at < 60; at++) { await ask({ service: 'documents', uid: 'api::a.a', method: 'find', args: [at] }); await wait(10) } return { asked: true }
      case '/slow': await wait(60); return { slow: true }
      case '/buffer': { const kept = Buffer.alloc(3e8, 1); await wait(5000); return kept.length }
      case '/memory': { const all = []; for (;;) all.push({ text: 'x'.repeat(100), list: [count++] }) }
      case '/reject': Promise.reject(new Error('nobody waits')); return {}
      case '/timer': setTimeout(() => { throw new Error('in a timer') }, 1); return {}
      case '/exit': process.exit(3)
      case '/connect': require('net').connect(6379, '127.0.0.1').on('error', () => {}); return new Promise(() => {})
      case '/forge': {
        const { postMessage } = MessagePort.prototype
        MessagePort.prototype.postMessage = function () { postMessage.call(this, 5) }
        return {}
      }
      default: return { target: request.target }
    }
  },
}`

/** Opens the project and waits until the spare thread is ready. */
export async function openReady(options: Parameters<typeof open>[1] = {}) {
  const opened = await open({ 'app.js': APP }, options)
  await until(() => opened.scratches[0]?.calls.length === 1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  return opened
}
