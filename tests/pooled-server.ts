// A PostgreSQL server behind a PgBouncer that lends a session for a transaction: PGBOUNCER names the program.
// PGBOUNCER=… npm run test:pooled -- src/features/sync
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  freePort,
  type PostgresServer,
  runBeside,
  serverUser,
  startPostgres,
  untilReady,
} from './postgres-server.ts'

type PooledServer = { direct: string; pooler: string; stop: () => Promise<void> }

const POOLER = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer'

/** A text says why it is not possible. */
async function startPooled(): Promise<PooledServer | { unavailable: string }> {
  if (!existsSync(POOLER)) return { unavailable: 'PGBOUNCER no nombra el programa de PgBouncer' }
  const server = await startPostgres()
  if ('unavailable' in server) return server
  const folder = mkdtempSync(join(tmpdir(), 'pujante-pooler-'))
  const pooler = new URL(server.url)
  pooler.port = String(await freePort())
  const program = await startPooler(server, pooler, folder)
  return {
    direct: server.url,
    pooler: pooler.href,
    stop: async () => {
      if (program.exitCode === null) {
        program.kill('SIGQUIT')
        await once(program, 'exit')
      }
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startPooler(
  server: PostgresServer,
  { username, password, port }: URL,
  folder: string,
): Promise<ChildProcess> {
  const owner = serverUser()
  const own = owner && owner !== 'none' ? owner : undefined
  const [settings, users] = [join(folder, 'pooler.ini'), join(folder, 'users.txt')]
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${new URL(server.url).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
max_prepared_statements = 200
default_pool_size = 4
max_client_conn = 500
`,
  )
  if (own) for (const path of [folder, settings, users]) chownSync(path, own.uid, own.gid)
  const stdio = process.env.TEST_SERVER_LOG ? 'inherit' : 'ignore'
  const program = spawn(POOLER, [settings], { cwd: folder, stdio, ...own })
  process.once('exit', () => program.kill('SIGKILL'))
  const through = new URL(server.url)
  through.port = port
  await untilReady(through.href, program)
  return program
}

if (import.meta.main)
  process.exit(
    await runBeside(
      await startPooled(),
      ({ direct, pooler }) => ({ TEST_DATABASE_URL: direct, TEST_POOLER_URL: pooler }),
      process.argv.slice(2),
    ),
  )
