// `npm run db:migrate`: brings the configured database up to date, for those who do it before starting the server.
import { readConfig } from '../src/platform/config.ts'
import { openStorage } from '../src/platform/db/client.ts'
import { explainFailure } from './explain-failure.ts'

try {
  const storage = await openStorage(readConfig())
  await storage.close()
  console.log(`Esquema al día (${storage.engine}).`)
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}
