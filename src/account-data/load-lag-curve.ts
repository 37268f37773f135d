import { lagCurveOf } from '#engine/account/lag-curve.ts'
import type { Context } from '#platform/context.ts'
import { loadKept } from './snapshot/load-inventory.ts'

/** Share of conversions reported so many days after the click, by the lags that Google has told of the account; undefined with too few. */
export async function loadLagCurve(
  ctx: Context,
  customerId: number,
): Promise<number[] | undefined> {
  const { conversionLags } = await loadKept(ctx, customerId, ['conversionLags'])
  return lagCurveOf(conversionLags ?? [])
}
