import { execFile } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { PGlite, types } from '@electric-sql/pglite'

const MAKER = fileURLToPath(new URL('./make-pglite-folder.ts', import.meta.url))
/** PGlite writes zeros over all of them when it opens: its own would take 160 MB at once. What they lack the system's page cache has. */
const BUFFERS = 'shared_buffers=16MB'
/** A table is looked at for statistics by 6,000 of its rows: by 30,000 it takes a third of a second, and all others wait. */
const SAMPLE = 'default_statistics_target=20'
const START = [...PGlite.defaultStartParams, '-c', BUFFERS, '-c', SAMPLE]

const asText = (text: string) => text
const ARRAYS = { numeric: 1231, timestamp: 1115, timestamptz: 1185, interval: 1187, date: 1182 }
/** Sums and ids stay below 2^53; days and instants are read by drizzle. */
const PARSERS = {
  [types.INT8]: Number,
  [types.NUMERIC]: Number,
  ...Object.fromEntries(
    [types.DATE, types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, ...Object.values(ARRAYS)].map(
      (oid) => [oid, asText],
    ),
  ),
}

/** Makes the database's folder where it is not there. */
export async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  // Killed in the middle of its first boot a folder may never open again: make it aside, then rename.
  const aside = `${folder}.new`
  rmSync(aside, { recursive: true, force: true })
  // The process that makes one keeps some 400 MB of it.
  await promisify(execFile)(process.execPath, [MAKER, aside])
  renameSync(aside, folder)
}

export async function openFolder(dataDir: string): Promise<PGlite> {
  // The database's interpreter of expressions is one function of 105 kB: optimising it takes 600 MB and seconds at some
  // later moment, and makes sums over 300,000 rows 1.3 times as fast, short statements no faster.
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
  const database = await PGlite.create({ dataDir, startParams: START })
  // Afterwards: while it opens it makes some of its own for arrays.
  Object.assign(database.parsers, PARSERS)
  return database
}
