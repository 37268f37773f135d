import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { createCluster, findBinaries, freePort, serverUser, untilReady } from './postgres-server.ts'

/** A primary and its synchronous standby behind one address, as a service of databases gives it. */
export type PostgresPair = {
  /** Leads to the primary, after `failOver` to what was the standby. */
  url: string
  /** SIGKILL to the primary in the middle of its work; then the standby becomes the primary. */
  failOver: () => Promise<void>
  stop: () => Promise<void>
}

/** Null where there is no PostgreSQL on the machine. */
export async function startPair(): Promise<PostgresPair | null> {
  const binaries = findBinaries()
  const owner = serverUser()
  if (!binaries || owner === 'none') return null
  const folder = mkdtempSync(join(tmpdir(), 'pujante-pair-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const password = randomBytes(16).toString('hex')
  const started: ChildProcess[] = []
  const urlOf = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const run = (program: string, args: string[]) =>
    execFileSync(join(binaries, program), args, { cwd: folder, stdio: 'pipe', ...owner })
  const start = async (data: string, port: number) => {
    const settings = ['-c', `port=${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off']
    const own = ['-c', `unix_socket_directories=${folder}`, '-c', 'hot_standby=on']
    const server = spawn(join(binaries, 'postgres'), ['-D', data, ...settings, ...own], {
      cwd: folder,
      stdio: 'ignore',
      ...owner,
    })
    started.push(server)
    await untilReady(urlOf(port), server)
    return server
  }

  createCluster(binaries, folder, password, owner)
  const [first, second] = [await freePort(), await freePort()]
  const primary = await start(join(folder, 'data'), first)
  run('pg_basebackup', ['-D', join(folder, 'standby'), '-R', '-X', 'stream', '-d', urlOf(first)])
  await start(join(folder, 'standby'), second)
  // From now on a commit is answered when the standby has it, too.
  await tell(urlOf(first), `alter system set synchronous_standby_names = '*'`)
  await tell(urlOf(first), 'select pg_reload_conf()')
  const line = await openLine(first)
  return {
    url: urlOf(line.port),
    failOver: async () => {
      primary.kill('SIGKILL')
      line.cut()
      run('pg_ctl', ['promote', '-w', '-D', join(folder, 'standby')])
      line.leadTo(second)
    },
    stop: async () => {
      line.close()
      for (const server of started) {
        if (server.exitCode !== null || server.signalCode !== null) continue
        server.kill('SIGQUIT')
        await once(server, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function tell(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Refuses while it is cut. */
async function openLine(first: number) {
  const open = new Set<Socket>()
  let target: number | null = first
  const relay = createServer((near) => {
    if (target === null) return void near.destroy()
    const far = connect(target, '127.0.0.1')
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
  const port = await freePort()
  relay.listen(port, '127.0.0.1')
  await once(relay, 'listening')
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port,
    cut: () => {
      target = null
      drop()
    },
    leadTo: (next: number) => {
      target = next
    },
    close: () => {
      relay.close()
      drop()
    },
  }
}
