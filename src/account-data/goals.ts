import { eq } from 'drizzle-orm'
import type { AuditPreferences } from '#engine/account/inventory.ts'
import type { AccountSnapshot } from '#engine/account/snapshot.ts'
import type { Context } from '#platform/context.ts'
import { accountGoals, conversionValues } from '#platform/db/schema/recommendations.ts'
import { readsOf } from './reads-of.ts'

/** As the engine takes them; nothing where the owner said nothing. */
export async function loadGoals(
  ctx: Context,
  customerId: number,
): Promise<Pick<AccountSnapshot, 'targetCpaMicros' | 'ownWords' | 'conversionValues'>> {
  const known = await readGoals(ctx, customerId)
  const values = valuesBy(await readConversionValues(ctx, customerId))
  if (!known) return { ...(values && { conversionValues: values }) }
  const { targetCpaMicros, brandWords, protectedWords } = known
  return {
    ...(targetCpaMicros !== null && { targetCpaMicros }),
    ...(values && { conversionValues: values }),
    ownWords: { brand: brandWords, protected: protectedWords },
  }
}

/** What the owner decided where the trade disagrees, and told of the web, for the rules. */
export async function loadPreferences(
  ctx: Context,
  customerId: number,
): Promise<AuditPreferences | undefined> {
  const known = await readGoals(ctx, customerId)
  if (!known) return undefined
  const { searchPartners, performanceMaxConversions, consentMode } = known
  return {
    searchPartners,
    ...(performanceMaxConversions !== null && { performanceMaxConversions }),
    ...(consentMode && { consentMode }),
  }
}

/** What the owner said; undefined where nothing was. */
export async function readGoals(ctx: Context, customerId: number) {
  const [row] = await readsOf(ctx, customerId)
    .select()
    .from(accountGoals)
    .where(eq(accountGoals.customerId, customerId))
  return row
}

type ConversionValue = typeof conversionValues.$inferSelect
export type ValueScope = ConversionValue['scope']

/** Those no longer said included: of them it is known what was said before. */
export async function readConversionValues(
  ctx: Context,
  customerId: number,
): Promise<ConversionValue[]> {
  return await readsOf(ctx, customerId)
    .select()
    .from(conversionValues)
    .where(eq(conversionValues.customerId, customerId))
}

function valuesBy(rows: readonly ConversionValue[]): AccountSnapshot['conversionValues'] {
  const said = rows.flatMap(({ scope, entityId, valueMicros: micros }) =>
    micros === null ? [] : [{ scope, id: String(entityId), micros }],
  )
  if (said.length === 0) return undefined
  const of = (wanted: ValueScope) =>
    said.filter(({ scope }) => scope === wanted).map(({ id, micros }) => ({ id, micros }))
  return { campaigns: of('campaign'), actions: of('action') }
}
