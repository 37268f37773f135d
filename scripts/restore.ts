// `npm run restore -- <file>`: fills the configured, empty database. `npm run restore -- --from <DATA_DIR>` copies the
// embedded database of that folder into it: the way from PGlite to PostgreSQL.
import { readConfig } from '../src/platform/config.ts'
import { openStorage } from '../src/platform/db/client.ts'
import { openVault } from '../src/platform/secrets.ts'
import { CopyFault, readFile, restoreRows, withRows } from '../src/server/backup/copy.ts'
import type { TableSum } from '../src/server/backup/rows.ts'
import { explainFailure } from './explain-failure.ts'

try {
  const sums = await restore(process.argv.slice(2))
  const rows = sums.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Restauradas ${rows} filas de ${sums.length} tablas, comprobadas una a una.`)
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}

async function restore([first, second]: readonly string[]): Promise<TableSum[]> {
  const config = readConfig()
  const path = first === '--from' ? undefined : first
  const folder = first === '--from' ? second : undefined
  if (!path && !folder)
    throw new CopyFault('Di qué copia restaurar: npm run restore -- copias/pujante-….jsonl.gz')
  const target = await openStorage(config)
  try {
    const { keyIds } = openVault(config)
    if (path) return await restoreRows(target.db, readFile(path), keyIds)
    const source = await openStorage({ databaseUrl: undefined, dataDir: folder ?? '' })
    try {
      const sealedWith = openVault({ ...config, dataDir: folder ?? '' }).keyIds
      return await withRows(source.db, sealedWith, (parts) => restoreRows(target.db, parts, keyIds))
    } finally {
      await source.close()
    }
  } finally {
    await target.close()
  }
}
