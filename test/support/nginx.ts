/** Runs nginx with a configuration from the documentation. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'

const NGINX = '/usr/sbin/nginx'

/** Returns whether nginx is installed here; `apt install nginx-light` installs it. */
export function hasNginx(): boolean {
  try {
    execFileSync(NGINX, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Returns the text of the code block with the given language and number on a page of the documentation. */
export function blockOf(page: string, language: string, number = 0): string {
  const file = fileURLToPath(new URL(`../../.github/docs/${page}`, import.meta.url))
  const blocks = [...readFileSync(file, 'utf8').matchAll(/^```(\S+)\n([\s\S]*?)^```$/gm)]
  const found = blocks.filter(([, name]) => name === language).at(number)?.[2]
  if (found === undefined) throw new Error(`${page} has no ${language} block ${number}`)
  return found
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })

export interface Nginx {
  readonly url: string
  readonly stop: () => void
}

/** Starts nginx with a configuration in which texts such as addresses are replaced. nginx listens on a free port. */
export async function startNginx(
  configuration: string,
  replaced: Readonly<Record<string, string>>,
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'populace-nginx-'))
  const port = await freePort()
  const own = Object.entries({ ...replaced, 'listen 80;': `listen 127.0.0.1:${port};` }).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`The configuration has no "${from}"`)
      return text.replaceAll(from, to)
    },
    configuration,
  )
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http { access_log off; types { text/html html; text/css css; text/javascript js; application/json json; image/svg+xml svg; } ${paths}\n${own}\n}\n`,
  )
  const child: ChildProcess = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'inherit',
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(url), { timeout: 20_000, interval: 50 })
  return {
    url,
    stop: () => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
