import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** No copy outlives what a deleted person was promised. */
const KEEP_DAYS = 34
const DAY_MS = 86_400_000
const COPY = /^pujante-.*\.jsonl\.gz(\.new)?$/

/**
 * The name of this night's copy in `folder`, from which those go first that have had their time, and what one that was
 * killed has left: where the disk is full, no next one would ever be written.
 */
export function nextCopy(folder: string, now: Date): string {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder).filter((name) => COPY.test(name))) {
    const path = join(folder, name)
    const age = now.getTime() - statSync(path).mtimeMs
    if (name.endsWith('.new') || age > KEEP_DAYS * DAY_MS) rmSync(path)
  }
  return join(folder, `pujante-${now.toISOString().slice(0, 10)}.jsonl.gz`)
}
