import { and, eq, sql } from 'drizzle-orm'
import type { ValueScope } from '#account-data/goals.ts'
import { ownedAccount } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { conversionValues } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'
import { AppError } from '#shared/app-error.ts'
import { MICROS } from '#shared/metrics.ts'
import { analyseAccount, analysisKey } from '../contract/recommendations.ts'
import { getValues, readValuable } from '../queries/values.ts'
import type { SaidValue } from '../rules/goals-on-wire.ts'

/** Keeps what the owner says a conversion is worth; what is said again as it was keeps the value before it. */
export async function setValues(
  ctx: CallerContext,
  googleCustomerId: string,
  said: readonly Pick<SaidValue, 'scope' | 'id' | 'value'>[],
) {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  const valuable = new Set(
    (await readValuable(ctx, customerId)).map(({ scope, id }) => `${scope} ${id}`),
  )
  const changes = said.map(({ scope, id, value }) => ({
    scope,
    entityId: Number(id),
    valueMicros: value === null ? null : Math.round(value * MICROS),
  }))
  if (changes.some(({ scope, entityId }) => !valuable.has(`${scope} ${entityId}`)))
    throw new AppError('not_found', 'Esa campaña o conversión ya no está en la cuenta.')
  await inTransaction(ctx, async (ctx) => {
    for (const change of changes) await storeValue(ctx, customerId, change)
    await enqueue(ctx, analyseAccount, { customerId }, { uniqueKey: analysisKey(customerId) })
  })
  return await getValues(ctx, googleCustomerId)
}

type Change = { scope: ValueScope; entityId: number; valueMicros: number | null }

async function storeValue(ctx: CallerContext, customerId: number, change: Change): Promise<void> {
  const updatedAt = ctx.clock.now()
  const { valueMicros } = conversionValues
  await ctx.db
    .insert(conversionValues)
    .values({ customerId, ...change, updatedAt })
    .onConflictDoUpdate({
      target: [conversionValues.customerId, conversionValues.scope, conversionValues.entityId],
      set: { valueMicros: change.valueMicros, previousMicros: sql`${valueMicros}`, updatedAt },
      setWhere: sql`${valueMicros} is distinct from ${change.valueMicros}`,
    })
}

/** The value before the last change comes back; once more, and the change is there again. */
export async function undoValue(
  ctx: CallerContext,
  googleCustomerId: string,
  place: Pick<SaidValue, 'scope' | 'id'>,
) {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  const { valueMicros, previousMicros, scope, entityId } = conversionValues
  await inTransaction(ctx, async (ctx) => {
    const undone = await ctx.db
      .update(conversionValues)
      .set({
        valueMicros: sql`${previousMicros}`,
        previousMicros: sql`${valueMicros}`,
        updatedAt: ctx.clock.now(),
      })
      .where(
        and(
          eq(conversionValues.customerId, customerId),
          eq(scope, place.scope),
          eq(entityId, Number(place.id)),
        ),
      )
      .returning({ entityId })
    if (undone.length === 0)
      throw new AppError('not_found', 'Ahí no hay ningún cambio que deshacer.')
    await enqueue(ctx, analyseAccount, { customerId }, { uniqueKey: analysisKey(customerId) })
  })
  return await getValues(ctx, googleCustomerId)
}
