import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtProgram } from './built-program.ts'

/** The program as several processes on one PostgreSQL server, and that server going away. */
const server = process.env.TEST_DATABASE_URL
const ROOT = join(import.meta.dirname, '..')

describe.skipIf(!server)('several processes on one PostgreSQL server', () => {
  let name: string
  let line: Awaited<ReturnType<typeof breakableLine>>
  const started: ChildProcess[] = []

  beforeAll(async () => {
    name = `test_${randomUUID().replaceAll('-', '')}`
    await onServer(`create database ${name}`)
    line = await breakableLine(new URL(server!))
  })
  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL')
    line.close()
    await onServer(`drop database if exists ${name} with (force)`)
  })

  const environment = () => {
    const address = new URL(server!)
    address.pathname = `/${name}`
    address.port = String(line.port)
    return {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'error',
      NODE_ENV: 'test',
      ENCRYPTION_KEY: '0'.repeat(64),
      DATABASE_URL: address.href,
      SMTP_URL: 'smtp://127.0.0.1:1',
      DEMO_HISTORY: '0',
    }
  }
  const run = (...args: string[]) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, env: environment() })
    started.push(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text
      })
    return { child, said: () => said }
  }
  const serve = async (role: string) => {
    const program = run(await builtProgram(), '--role', role)
    while (!/atiende en (\S+)/.test(program.said())) {
      if (program.child.exitCode !== null) throw new Error(program.said())
      await new Promise((done) => setTimeout(done, 50))
    }
    return { ...program, url: /atiende en (\S+)/.exec(program.said())![1]! }
  }

  test('five that find an empty database make its tables once, and all go on', async () => {
    // As `npm run db:migrate` does.
    const program = ['--import', './scripts/quick-imports.mjs', 'scripts/migrate.ts']
    const programs = Array.from({ length: 5 }, () => run(...program))
    await Promise.all(programs.map(({ child }) => once(child, 'exit')))
    expect(programs.map(({ said }) => said())).toEqual(
      Array.from({ length: 5 }, () => 'Esquema al día (postgres).\n'),
    )
  })

  test('a body under way at the end is heard to its end, and answered', async () => {
    const { child, url } = await serve('web')
    const sockets = await Promise.all(
      Array.from({ length: 17 }, (_, i) => halfRequest(url, bodyOf(i))),
    )
    // Its answer says that the program has read what the others sent before.
    await fetch(`${url}/api/health`)
    child.kill('SIGTERM')
    const ended = performance.now()
    await new Promise((done) => setTimeout(done, 300))
    for (const [i, socket] of sockets.entries()) socket.write(bodyOf(i).slice(CUT_AT))
    const answers = await Promise.all(sockets.map(answerOn))
    expect(answers.map((answer) => answer.split('\r\n')[0])).toEqual(
      sockets.map(() => 'HTTP/1.1 401 Unauthorized'),
    )
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
    expect(code).toBe(0)
    expect(performance.now() - ended).toBeLessThan(10_000)
  })

  test('while the database is away it says 503, when to come again, and nothing of itself', async () => {
    const { url, said } = await serve('web')
    const login = () =>
      fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ana.secreta@ejemplo.es', password: 'no-importa' }),
      })
    expect((await login()).status).toBe(401)
    line.cut()
    for (let i = 0; i < 5; i++) {
      const answer = await login()
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(((await answer.json()) as { message: string }).message).toContain('unos segundos')
    }
    expect((await fetch(`${url}/api/health`)).status).toBe(503)
    const boot = run(await builtProgram(), '--role', 'web')
    await once(boot.child, 'exit')
    expect(boot.said()).toMatch(
      /^No se puede usar la base de datos de DATABASE_URL \(ECONNREFUSED\)/,
    )
    expect(boot.said()).not.toMatch(/\n\s+at /)
    line.mend()
    const deadline = Date.now() + 20_000
    while ((await login()).status !== 401 && Date.now() < deadline);
    expect((await login()).status).toBe(401)
    expect(said()).not.toContain('secreta')
  })

  test('a worker answers how it is and nothing else, and a mail asked for elsewhere is its', async () => {
    const [web, worker] = await Promise.all([serve('web'), serve('worker')])
    expect((await fetch(`${worker.url}/api/health`)).status).toBe(200)
    expect((await fetch(`${worker.url}/api/auth/status`)).status).toBe(404)
    await fetch(`${web.url}/api/auth/register-start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nueva@ejemplo.es' }),
    })
    const asked = Date.now()
    const attempts = 'select attempts from jobs where kind = $1'
    while ((await inDatabase(attempts, ['sendMail']))[0]?.attempts !== 1) {
      if (Date.now() - asked > 20_000) throw new Error('no worker has tried the mail')
      await new Promise((done) => setTimeout(done, 50))
    }
    expect(Date.now() - asked).toBeLessThan(2_000)
  })

  test('a role of its own wants a database that several can share', async () => {
    const child = spawn(process.execPath, [await builtProgram(), '--role=web'], {
      cwd: ROOT,
      env: { ...environment(), DATABASE_URL: '' },
    })
    let said = ''
    child.stderr.on('data', (text) => {
      said += text
    })
    expect((await once(child, 'exit'))[0]).toBe(1)
    expect(said).toContain('hace falta DATABASE_URL')
  })

  async function inDatabase(statement: string, values: unknown[]) {
    const address = new URL(server!)
    address.pathname = `/${name}`
    const client = new pg.Client({ connectionString: address.href })
    await client.connect()
    const { rows } = await client.query(statement, values)
    await client.end()
    return rows
  }
})

const bodyOf = (i: number) =>
  JSON.stringify({ email: `ana${i}@ejemplo.es`, password: 'no-importa' })
const CUT_AT = 10

async function halfRequest(url: string, body: string): Promise<Socket> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const address = `127.0.0.1:${port}`
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nhost: ${address}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, CUT_AT)}`,
  )
  return socket
}

async function answerOn(socket: Socket): Promise<string> {
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer
}

/** A TCP line to the database server that can be cut: what is open breaks, what is new is refused. */
async function breakableLine(target: URL) {
  const open = new Set<Socket>()
  const relay = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  const listen = async (port: number) => {
    relay.listen(port, '127.0.0.1')
    await once(relay, 'listening')
    return (relay.address() as AddressInfo).port
  }
  const port = await listen(0)
  const cut = () => {
    relay.close()
    for (const socket of open) socket.destroy()
  }
  return { port, cut, close: cut, mend: () => listen(port) }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
