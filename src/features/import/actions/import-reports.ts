import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { and, asc, eq, notInArray } from 'drizzle-orm'
import { newCustomerId } from '#account-data/new-customer-id.ts'
import { ownedAccount } from '#account-data/owned-account.ts'
import { analyseAccount, analysisKey } from '#features/recommendations/contract/recommendations.ts'
import { watchAccount, watchKey } from '#features/watch/contract/alerts.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { importedReports } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'
import { AppError } from '#shared/app-error.ts'
import { dayInZone } from '#shared/dates.ts'
import type { ImportAnswers, ImportedReport, ImportReply } from '../contract.ts'
import type { ReadReport } from '../reading/read-reports.ts'
import { readBatches } from '../reading/spooled-batches.ts'
import { summaryOf } from '../rules/report-summary.ts'
import type { ReportReader } from './report-reader.ts'
import { replaceAccount, WRITTEN, writeAhead } from './write-account.ts'

/** `path`: where it lies until the request is answered. */
export type UploadedFile = { fileName: string; path: string }

type NewFile = UploadedFile & { id: string; answers: ImportAnswers }

type Target = Pick<
  typeof adAccounts.$inferSelect,
  'customerId' | 'googleCustomerId' | 'name' | 'currencyCode' | 'timeZone' | 'syncVersion'
> & { isNew: boolean }

/** Reports say no time zone; days in them are the account's own, and ours are Spanish advertisers. */
const TIME_ZONE = 'Europe/Madrid'

/**
 * Makes an account out of files, or adds them to one made before. All or nothing: throws in Spanish and stores
 * nothing when one cannot be used, and asks what none of them says. Throws 'conflict' when another import into the account came between.
 */
export async function importReports(
  ctx: CallerContext,
  read: ReportReader,
  input: {
    files: UploadedFile[]
    accountId?: string | undefined
    accountName?: string | undefined
    currencyCode?: string | undefined
    /** In the order of the files. */
    answers?: ImportAnswers[] | undefined
    /** For what lies on the disk for the length of the import. */
    folder: string
  },
): Promise<ImportReply> {
  const target = input.accountId ? await importedAccount(ctx, input.accountId) : newTarget(input)
  const files = input.files.map((file, i) => ({
    ...file,
    id: randomUUID(),
    answers: input.answers?.[i] ?? {},
  }))
  const batchesPath = join(input.folder, 'batches')
  const found = await readAll(ctx, read, target, {
    files,
    batchesPath,
    askedCurrency: input.currencyCode,
  })
  if ('question' in found)
    return { accountId: input.accountId ?? null, reports: [], question: found.question }
  const { reports, account, currencyCode } = found
  const now = ctx.clock.now().getTime()
  const added = reports
    .filter(({ id }) => found.addedIds.includes(id))
    .map((report, i) => {
      // A millisecond apart, so that files of one upload keep their order.
      const importedAt = new Date(now + i)
      return { report, summary: summaryOf(report, importedAt.toISOString()), importedAt }
    })
  const { customerId } = target
  const rows = () => readBatches(batchesPath)
  // No reader sees the rows of an account that is not there yet: no long transaction holds up the embedded database.
  if (target.isNew) {
    await writeAhead(ctx, customerId, rows())
    await ctx.storage.maintain(WRITTEN, customerId)
  }
  await inTransaction(ctx, async (ctx) => {
    await claimAccount(ctx, target, {
      currencyCode,
      granularity: account.granularity,
      fileFacts: account.fileFacts,
      dataFrom: account.dataFrom,
      dataTo: account.dataTo,
    })
    await storeReports(ctx, target.customerId, reports, added)
    if (!target.isNew) await replaceAccount(ctx, customerId, rows())
    await enqueue(ctx, analyseAccount, { customerId }, { uniqueKey: analysisKey(customerId) })
    await enqueue(ctx, watchAccount, { customerId }, { uniqueKey: watchKey(customerId) })
  })
  if (!target.isNew) await tidyUp(ctx, customerId)
  return {
    accountId: target.googleCustomerId,
    reports: added.map(({ summary }) => summary),
    question: null,
  }
}

/** What was replaced lies there still. The import is made: that its rows could not be counted is no failure of it. */
async function tidyUp(ctx: Context, customerId: number): Promise<void> {
  try {
    await ctx.storage.maintain(WRITTEN, customerId)
  } catch (error) {
    ctx.log.warn({ err: error }, 'the tables of an import could not be tidied up')
  }
}

async function importedAccount(ctx: CallerContext, accountId: string): Promise<Target> {
  const account = await ownedAccount(ctx, accountId)
  if (account.source !== 'imported')
    throw new AppError('invalid', 'Esa cuenta está conectada con Google Ads: no admite informes.')
  return { ...account, isNew: false }
}

function newTarget(input: { files: UploadedFile[]; accountName?: string | undefined }): Target {
  const fromFile = input.files[0]?.fileName.replace(/\.[a-z]{2,4}$/i, '').slice(0, 100)
  return {
    isNew: true,
    customerId: newCustomerId(),
    // Thirteen digits: Google's own ids have ten.
    googleCustomerId: `9${String(randomInt(10 ** 12)).padStart(12, '0')}`,
    name: input.accountName || fromFile || 'Informe importado',
    currencyCode: '',
    timeZone: TIME_ZONE,
    syncVersion: 0,
  }
}

async function readAll(
  ctx: CallerContext,
  read: ReportReader,
  target: Target,
  asked: { files: NewFile[]; batchesPath: string; askedCurrency: string | undefined },
) {
  const reply = await read(ctx.caller.userId, {
    ...asked,
    customerId: target.customerId,
    today: dayInZone(ctx.clock.now(), target.timeZone),
    earlier: target.isNew ? [] : await packedReports(ctx, target.customerId),
    accountCurrency: target.currencyCode,
  })
  if (reply.ok || 'question' in reply) return reply
  const text = reply.fileName ? `«${reply.fileName}»: ${reply.message}` : reply.message
  throw new AppError(reply.tooLarge ? 'too_large' : 'unprocessable', text)
}

async function packedReports(ctx: Context, customerId: number): Promise<string[]> {
  const rows = await ctx.db
    .select({ packedRows: importedReports.packedRows })
    .from(importedReports)
    .where(eq(importedReports.customerId, customerId))
    .orderBy(asc(importedReports.importedAt))
  return rows.map((row) => row.packedRows)
}

/** The account was put together outside of the transaction: refuses when it has changed since. */
async function claimAccount(
  ctx: CallerContext,
  target: Target,
  found: Pick<
    typeof adAccounts.$inferInsert,
    'currencyCode' | 'granularity' | 'fileFacts' | 'dataFrom' | 'dataTo'
  >,
): Promise<void> {
  const now = ctx.clock.now()
  const { isNew, syncVersion, ...named } = target
  const state = { ...found, connected: true, disconnectedAt: null, lastSyncedAt: now }
  if (isNew) {
    await ctx.db.insert(adAccounts).values({
      ...named,
      ...state,
      userId: ctx.caller.userId,
      isManager: false,
      source: 'imported',
      syncVersion: 1,
      createdAt: now,
    })
    return
  }
  const claimed = await ctx.db
    .update(adAccounts)
    .set({ ...state, syncVersion: syncVersion + 1 })
    .where(
      and(eq(adAccounts.customerId, target.customerId), eq(adAccounts.syncVersion, syncVersion)),
    )
    .returning({ customerId: adAccounts.customerId })
  if (claimed.length === 0)
    throw new AppError('conflict', 'La cuenta acaba de recibir otro archivo. Vuelve a subir este.')
}

async function storeReports(
  ctx: Context,
  customerId: number,
  all: readonly ReadReport[],
  added: readonly { report: ReadReport; summary: ImportedReport; importedAt: Date }[],
): Promise<void> {
  const kept = all.map(({ id }) => id)
  await ctx.db
    .delete(importedReports)
    .where(and(eq(importedReports.customerId, customerId), notInArray(importedReports.id, kept)))
  for (const { report, summary, importedAt } of added)
    await ctx.db.insert(importedReports).values({
      customerId,
      id: report.id,
      kind: report.parsed.kind,
      summary,
      packedRows: report.packed,
      importedAt,
    })
}
