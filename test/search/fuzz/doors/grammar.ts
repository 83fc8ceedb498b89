/** Generates requests to all parts of a server: bodies of all kinds, the server's own pages, worlds and headers. */
import type { Roll } from '../../../../properties/arbitraries/dice.ts'
import type { MockRequest } from '../../../../src/server/layer.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

const PATHS: readonly string[] = [
  ...['/api/articles', '/api/restaurants', '/api/categories', '/api/homepage', '/api/samplers'],
  ...['/api/articles/articlebread000000000001', '/api/restaurants/restaurantbiscotte000001'],
  ...['/api/upload', '/api/upload/files', '/api/users', '/api/users/1', '/api/users/me', '/api/auth/local'],
  ...['/api/auth/local/register', '/api/auth/forgot-password', '/api/users-permissions/roles'],
  ...[
    '/_populace',
    '/_populace/schema',
    '/_populace/worlds',
    '/_populace/worlds/a',
    '/_populace/worlds/base',
  ],
  ...['/_populace/changes', '/_populace/requests', '/_populace/requests.har', '/_populace/trouble'],
  ...['/_populace/explain', '/_populace/otherwise', '/_populace/answer', '/_populace/in/b/api/articles'],
]

const QUERIES: readonly string[] = [
  ...['populate=*', 'filters[title][$contains]=a', 'sort=title', 'pagination[pageSize]=100', 'status=draft'],
  ...[
    'url=/api/articles?populate=*',
    'world=a',
    'method=PUT',
    'profile=strapi-5.54-sqlite',
    'why=data.0.title',
  ],
  ...['x=/upload', 'secret=x', '%zz', '_q=a', 'after=1', 'locale=*', 'filters[$or][0][id]=1'],
]

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  authorization: ['Bearer admin-token', 'Bearer\tadmin-token', 'admin-token', 'Bearer x', 'Basic eDp5', ''],
  host: ['localhost:1337', '127.0.0.1', 'evil.example', ''],
  origin: ['http://evil.example', 'null', 'http://localhost:3000'],
  'sec-fetch-site': ['cross-site', 'same-origin', 'none', '?'],
  'populace-world': ['a', 'b', '../x', ''],
  'populace-explain': ['true', 'data.0.title', '\u00ff'],
  'populace-secret': ['x'],
  cookie: ['populace-world=a', 'populace-world', ';;=;'],
  accept: ['text/html', '*/*'],
}

const TYPES: readonly string[] = [
  ...[
    'application/json',
    'application/json; charset=latin1',
    'text/plain',
    'application/x-www-form-urlencoded',
  ],
  ...['multipart/form-data; boundary=x', 'multipart/form-data', 'multipart/form-data; boundary="', ''],
]

const VALUES: readonly string[] = [
  ...[
    'null',
    '1e999',
    '-0',
    '"text"',
    '"\\u0000"',
    '"\\ud800"',
    '[]',
    '{}',
    'true',
    '[{"id":1}]',
    '"2020-01-01"',
  ],
  ...[
    '{"connect":[1]}',
    '{"set":["x"]}',
    '{"disconnect":[{"documentId":"x"}]}',
    '[{"__component":"blocks.quote"}]',
  ],
]

const NAMES: readonly string[] = [
  ...[
    'title',
    'name',
    'blocks',
    'categories',
    'owner',
    'id',
    'documentId',
    '__proto__',
    'constructor',
    'locale',
  ],
  ...[
    'username',
    'email',
    'password',
    'identifier',
    'role',
    'files',
    'fileInfo',
    'create',
    'clear',
    'where',
    '',
  ],
]

export function anyRequest(roll: Roll): MockRequest {
  const query = roll.some(QUERIES, 3).join('&')
  const url = `${roll.pick(PATHS)}${roll.chance(10) ? '/' : ''}${query === '' ? '' : `?${query}`}`
  const names = roll.some(Object.keys(HEADERS), 4)
  const headers = Object.fromEntries(names.map((name) => [name, roll.pick(HEADERS[name] ?? [''])]))
  const method = roll.pick(METHODS)
  // Most requests have the token of an administrator, so that writes are permitted.
  const all = roll.chance(60) ? { ...headers, authorization: 'Bearer admin-token' } : headers
  if (method === 'GET' || method === 'HEAD' || roll.chance(10)) return { method, url, headers: all }
  const bytes = new TextEncoder().encode(bodyText(roll))
  const body = async (): Promise<Uint8Array> => bytes
  return { method, url, headers: { ...all, 'content-type': roll.pick(TYPES) }, body }
}

function bodyText(roll: Roll): string {
  switch (
    roll.pick(['json', 'json', 'json', 'broken', 'deep', 'wide', 'form', 'encoded', 'bytes'] as const)
  ) {
    case 'json':
      return roll.chance(70) ? `{"data":${objectText(roll, 2)}}` : objectText(roll, 2)
    case 'broken':
      return `{"data":${objectText(roll, 2)}`.slice(0, 1 + roll.upTo(60))
    case 'deep':
      return `{"data":{"blocks":${'['.repeat(roll.pick([10, 5_000, 100_000]))}`
    case 'wide':
      return `{"data":{"blocks":[${Array(roll.pick([10, 1_000, 20_000]))
        .fill('{"__component":"blocks.quote"}')
        .join(',')}]}}`
    case 'form':
      return formText(roll)
    case 'encoded':
      return `data[${roll.pick(NAMES)}]=${'%41'.repeat(roll.upTo(50))}&${'a[b]'.repeat(roll.upTo(200))}=1`
    case 'bytes':
      return Array.from({ length: roll.upTo(200) }, () => String.fromCharCode(roll.upTo(255))).join('')
  }
}

function objectText(roll: Roll, depth: number): string {
  const members = Array.from({ length: roll.upTo(4) }, () => {
    const value = depth > 0 && roll.chance(25) ? objectText(roll, depth - 1) : roll.pick(VALUES)
    return `${JSON.stringify(roll.pick(NAMES))}:${value}`
  })
  return `{${members.join(',')}}`
}

function formText(roll: Roll): string {
  const parts = Array.from({ length: roll.upTo(4) }, () => {
    const file = roll.chance(50) ? `; filename="${roll.pick(['a.txt', '../a.png', '', 'a\u0000.svg'])}"` : ''
    const value = roll.pick([...VALUES, 'x'.repeat(roll.pick([1, 10_000, 500_000]))])
    return `--x\r\nContent-Disposition: form-data; name="${roll.pick(NAMES)}"${file}\r\n\r\n${value}\r\n`
  })
  return `${parts.join('')}${roll.chance(80) ? '--x--\r\n' : ''}`
}
