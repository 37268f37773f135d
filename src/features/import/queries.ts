import { desc, eq } from 'drizzle-orm'
import { ownedAccount } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { importedReports } from '#platform/db/schema/recommendations.ts'
import type { ImportedReport } from './contract.ts'

/** Newest first. */
export async function listImportedReports(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<ImportedReport[]> {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  const rows = await ctx.db
    .select({ summary: importedReports.summary })
    .from(importedReports)
    .where(eq(importedReports.customerId, customerId))
    .orderBy(desc(importedReports.importedAt))
  // Written by summaryOf in this shape; `serve` checks it once more.
  return rows.map(({ summary }) => summary as ImportedReport)
}
