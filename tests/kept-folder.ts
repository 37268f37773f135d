import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..')
const LONGEST_FILL_MS = 900_000

/** What the content of a kept folder depends on: files of the repository, and other texts. */
type Inputs = { files: string[]; besides?: string }

/**
 * A folder that takes long to fill, kept under node_modules/.cache/`name` for as long as its inputs are the same. To be
 * copied, not written to.
 */
export async function keptFolder(
  name: string,
  inputs: Inputs,
  fill: (folder: string) => Promise<unknown>,
): Promise<string> {
  const shelf = join(ROOT, 'node_modules/.cache', name)
  const kept = join(shelf, fingerprintOf(inputs))
  while (!existsSync(kept) && isBeingFilled(kept)) await sleep(200)
  if (existsSync(kept)) return kept
  // Two may begin at the same instant: each fills its own aside, and the first to be ready is kept.
  const aside = `${kept}.${process.pid}`
  mkdirSync(aside, { recursive: true })
  await fill(aside)
  if (existsSync(kept)) rmSync(aside, { recursive: true, force: true })
  else renameSync(aside, kept)
  removeOutdated(shelf, basename(kept))
  return kept
}

/** By another process, which may have died over it. */
function isBeingFilled(kept: string): boolean {
  return globSync(`${kept}.*`).some((aside) => {
    const ageMs = Date.now() - (statSync(aside, { throwIfNoEntry: false })?.birthtimeMs ?? 0)
    return ageMs < LONGEST_FILL_MS && isAlive(Number(aside.split('.').at(-1)))
  })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Read once in a process: some two hundred test files ask for the same folders. */
const fingerprints = new Map<string, string>()

function fingerprintOf(inputs: Inputs): string {
  const key = JSON.stringify(inputs)
  const fingerprint = fingerprints.get(key) ?? readFingerprint(inputs)
  fingerprints.set(key, fingerprint)
  return fingerprint
}

function readFingerprint({ files, besides = '' }: Inputs): string {
  const hash = createHash('sha256').update(besides)
  const paths = globSync(files, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of paths.sort()) hash.update(path.slice(ROOT.length)).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

function removeOutdated(shelf: string, current: string): void {
  for (const other of readdirSync(shelf))
    if (!other.startsWith(current)) rmSync(join(shelf, other), { recursive: true, force: true })
}
