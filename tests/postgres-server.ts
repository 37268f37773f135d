// A PostgreSQL server of its own for the tests: empty, in a temporary folder, gone afterwards.
// By hand: node tests/postgres-server.ts npx vitest run src/features/accounts
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

const READY_TIMEOUT_MS = 30_000
/** sysexits.h EX_UNAVAILABLE: the caller counts it as skipped, not as failed. */
const EXIT_UNAVAILABLE = 69

export type PostgresServer = {
  /** Superuser connection to the database `postgres`; each test worker creates its own database. */
  url: string
  stop: () => Promise<void>
}

/** Other programs than the machine's own, more settings, and the password that servers use among each other. */
type ServerOptions = {
  binaries?: string
  settings?: Record<string, string | number>
  password?: string
}

/** Starts a server, installing Debian's package if there is none; a text says why it is not possible. */
export async function startPostgres(
  options: ServerOptions = {},
): Promise<PostgresServer | { unavailable: string }> {
  const binaries = options.binaries ?? findBinaries() ?? installBinaries()
  if (!binaries) return { unavailable: 'no hay PostgreSQL en esta máquina' }
  const owner = serverUser()
  if (owner === 'none')
    return { unavailable: 'PostgreSQL no arranca como root y falta el usuario postgres' }

  const folder = mkdtempSync(join(tmpdir(), 'pujante-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const password = options.password ?? randomBytes(16).toString('hex')
  createCluster(binaries, folder, password, owner)
  const port = await freePort()
  const args = serverArguments(folder, { port, ...options.settings })
  const server = spawn(join(binaries, 'postgres'), args, {
    cwd: folder,
    stdio: process.env.TEST_SERVER_LOG ? 'inherit' : 'ignore',
    env: { ...process.env, PGPASSWORD: password },
    ...owner,
  })
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const stop = () => stopServer(server, folder)
  process.once('exit', () => server.kill('SIGKILL'))
  await untilReady(url, server).catch(async (error) => {
    await stop()
    throw error
  })
  return { url, stop }
}

export type Owner = { uid: number; gid: number } | undefined

export function findBinaries(): string | undefined {
  const fromConfig = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const versioned = globSync([
    '/usr/lib/postgresql/*/bin',
    '/usr/pgsql-*/bin',
    '/opt/homebrew/opt/postgresql*/bin',
    '/usr/local/opt/postgresql*/bin',
  ]).sort((a, b) => versionIn(b) - versionIn(a))
  const folders = [...versioned, fromConfig ?? '', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

function versionIn(path: string): number {
  return Number(/\d+/.exec(path.replace(/^.*postgresql|^.*pgsql/, ''))?.[0] ?? 0)
}

function installBinaries(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const options = {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  spawnSync('apt-get', ['update'], options)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], options)
  return findBinaries()
}

/** PostgreSQL refuses to run as root, so the server gets Debian's own user. */
export function serverUser(): Owner | 'none' {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number.parseInt(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout, 10),
  )
  return uid && gid ? { uid, gid } : 'none'
}

export function createCluster(
  binaries: string,
  folder: string,
  password: string,
  owner: Owner,
): void {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) chownSync(passwordFile, owner.uid, owner.gid)
  const options = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C']
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', join(folder, 'data'), `--pwfile=${passwordFile}`, '--no-sync', ...options],
    { cwd: folder, stdio: 'pipe', ...owner },
  )
}

/** Data that is thrown away needs no fsync. */
function serverArguments(folder: string, own: Record<string, string | number>): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    jit: 'off',
    max_connections: 60,
    ...own,
  }
  return [
    '-D',
    join(folder, 'data'),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

export async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS
  while (performance.now() < deadline) {
    if (server.exitCode !== null)
      throw new Error(`PostgreSQL terminó con código ${server.exitCode}`)
    const client = new Client({ connectionString: url })
    client.on('error', () => {})
    const isReady = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isReady) return
    await sleep(100)
  }
  throw new Error('PostgreSQL no ha respondido a tiempo')
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    // Immediate shutdown: nothing in it is kept.
    server.kill('SIGQUIT')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}

/** Runs a command beside a server of which it learns by its environment. */
export async function runBeside<Server extends { stop: () => Promise<void> }>(
  server: Server | { unavailable: string },
  environmentOf: (server: Server) => Record<string, string>,
  [program, ...args]: string[],
): Promise<number> {
  if ('unavailable' in server) {
    process.stderr.write(`${server.unavailable}\n`)
    return EXIT_UNAVAILABLE
  }
  const command = spawn(program ?? 'env', args, {
    stdio: 'inherit',
    env: { ...process.env, ...environmentOf(server) },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => command.kill(signal))
  const code = await new Promise<number>((resolve) => {
    command.once('error', () => resolve(127))
    command.once('exit', (exitCode) => resolve(exitCode ?? 1))
  })
  await server.stop()
  return code
}

if (import.meta.main)
  process.exit(
    await runBeside(
      await startPostgres(),
      ({ url }) => ({ TEST_DATABASE_URL: url }),
      process.argv.slice(2),
    ),
  )
