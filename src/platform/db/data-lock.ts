import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { resolve } from 'node:path'

/** PGlite opens a folder that another process has open, and the data is destroyed: hence our own lock. */

const HEARTBEAT_MS = 2_000
/** A holder silent for this long is dead, even if its process number is alive (numbers are reused). */
const STALE_MS = 60_000

type Holder = { pid: number; host: string }

/** Locks of this very process: a number alone cannot tell them from those of a restarted container. */
const heldHere = new Set<string>()

export class DataInUse extends Error {}

/** Takes `<dataDir>/lock` or throws DataInUse. Returns the release. */
export function lockData(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const path = resolve(dataDir, 'lock')
  const holder = readHolder(path)
  if (holder && (heldHere.has(path) || isAlive(holder))) {
    throw new DataInUse(
      `Otro proceso (${holder.pid} en ${holder.host}) tiene abiertos los datos de «${dataDir}». Ciérralo o usa otra carpeta con DATA_DIR.`,
    )
  }
  if (holder) rmSync(path, { force: true })
  writeFileSync(path, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx' })
  heldHere.add(path)
  const heartbeat = setInterval(() => beat(path), HEARTBEAT_MS)
  heartbeat.unref()
  return () => {
    clearInterval(heartbeat)
    heldHere.delete(path)
    rmSync(path, { force: true })
  }
}

function beat(path: string): void {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // The folder was removed while in use: the next statement reports it better than a timer.
  }
}

function readHolder(path: string): (Holder & { silentMs: number }) | null {
  try {
    const { pid, host } = JSON.parse(readFileSync(path, 'utf8')) as Holder
    return { pid, host, silentMs: Date.now() - statSync(path).mtimeMs }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    return { pid: 0, host: hostname(), silentMs: Number.POSITIVE_INFINITY }
  }
}

function isAlive(holder: Holder & { silentMs: number }): boolean {
  if (holder.silentMs > STALE_MS) return false
  if (holder.host !== hostname()) return true
  // A restarted container gets the same number again: that is us, not another.
  if (holder.pid === process.pid) return false
  try {
    process.kill(holder.pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
