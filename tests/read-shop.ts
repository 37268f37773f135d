import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { syncJobs } from '../src/features/sync/jobs.ts'
import type { Context } from '../src/platform/context.ts'
import { adAccounts, googleConnections } from '../src/platform/db/schema/access.ts'
import { runDueJobs } from '../src/platform/jobs.ts'
import { connectGoogle } from './connect-google.ts'
import { copyEmptyDatabase } from './empty-database.ts'
import { type Person, startTestApp, type TestApp, type TestOptions } from './harness.ts'
import { keptFolder } from './kept-folder.ts'

/** The demonstration's shop, and the Google identity that opens it. */
export const SHOP = '4815162342'
export const IDENTITY = 'marta.demo@gmail.test'

/** What decides how a read account looks in the tables, and what is recommended for it. */
const INPUTS = [
  'package-lock.json',
  'data/**/*',
  'simulators/**/!(*.test.ts)',
  'src/{account-data,changes,engine,platform,server,shared}/**/!(*.test.ts)',
  'src/features/*/!(ui)/**/!(*.test.ts)',
  'src/features/*/!(*.test.ts)',
  'tests/{database,harness,read-shop}.ts',
]

/** What an analysis looks at, and a few days more. */
export const HISTORY = { GOOGLE_ADS_HISTORY_DAYS: '95' }

/** The whole product, in which `owner` has the shop, read and judged at TEST_NOW: once for all who look at it. */
export function readShop(
  simulators: TestOptions['simulators'] = {},
  more: Pick<TestOptions, 'looksAtPages'> = {},
): TestApp & { owner: Person } {
  const opened = {} as Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => void Object.assign(opened, await openShop({ simulators, ...more })))
  afterAll(() => opened.close?.())
  return opened
}

/** Makes `dataDir` the data folder of such a product. Whose the shop is says `giveShop`. */
export async function copyReadShop(dataDir: string): Promise<void> {
  const kept = await keptFolder('pujante-read-shop', { files: INPUTS }, async (folder) => {
    await copyEmptyDatabase(folder)
    const { close } = await readInto({ DATA_DIR: folder }, {})
    await close()
  })
  cpSync(kept, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/** To a person, read by a grant of the simulator at hand. */
export async function giveShop(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  userId: string,
  refreshToken: string,
): Promise<void> {
  const refreshTokenSealed = vault.seal(refreshToken)
  await db.update(googleConnections).set({ userId, refreshTokenSealed })
  await db.update(adAccounts).set({ userId })
}

async function openShop(options: TestOptions) {
  if (process.env.TEST_DATABASE_URL) return await readInto({}, options)
  const dataDir = mkdtempSync(join(tmpdir(), 'pujante-shop-'))
  await copyReadShop(dataDir)
  const t = await startTestApp({ environment: { ...HISTORY, DATA_DIR: dataDir }, ...options })
  const owner = await t.signIn()
  await giveShop(t.ctx, owner.userId, t.simulators.grantGoogle(IDENTITY))
  const close = async () => {
    await t.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...t, owner, close }
}

async function readInto(environment: Record<string, string>, options: TestOptions) {
  const t = await startTestApp({ environment: { ...HISTORY, ...environment }, ...options })
  const owner = await t.signIn()
  const connectionId = (await connectGoogle(owner, IDENTITY)).split('/').at(-1)
  const chosen = { accountIds: [SHOP] }
  await owner.send('POST', `/api/google-ads/connections/${connectionId}/accounts`, chosen)
  // First all that is to be read, so that it is judged once.
  await runDueJobs(t.ctx, syncJobs)
  await t.runJobs()
  return { ...t, owner }
}
