import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '#platform/context.ts'

const PREFIX = 'pujante-import-'
/** Longer than any upload takes and waits, in other processes that share the place, too. */
const LEFT_AFTER_MS = 86_400_000

/** A folder of its own for the length of some work; gone with all in it when the work ends, however it ends. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(tmpdir(), { recursive: true })
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of processes that were killed: on a disk that outlives them nothing else takes them away. */
export async function forgetLeftFolders(log: Context['log']): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter((name) => name.startsWith(PREFIX)))
    try {
      const folder = join(tmpdir(), name)
      const { mtimeMs } = await stat(folder)
      if (Date.now() - mtimeMs > LEFT_AFTER_MS) await rm(folder, { recursive: true, force: true })
    } catch (error) {
      log.warn({ err: error, name }, 'a folder of an import cannot be taken away')
    }
}
