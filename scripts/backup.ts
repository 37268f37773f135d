// `npm run backup [-- file]`: every row of the configured database, in one file that either engine reads back. `--nightly
// <folder>`: named by the day, after those that have had their time there are deleted.
import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/platform/config.ts'
import { openStorage } from '../src/platform/db/client.ts'
import { openVault } from '../src/platform/secrets.ts'
import { noteCopy, withRows, writeFile } from '../src/server/backup/copy.ts'
import { nextCopy } from '../src/server/backup/nightly.ts'
import { explainFailure } from './explain-failure.ts'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { nightly: { type: 'string' } },
  })
  const day = new Date().toISOString().replace(/[:.]/g, '-')
  // Before anything that may fail night after night.
  const nightly = values.nightly && nextCopy(values.nightly, new Date())
  const path = resolve(nightly || (positionals[0] ?? `copias/pujante-${day}.jsonl.gz`))
  const config = readConfig()
  mkdirSync(dirname(path), { recursive: true })
  const storage = await openStorage(config, { migrates: false })
  const { keyIds } = openVault(config)
  const asOf = new Date()
  await withRows(storage.db, keyIds, (parts) => writeFile(path, parts))
  if (nightly) await noteCopy(storage.db, asOf)
  await storage.close()
  const megabytes = (statSync(path).size / 1e6).toFixed(1).replace('.', ',')
  console.log(`Copia hecha en ${path} (${megabytes} MB).`)
  console.log(
    'Guarda ENCRYPTION_KEY aparte: la copia no la contiene, y sin ella no sirve del todo.',
  )
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}
