// `npm run restore -- <file>`: fills the configured, empty database. `npm run restore -- --from <DATA_DIR>` copies the
// embedded database of that folder into it: the way from PGlite to PostgreSQL. Who was erased since the copy was made is
// erased again, by ERASURE_LOG or `--erased <file>`.
import { parseArgs } from 'node:util'
import { type ErasureLine, readErasureLog } from '../src/account-data/erasure-log.ts'
import { replayErasures } from '../src/account-data/replay-erasures.ts'
import { readConfig } from '../src/platform/config.ts'
import { openStorage } from '../src/platform/db/client.ts'
import type { Db } from '../src/platform/db/handles.ts'
import { openVault } from '../src/platform/secrets.ts'
import { CopyFault, readFile, restoreRows, withRows } from '../src/server/backup/copy.ts'
import type { TableSum } from '../src/server/backup/rows.ts'
import { openContext } from '../src/server/open-context.ts'
import { explainFailure } from './explain-failure.ts'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' }, erased: { type: 'string' } },
  })
  const config = readConfig()
  const log = values.erased ?? config.erasureLog
  const lines = readErasureLog(log)
  if (!lines && values.erased) throw new CopyFault(`No existe el fichero ${log}.`)
  const { sums, erased } = await restore(positionals[0], values.from, lines ?? [])
  const rows = sums.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Restauradas ${rows} filas de ${sums.length} tablas, comprobadas una a una.`)
  console.log(
    lines
      ? `Eliminadas otra vez ${erased} cuentas de las ${lines.length} eliminaciones de ${log}.`
      : `No existe ${log}: si se ha eliminado a alguien después de esta copia, vuelve a eliminarlo, o restaura con --erased <fichero>.`,
  )
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}

async function restore(
  path: string | undefined,
  folder: string | undefined,
  lines: readonly ErasureLine[],
): Promise<{ sums: TableSum[]; erased: number }> {
  const config = readConfig()
  if (!path && !folder)
    throw new CopyFault('Di qué copia restaurar: npm run restore -- copias/pujante-….jsonl.gz')
  const { ctx, close } = await openContext(config)
  let erased = 0
  // In the transaction of the rows: no moment in which the erased are back.
  const finish = async (db: Db) => {
    erased = await replayErasures({ ...ctx, db }, lines)
  }
  try {
    const { keyIds } = ctx.vault
    const sums = path
      ? await restoreRows(ctx.db, readFile(path), keyIds, finish)
      : await copyFrom(folder ?? '', (parts) => restoreRows(ctx.db, parts, keyIds, finish))
    return { sums, erased }
  } finally {
    await close()
  }
}

async function copyFrom<T>(dataDir: string, use: Parameters<typeof withRows<T>>[2]): Promise<T> {
  const source = await openStorage({ databaseUrl: undefined, dataDir })
  try {
    const sealedWith = openVault({ ...readConfig(), dataDir }).keyIds
    return await withRows(source.db, sealedWith, use)
  } finally {
    await source.close()
  }
}
