// `npm run db:migrate`: brings the configured database up to date, for those who do it before starting the server.
import { ConfigFault, readConfig } from '../src/platform/config.ts'
import { openStorage } from '../src/platform/db/client.ts'
import { DataInUse } from '../src/platform/db/data-lock.ts'

try {
  const storage = await openStorage(readConfig())
  await storage.close()
  console.log(`Esquema al día (${storage.engine}).`)
} catch (error) {
  if (!(error instanceof ConfigFault || error instanceof DataInUse)) throw error
  console.error(error.message)
  process.exitCode = 1
}
