import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { syncNow } from '../src/features/sync/actions/sync-account.ts'
import { adAccounts, googleConnections } from '../src/platform/db/schema/access.ts'
import { connectGoogle } from './connect-google.ts'
import { copyEmptyDatabase } from './empty-database.ts'
import { type Person, startTestApp, type TestApp } from './harness.ts'
import { keptFolder } from './kept-folder.ts'

/** The demonstration's shop, and the Google identity that opens it. */
export const SHOP = '4815162342'
export const IDENTITY = 'marta.demo@gmail.test'

/** What decides how a read account looks in the tables. */
const INPUTS = [
  'package-lock.json',
  'data/**/*',
  'simulators/**/!(*.test.ts)',
  'src/{account-data,changes,engine,platform,server,shared}/**/!(*.test.ts)',
  'src/features/*/!(ui)/**/!(*.test.ts)',
  'src/features/*/!(*.test.ts)',
  'tests/{database,harness,read-shop}.ts',
]

/** The whole product, in which `owner` has the shop, whose newest month has just been read: once for all who look at it. */
export function readShop(): TestApp & { owner: Person } {
  const opened = {} as Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => void Object.assign(opened, await openShop()))
  afterAll(() => opened.close?.())
  return opened
}

async function openShop() {
  if (process.env.TEST_DATABASE_URL) return await readInto({})
  const dataDir = mkdtempSync(join(tmpdir(), 'pujante-shop-'))
  const kept = await keptFolder('pujante-read-shop', { files: INPUTS }, async (folder) => {
    await copyEmptyDatabase(folder)
    const { close } = await readInto({ DATA_DIR: folder })
    await close()
  })
  cpSync(kept, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const t = await startTestApp({ environment: { DATA_DIR: dataDir } })
  const owner = await t.signIn()
  const { userId } = owner
  const refreshTokenSealed = t.ctx.vault.seal(t.simulators.grantGoogle(IDENTITY))
  await t.ctx.db.update(googleConnections).set({ userId, refreshTokenSealed })
  await t.ctx.db.update(adAccounts).set({ userId })
  const close = async () => {
    await t.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...t, owner, close }
}

async function readInto(environment: Record<string, string>) {
  const t = await startTestApp({ environment })
  const owner = await t.signIn()
  const connectionId = (await connectGoogle(owner, IDENTITY)).split('/').at(-1)
  const chosen = { accountIds: [SHOP] }
  await owner.send('POST', `/api/google-ads/connections/${connectionId}/accounts`, chosen)
  await syncNow(t.ctx, SHOP)
  return { ...t, owner }
}
