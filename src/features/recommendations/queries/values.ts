import { and, asc, eq, ne } from 'drizzle-orm'
import { readConversionValues, type ValueScope } from '#account-data/goals.ts'
import { ownedAccount } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { campaigns, conversionActions } from '#platform/db/schema/entities.ts'
import { MICROS } from '#shared/metrics.ts'
import type { SaidValue } from '../rules/goals-on-wire.ts'

/** Of everything that can have one: what is there and not removed, and the actions that are bid for. */
export async function getValues(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<{ currencyCode: string; values: SaidValue[] }> {
  const { customerId, currencyCode } = await ownedAccount(ctx, googleCustomerId)
  const known = new Map(
    (await readConversionValues(ctx, customerId)).map((row) => [
      keyOf(row.scope, row.entityId),
      row,
    ]),
  )
  return {
    currencyCode,
    values: (await readValuable(ctx, customerId)).map(({ scope, id, name }) => {
      const said = known.get(keyOf(scope, id))
      return {
        scope,
        id: String(id),
        name,
        value: inUnits(said?.valueMicros ?? null),
        ...(said && { previous: inUnits(said.previousMicros) }),
      }
    }),
  }
}

/** What a value can be said of. */
export async function readValuable(
  ctx: CallerContext,
  customerId: number,
): Promise<{ scope: ValueScope; id: number; name: string }[]> {
  const actions = await ctx.db
    .select({ id: conversionActions.conversionActionId, name: conversionActions.name })
    .from(conversionActions)
    .where(
      and(
        eq(conversionActions.customerId, customerId),
        eq(conversionActions.status, 'ENABLED'),
        eq(conversionActions.primaryForGoal, true),
      ),
    )
    .orderBy(asc(conversionActions.name), asc(conversionActions.conversionActionId))
  const own = await ctx.db
    .select({ id: campaigns.campaignId, name: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.customerId, customerId), ne(campaigns.status, 'REMOVED')))
    .orderBy(asc(campaigns.name), asc(campaigns.campaignId))
  return [
    ...actions.map((one) => ({ scope: 'action' as const, ...one })),
    ...own.map((one) => ({ scope: 'campaign' as const, ...one })),
  ]
}

const keyOf = (scope: ValueScope, id: number) => `${scope} ${id}`
const inUnits = (micros: number | null) => (micros === null ? null : micros / MICROS)
