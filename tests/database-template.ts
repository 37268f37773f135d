import { createHash } from 'node:crypto'
import {
  constants,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { openStorage } from '../src/platform/db/client.ts'

const ROOT = join(import.meta.dirname, '..')
const TEMPLATES = join(ROOT, 'node_modules/.cache/pujante-databases')

/** Makes `dataDir` a data folder with an empty database. A copy costs a fraction of what a first boot does. */
export async function copyEmptyDatabase(dataDir: string): Promise<void> {
  const template = join(TEMPLATES, schemaFingerprint())
  if (!existsSync(template)) await makeTemplate(template)
  cpSync(join(template, 'postgres'), join(dataDir, 'postgres'), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  })
}

/** Whatever the content of a new database depends on. */
function schemaFingerprint(): string {
  const hash = createHash('sha256')
  const migrations = globSync('src/platform/db/migrations/**/*.{sql,json}', { cwd: ROOT })
  for (const file of ['node_modules/@electric-sql/pglite/package.json', ...migrations.sort()])
    hash.update(file).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex').slice(0, 16)
}

/** Test files run side by side: each makes its own aside, and the first to be ready is kept. */
async function makeTemplate(template: string): Promise<void> {
  mkdirSync(TEMPLATES, { recursive: true })
  for (const outdated of readdirSync(TEMPLATES))
    if (!outdated.startsWith(basename(template)))
      rmSync(join(TEMPLATES, outdated), { recursive: true, force: true })
  const aside = `${template}.${process.pid}`
  const storage = await openStorage({ databaseUrl: undefined, dataDir: aside })
  await storage.close()
  if (existsSync(template)) rmSync(aside, { recursive: true, force: true })
  else renameSync(aside, template)
}
