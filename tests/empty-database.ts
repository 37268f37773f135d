import { constants, cpSync } from 'node:fs'
import { openStorage } from '../src/platform/db/client.ts'
import { keptFolder } from './kept-folder.ts'

const INPUTS = [
  'node_modules/@electric-sql/pglite/package.json',
  'src/platform/db/client.ts',
  'src/platform/db/pglite-folder.ts',
  'src/platform/db/wall.ts',
  'src/platform/db/migrations/**/*',
]

/** Makes `dataDir` a data folder with an empty database. A copy costs a sixth of a first boot. */
export async function copyEmptyDatabase(dataDir: string): Promise<void> {
  const empty = await keptFolder('pujante-empty-database', { files: INPUTS }, async (folder) => {
    const storage = await openStorage({ databaseUrl: undefined, dataDir: folder })
    await storage.close()
  })
  cpSync(empty, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
}
