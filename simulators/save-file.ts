import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])

/**
 * Writes aside and renames, so that a crash leaves either the old or the new file. On a full disk the old one stays and what
 * happened since lives in memory alone: that is no reason to end the program that is being tried out.
 */
export function saveFile(path: string, text: string): void {
  const unfinished = `${path}.new`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(unfinished, text)
    renameSync(unfinished, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!NO_ROOM.has(code ?? '')) throw error
    rmSync(unfinished, { force: true })
    process.emitWarning(`no room for ${path}: it is as it was before (${code})`)
  }
}
