import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { accountInventory, campaigns } from '#platform/db/schema/entities.ts'
import type { Day } from '#shared/dates.ts'
import type { NamedCampaign } from '../rules/alert-text.ts'
import type { OddFigure } from '../rules/odd-figure.ts'

type CampaignNames = ReadonlyMap<string, NamedCampaign>

/** Of the campaigns that moved these figures: their names, and why they may spend nothing any more. */
export async function campaignNames(
  ctx: Context,
  figures: readonly OddFigure[],
): Promise<CampaignNames> {
  const causes = figures.flatMap(({ alert }) => alert.causes)
  const ids = new Set(causes.flatMap(({ campaignId }) => (campaignId ? [Number(campaignId)] : [])))
  if (ids.size === 0) return new Map()
  const rows = await ctx.db
    .select({
      customerId: campaigns.customerId,
      campaignId: campaigns.campaignId,
      name: campaigns.name,
      status: campaigns.status,
      hasEnded: sql<boolean>`${campaigns.primaryStatus} is not distinct from 'ENDED'`,
    })
    .from(campaigns)
    .where(and(isOneOf(campaigns.customerId, figures), inArray(campaigns.campaignId, [...ids])))
  const ended = rows.filter(({ hasEnded }) => hasEnded)
  const lastDays = ended.length > 0 ? await readLastDays(ctx, ended) : new Map<string, Day>()
  return new Map(
    rows.map(({ customerId, campaignId, name, status, hasEnded }) => {
      const key = `${customerId} ${campaignId}`
      const endedOn = hasEnded ? (lastDays.get(key) ?? 'unknown') : null
      return [key, { name, isPaused: status === 'PAUSED', endedOn }]
    }),
  )
}

export const namesOf = (names: CampaignNames, customerId: number) => (campaignId: string | null) =>
  names.get(`${customerId} ${campaignId}`) ?? null

type OfAccount = { customerId: number }

/** Of each campaign of these accounts the last day that it is shown. */
async function readLastDays(
  ctx: Context,
  accounts: readonly OfAccount[],
): Promise<Map<string, Day>> {
  const settings = await ctx.db
    .select({ customerId: accountInventory.customerId, rows: accountInventory.rows })
    .from(accountInventory)
    .where(
      and(
        isOneOf(accountInventory.customerId, accounts),
        eq(accountInventory.part, 'campaignSettings'),
      ),
    )
  return new Map(
    settings.flatMap(({ customerId, rows }) =>
      // Only the sync writes these rows; null where Google refused them.
      ((rows ?? []) as { campaignId: string; endsOn?: Day }[]).flatMap(({ campaignId, endsOn }) =>
        endsOn ? [[`${customerId} ${campaignId}`, endsOn] as const] : [],
      ),
    ),
  )
}

const isOneOf = (
  column: typeof campaigns.customerId | typeof accountInventory.customerId,
  accounts: readonly OfAccount[],
) => inArray(column, [...new Set(accounts.map(({ customerId }) => customerId))])
