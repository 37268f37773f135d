import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { request } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GOOGLE_CHANGE } from '../src/kit/google-change.ts'

const SITE = join(import.meta.dirname, '../deploy/nginx/pujante.conf')
const hasNginx = spawnSync('nginx', ['-v']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(() => {
  const key = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=app.ejemplo.es']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  spawnSync('openssl', ['req', '-x509', ...key, ...files])
})

/** Which of the example's lines name the processes. */
type Way = 'containers' | 'one machine'

const ofWay: Record<Way, (site: string, servers: readonly string[]) => string> = {
  containers: (site, servers) =>
    site.replace(/server web:3000([^;]*);/, (_, how) =>
      // Numbers need no looking up, and Debian 12's nginx knows no other way than at the start.
      servers.map((at) => `server ${at}${how.replace(' resolve', '')};`).join(' '),
    ),
  'one machine': (site, servers) => {
    const left = [...servers]
    return site
      .replace(/server web:3000[^;]*;/, '')
      .replaceAll(/# server 127\.0\.0\.1:\d+/g, () => `server ${left.shift()}`)
  },
}

/** The example with paths of this folder; its ports go through `port`. */
function nginxArguments(
  servers: readonly string[],
  port: (given: string) => string,
  way: Way = 'containers',
): string[] {
  const site = ofWay[way](readFileSync(SITE, 'utf8'), servers)
    .replaceAll('/etc/nginx/certificates', folder)
    .replaceAll('/var/log/nginx', folder)
    // Testing the file opens what it names.
    .replaceAll(
      /listen ((?:\[::\]:)?)(\d+)/g,
      (_, any: string, given) => `listen ${any}${port(given)}`,
    )
  writeFileSync(join(folder, 'site.conf'), site)
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const kept = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')
  const whole = `pid ${folder}/pid; events {} http { access_log off; ${kept} include ${folder}/site.conf; }`
  writeFileSync(join(folder, 'nginx.conf'), whole)
  return ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
}

test('the proxy waits longer for a change in Google Ads than the page that asked for it', () => {
  const [, seconds] = readFileSync(SITE, 'utf8').match(/proxy_read_timeout (\d+)s;/)!
  expect(Number(seconds) * 1_000).toBeGreaterThan(GOOGLE_CHANGE.timeoutMs)
})

test.skipIf(!hasNginx).each<Way>(['containers', 'one machine'])(
  'nginx takes the example of a proxy for %s',
  (way) => {
    const args = nginxArguments(['127.0.0.1:3001', '127.0.0.1:3002'], (given) => `3${given}`, way)
    const { status, stderr } = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' })
    expect([status, stderr.match(/\[(?:emerg|alert|crit)\].*/)?.[0]]).toEqual([0, undefined])
  },
)

test.skipIf(!hasNginx)(
  'a vendor that is away is told once, and takes no process out of turn',
  async () => {
    let [asked, status] = [0, 503]
    const answer: RequestListener = (_, reply) => {
      asked += 1
      reply.writeHead(status).end('of the product')
    }
    await behindNginx([answer, answer], async (visit) => {
      for (let times = 0; times < 6; times++)
        expect(await visit('/api/x')).toEqual([503, 'of the product'])
      expect(asked).toBe(6)
      status = 200
      expect(await visit('/api/x')).toEqual([200, 'of the product'])
    })
  },
)

test.skipIf(!hasNginx)(
  'while a new version takes over each page has its files, whichever process is asked for them',
  async () => {
    const having =
      (version: string): RequestListener =>
      ({ url }, reply) => {
        const isThere = url === '/dashboard' || url === `/assets/app-${version}.js`
        reply.writeHead(isThere ? 200 : 404).end(version)
      }
    await behindNginx([having('old'), having('new')], async (visit) => {
      for (let times = 0; times < 4; times++) {
        const [, version] = await visit('/dashboard')
        expect(await visit(`/assets/app-${version}.js`)).toEqual([200, version])
        // Asked of both in turn.
        expect(await visit(`/assets/app-${version}.js`)).toEqual([200, version])
      }
      expect((await visit('/assets/app-other.js'))[0]).toBe(404)
      expect((await visit('/api/nothing'))[0]).toBe(404)
    })
  },
)

test.skipIf(!hasNginx)(
  'of two processes of one machine that are restarted one after the other one always answers',
  async () => {
    const answer: RequestListener = (_, reply) => void reply.end('of the product')
    const restarted = async (processes: Server[], at: number) => {
      const port = portOf(processes[at]!)
      processes[at]!.closeAllConnections()
      processes[at]!.close()
      return async () => {
        processes[at] = createServer(answer).listen(port, '127.0.0.1')
        await once(processes[at]!, 'listening')
      }
    }
    await behindNginx(
      [answer, answer],
      async (visit, processes) => {
        const statuses: (number | undefined)[] = []
        for (const at of [0, 1, 0]) {
          const start = await restarted(processes, at)
          for (let times = 0; times < 6; times++) statuses.push((await visit('/api/x'))[0])
          await start()
        }
        expect(statuses).toEqual(statuses.map(() => 200))
      },
      'one machine',
    )
  },
)

/** Two or more processes that answer so, and the example in front of them. */
async function behindNginx(
  answers: readonly RequestListener[],
  use: (
    visit: (path: string) => Promise<[number | undefined, string]>,
    processes: Server[],
  ) => Promise<void>,
  way?: Way,
): Promise<void> {
  const processes = await Promise.all(answers.map((answer) => listening(createServer(answer))))
  const [plain, tls] = await Promise.all([freePort(), freePort()])
  const args = nginxArguments(
    processes.map((server) => `127.0.0.1:${portOf(server)}`),
    (given) => String(given === '80' ? plain : tls),
    way,
  )
  const nginx = spawn('nginx', [...args, '-g', 'daemon off;'], { stdio: 'ignore' })
  try {
    await untilOpen(tls, nginx)
    await use((path) => visit(tls, path), processes)
  } finally {
    const gone = nginx.exitCode === null && once(nginx, 'exit')
    nginx.kill()
    await gone
    for (const server of processes) server.close()
  }
}

async function listening(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

async function freePort(): Promise<number> {
  const server = await listening(createServer())
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return port
}

async function untilOpen(port: number, program: ChildProcess): Promise<void> {
  while (program.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    await new Promise((done) => setTimeout(done, 50))
  }
}

async function visit(port: number, path: string): Promise<[number | undefined, string]> {
  const asked = request({
    port,
    host: '127.0.0.1',
    path,
    rejectUnauthorized: false,
  }).end()
  const [reply] = await once(asked, 'response')
  let text = ''
  for await (const chunk of reply) text += chunk
  return [reply.statusCode, text]
}
