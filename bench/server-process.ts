import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '../src/server/roles.ts'
import { builtProgram } from '../tests/built-program.ts'
import type { LateLoop } from './loop-watch.ts'

const ROOT = join(import.meta.dirname, '..')
const BOOT_TIMEOUT_MS = 120_000
const FIRST_TRIES_MS = 10
const heapOf = (youngMb: number) => [
  `--max-semi-space-size=${youngMb}`,
  '--max-old-space-size=1536',
]
/** As the units start a role: without, Node lets what is young grow to 130 MB before it looks. */
export const AS_STARTED = heapOf(16)
/** As `npm start` starts all roles in one. */
const ALL_STARTED = heapOf(8)
const STARTED_IN = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

export type ServerProcess = {
  origin: string
  pid: number
  /** From spawning the process to the first answered page, seconds. */
  bootSeconds: number
  memory: Memory
  /** Milliseconds by which the event loop came late since the last call; with `--import bench/loop-watch.ts` only. */
  lateLoop: () => Promise<LateLoop>
  /** As a person would end it (SIGTERM). */
  stop: () => Promise<void>
}

/** Resident memory in MB (10^6 bytes); undefined where the kernel has no /proc. */
export type Memory = { now: () => number; restartPeak: () => void; peak: () => number } | undefined

/** The program behind `npm start` as its own process; vendors come from `environment`, or its own simulators. */
export async function startServerProcess(
  dataDir: string,
  environment: Record<string, string> = {},
  execArgv: readonly string[] = [],
  role: Role = 'all',
): Promise<ServerProcess> {
  const port = await freePort()
  const program = join(ROOT, await builtProgram())
  const startedAt = performance.now()
  const heap = role === 'all' ? ALL_STARTED : AS_STARTED
  const args = [...heap, ...execArgv, program, `--role=${role}`]
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...STARTED_IN,
      PATH: process.env.PATH,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      DATA_DIR: dataDir,
      // The bench asks for more in a minute than the daily quota of a small project.
      GOOGLE_ADS_DAILY_OPERATIONS: '1000000',
      // Sample accounts that are lived through would be measured with it.
      DEMO_HISTORY: '0',
      ...environment,
    },
  })
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  const origin = `http://127.0.0.1:${port}`
  // A process that does no more than jobs has no page.
  const isUp = role === 'all' || role === 'web' ? servesPage : isHealthy
  while (!(await isUp(origin))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    if (performance.now() - startedAt > BOOT_TIMEOUT_MS)
      throw new Error('the server never listened')
    await sleep(FIRST_TRIES_MS)
  }
  return {
    origin,
    pid: child.pid ?? 0,
    bootSeconds: (performance.now() - startedAt) / 1000,
    memory: memoryOf(child.pid ?? 0),
    lateLoop: async () => {
      child.send('late loop')
      const [late] = (await once(child, 'message')) as [LateLoop]
      return late
    },
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      process.off('exit', killed)
    },
  }
}

async function isHealthy(origin: string): Promise<boolean> {
  return await fetch(`${origin}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function servesPage(origin: string): Promise<boolean> {
  try {
    const page = await fetch(origin, { headers: { accept: 'text/html' } })
    return page.ok && (await page.text()).includes('<html')
  } catch {
    return false
  }
}

function memoryOf(pid: number): Memory {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return undefined
  const read = (name: string) => {
    const [, kilobytes] =
      new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(status, 'utf8')) ?? []
    return (Number(kilobytes) * 1024) / 1e6
  }
  return {
    now: () => read('VmRSS'),
    // proc(5): 5 sets the peak back to the present size.
    restartPeak: () => writeFileSync(`/proc/${pid}/clear_refs`, '5'),
    peak: () => read('VmHWM'),
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
