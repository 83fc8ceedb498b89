/** The code of a project that answers with its request, and calls the server. */

export const ECHO = `module.exports = {
  handle: async (request, ask) => {
    switch (request.target) {
      case '/find': return (await ask({ service: 'documents', uid: 'api::a.a', method: 'findMany', args: [{ when: new Date(0), run() {} }] })).value
      case '/core': return (await ask({ service: 'core', target: '/other' })).body
      case '/fail': return ask({ service: 'documents', uid: 'api::a.a', method: 'fail', args: [] }).catch((error) => ({ caught: error.name, status: error.status }))
      case '/throw': throw new Error('broken')
      case '/late': setTimeout(() => ask({ service: 'documents', uid: 'api::a.a', method: 'late', args: [] }), 30); return {}
      default: return { method: request.method, target: request.target, role: request.caller.role }
    }
  },
}`
