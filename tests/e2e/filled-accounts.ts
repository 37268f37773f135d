import { execFile } from 'node:child_process'
import { constants, cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { keptFolder } from '../kept-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Three months fill in seconds and hold all that a story looks at. */
export const HISTORY_DAYS = '120'
const SEED = ['--import', './scripts/quick-imports.mjs', 'scripts/seed.ts']

/** All that decides what the demonstration's people, their accounts and recommendations look like. */
const INPUTS = [
  'package-lock.json',
  'data/**/*',
  'scripts/{seed,simulated-environment}.ts',
  'simulators/**/!(*.test.ts)',
  'src/{engine,platform,server,shared}/**/!(*.test.ts)',
  'src/features/*/!(*.test.ts)',
  'src/features/*/!(ui)/**/!(*.test.ts)',
]

/** Makes `dataDir` the data folder of a product whose demonstration accounts are read and judged. */
export async function copyFilledAccounts(dataDir: string): Promise<void> {
  cpSync(await filledAccounts(), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/** Takes a minute where nothing is kept of an earlier run. */
async function filledAccounts(): Promise<string> {
  const inputs = { files: INPUTS, besides: `${HISTORY_DAYS} days at ${presentHours()}` }
  return await keptFolder('pujante-filled-accounts', inputs, (folder) =>
    promisify(execFile)(process.execPath, SEED, {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        GOOGLE_ADS_HISTORY_DAYS: HISTORY_DAYS,
      },
    }),
  )
}

/** The accounts' day, in steps of three hours: what was read six hours ago a start would read again. */
function presentHours(): string {
  const [day, time = ''] = new Date().toLocaleString('sv', { timeZone: 'Europe/Madrid' }).split(' ')
  return `${day}, step ${Math.floor(Number.parseInt(time, 10) / 3)}`
}

if (import.meta.main) await filledAccounts()
