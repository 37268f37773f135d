import { and, eq } from 'drizzle-orm'
import { rowsOfOwner } from '#account-data/copy-rows.ts'
import { type CopiedTable, copiedTables } from '#account-data/user-tables.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { dataExportChunks, dataExports } from '#platform/db/schema/data-rights.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { RetryLater, type RunningJob } from '#platform/jobs.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { type ZipEntry, zipOf } from '#platform/zip-stream.ts'
import { COPY_ANCHOR, COPY_SCREEN_PATH } from '../contract.ts'
import { copyFailedLetter, copyReadyLetter } from '../emails.ts'
import { COPY_LIFE_DAYS, csvLine, DAY_MS } from '../rules.ts'

const CHUNK_BYTES = 1_000_000
/** An entry of a zip file holds 4 GB, and a row some hundred bytes. */
const ROWS_PER_FILE = 2_000_000

type Ask = { userId: string; exportId: string; origin: string }
type Asked = { name: string; email: string }

/** Makes the copy, a piece at a time, and mails its link. Begun again it begins anew; of a user who is gone it makes nothing. */
export async function makeCopy(
  ctx: Context,
  ask: Ask,
  { isLast }: Pick<RunningJob, 'isLast'>,
): Promise<void> {
  const asked = await findWaiting(ctx, ask)
  if (!asked) return
  try {
    await storeCopy(ctx, ask, asked)
  } catch (error) {
    if (ctx.stopping.aborted) throw new RetryLater('the process ended in the middle', 0, error)
    if (isLast) await failCopy(ctx, ask)
    throw error
  }
}

/** Another may be asked for at once, and what was stored of this one is of no use. */
export async function failCopy(ctx: Context, ask: Ask): Promise<void> {
  const asked = await findWaiting(ctx, ask)
  if (!asked) return
  const { exportId, origin } = ask
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.delete(dataExportChunks).where(eq(dataExportChunks.exportId, exportId))
    await ctx.db.update(dataExports).set({ status: 'failed' }).where(eq(dataExports.id, exportId))
    const letter = copyFailedLetter(asked.name, `${origin}${COPY_SCREEN_PATH}`)
    await enqueueMail(ctx, asked.email, letter)
  })
}

async function findWaiting(ctx: Context, { userId, exportId }: Ask): Promise<Asked | null> {
  const [asked] = await ctx.db
    .select({ status: dataExports.status, name: users.name, email: users.email })
    .from(dataExports)
    .innerJoin(users, eq(users.id, dataExports.userId))
    .where(and(eq(dataExports.id, exportId), eq(dataExports.userId, userId)))
  return asked?.status === 'waiting' ? asked : null
}

async function storeCopy(
  ctx: Context,
  { userId, exportId, origin }: Ask,
  asked: Asked,
): Promise<void> {
  await ctx.db.delete(dataExportChunks).where(eq(dataExportChunks.exportId, exportId))
  const size = await storePieces(ctx, exportId, zipOf(entriesOf(ctx, userId)))
  const token = newToken()
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .update(dataExports)
      .set({
        status: 'ready',
        size,
        tokenHash: hashToken(token),
        expiresAt: new Date(ctx.clock.now().getTime() + COPY_LIFE_DAYS * DAY_MS),
      })
      .where(eq(dataExports.id, exportId))
    // Behind the '#', where no log of an address sees it.
    const url = `${origin}${COPY_SCREEN_PATH}#${COPY_ANCHOR}${token}`
    await enqueueMail(ctx, asked.email, copyReadyLetter(asked.name, url))
  })
}

async function storePieces(
  ctx: Context,
  exportId: string,
  pieces: AsyncIterable<Buffer>,
): Promise<number> {
  let [place, size, kept] = [0, 0, [] as Buffer[]]
  const store = async () => {
    const content = Buffer.concat(kept)
    await ctx.db.insert(dataExportChunks).values({ exportId, place, content })
    place += 1
    size += content.length
    kept = []
  }
  for await (const piece of pieces) {
    ctx.stopping.throwIfAborted()
    kept.push(piece)
    if (kept.reduce((sum, one) => sum + one.length, 0) >= CHUNK_BYTES) await store()
  }
  await store()
  return size
}

/** Every table twice: as JSON, which keeps what it is, and as CSV, which a spreadsheet reads. */
async function* entriesOf(ctx: Context, userId: string): AsyncGenerator<ZipEntry> {
  const accounts = await ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(eq(adAccounts.userId, userId))
  const customerIds = accounts.map(({ customerId }) => customerId)
  yield { name: 'LEEME.txt', text: once(README) }
  for (const table of copiedTables) {
    const owners = table.ownerColumn === 'customer_id' ? customerIds : [userId]
    const rows = () => rowsOf(ctx, table, owners)
    yield* inFiles(`csv/${table.file}`, 'csv', rows, csvOf(table))
    yield* inFiles(`json/${table.file}`, 'json', rows, jsonOf)
  }
}

/** Parts of a table that fit a file each; a table without rows has none. */
async function* inFiles(
  name: string,
  ending: string,
  rows: () => AsyncGenerator<string[]>,
  write: (batches: AsyncIterable<string[]>) => AsyncIterable<string>,
): AsyncGenerator<ZipEntry> {
  const reading = rows()
  let next = await reading.next()
  for (let part = 1; !next.done; part++) {
    async function* ofThisFile() {
      for (let count = 0; !next.done && count < ROWS_PER_FILE; next = await reading.next()) {
        count += next.value.length
        yield next.value
      }
    }
    const suffix = part === 1 ? '' : `-${part}`
    yield { name: `${name}${suffix}.${ending}`, text: write(ofThisFile()) }
  }
}

async function* rowsOf(ctx: Context, table: CopiedTable, owners: readonly (string | number)[]) {
  for (const owner of owners) yield* rowsOfOwner(ctx, table, owner)
}

function csvOf({ columns }: CopiedTable) {
  return async function* (batches: AsyncIterable<string[]>): AsyncGenerator<string> {
    yield csvLine(columns)
    for await (const batch of batches)
      yield batch
        .map((row) => JSON.parse(row) as Record<string, unknown>)
        .map((row) => csvLine(columns.map((column) => row[column])))
        .join('')
  }
}

async function* jsonOf(batches: AsyncIterable<string[]>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const batch of batches) {
    yield before + batch.join(',\n')
    before = ',\n'
  }
  yield '\n]\n'
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

const README = `Copia de tus datos en Pujante

csv/   una tabla por archivo, para abrir con una hoja de cálculo
json/  lo mismo, con los tipos de cada dato

Los importes acabados en «micros» son millonésimas de la moneda de la cuenta.
En el CSV, un texto que empieza por = + - @ lleva delante un apóstrofo, para
que la hoja de cálculo no lo tome por una fórmula.
No están las contraseñas, los códigos ni las claves, que solo guardamos
cifrados o como huella; ni los PDF de los informes, que se pueden volver a hacer.
Tus facturas se descargan en Configuración › Métodos de pago. Lo que
has escrito o aplicado en cuentas de otros equipos está en la copia de sus dueños.
`
