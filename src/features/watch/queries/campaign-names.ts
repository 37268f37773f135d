import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { accountInventory, campaigns } from '#platform/db/schema/entities.ts'
import type { Day } from '#shared/dates.ts'
import type { NamedCampaign } from '../rules/alert-text.ts'

type CampaignNames = ReadonlyMap<string, NamedCampaign>

/** Of the campaigns of these accounts: their names, and why they may spend nothing any more. */
export async function campaignNames(
  ctx: Context,
  customerIds: readonly number[],
): Promise<CampaignNames> {
  const names = new Map<string, NamedCampaign>()
  for (const customerId of customerIds) {
    const rows = await ctx.db
      .select({
        campaignId: campaigns.campaignId,
        name: campaigns.name,
        status: campaigns.status,
        hasEnded: sql<boolean>`${campaigns.primaryStatus} is not distinct from 'ENDED'`,
      })
      .from(campaigns)
      .where(eq(campaigns.customerId, customerId))
    const lastDays = rows.some(({ hasEnded }) => hasEnded)
      ? await readLastDays(ctx, customerId)
      : new Map<string, Day>()
    for (const { campaignId, name, status, hasEnded } of rows)
      names.set(`${customerId} ${campaignId}`, {
        name,
        isPaused: status === 'PAUSED',
        endedOn: hasEnded ? (lastDays.get(String(campaignId)) ?? 'unknown') : null,
      })
  }
  return names
}

export const namesOf = (names: CampaignNames, customerId: number) => (campaignId: string | null) =>
  names.get(`${customerId} ${campaignId}`) ?? null

/** Of each campaign the last day that it is shown. */
async function readLastDays(ctx: Context, customerId: number): Promise<Map<string, Day>> {
  const [settings] = await ctx.db
    .select({ rows: accountInventory.rows })
    .from(accountInventory)
    .where(
      and(
        eq(accountInventory.customerId, customerId),
        eq(accountInventory.part, 'campaignSettings'),
      ),
    )
  // Only the sync writes these rows; null where Google refused them.
  const rows = (settings?.rows ?? []) as { campaignId: string; endsOn?: Day }[]
  return new Map(rows.flatMap(({ campaignId, endsOn }) => (endsOn ? [[campaignId, endsOn]] : [])))
}
