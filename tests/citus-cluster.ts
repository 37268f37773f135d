// A Citus cluster of its own for the tests: one coordinator, two workers, in temporary folders, gone afterwards.
// By hand: CITUS_SOURCE=… node tests/citus-cluster.ts npx vitest run src/features/accounts
import { randomBytes } from 'node:crypto'
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { builtCitus } from './citus-build.ts'
import { tell } from './cluster-databases.ts'
import { type PostgresServer, runBeside, serverUser, startPostgres } from './postgres-server.ts'

const WORKERS = 2

const SETTINGS = {
  shared_preload_libraries: 'citus',
  // What rows travel by when a shard moves.
  wal_level: 'logical',
  max_wal_senders: 40,
  max_replication_slots: 40,
  // A change of several nodes is prepared on each.
  max_prepared_transactions: 200,
  max_worker_processes: 64,
  max_connections: 300,
  shared_buffers: '64MB',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.local_hostname': '127.0.0.1',
  // Two a worker: fifty tables in thirty-two parts each would be copied for every test file.
  'citus.shard_count': 4,
  'citus.enable_statistics_collection': 'off',
}

export type CitusCluster = { url: string; workers: string[]; stop: () => Promise<void> }

/** A text says why it is not possible. */
export async function startCluster(): Promise<CitusCluster | { unavailable: string }> {
  const built = await builtCitus(process.env.CITUS_SOURCE)
  if ('unavailable' in built) return built
  if (serverUser() === 'none') return { unavailable: 'falta el usuario postgres' }
  // Where the user of the servers may read it.
  const folder = mkdtempSync(join(tmpdir(), 'pujante-citus-'))
  cpSync(built.root, join(folder, 'programs'), { recursive: true })
  makeReadable(folder)
  const binaries = join(folder, 'programs', relative(built.root, built.bin))
  const password = randomBytes(16).toString('hex')
  const servers: PostgresServer[] = []
  for (let i = 0; i <= WORKERS; i++) {
    const server = await startPostgres({ binaries, password, settings: SETTINGS })
    if ('unavailable' in server) return server
    servers.push(server)
    // Nodes ask each other as the user who asks, by the one password they have.
    await tell(server.url, [`create role pujante_reader login password '${password}'`])
  }
  const [coordinator, ...workers] = servers
  return {
    url: coordinator!.url,
    workers: workers.map(({ url }) => url),
    stop: async () => {
      for (const server of servers) await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function makeReadable(folder: string): void {
  const owner = serverUser()
  if (owner && owner !== 'none') chownSync(folder, owner.uid, owner.gid)
}

if (import.meta.main)
  process.exit(
    await runBeside(
      await startCluster(),
      ({ url, workers }) => ({
        TEST_DATABASE_URL: url,
        TEST_CITUS_WORKERS: workers.join(' '),
      }),
      process.argv.slice(2),
    ),
  )
