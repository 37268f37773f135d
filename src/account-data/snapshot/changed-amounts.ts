import { camelCase, valueAt } from '#platform/google-ads/field-paths.ts'
import { MICROS } from '#shared/metrics.ts'

/**
 * The budget or target among the changed fields of a resource as `change_event` prints it (`{campaign: {…}}`), in
 * micros; a target ROAS counts as its ratio × 1,000,000. Undefined where none of the fields is one, or it is unset.
 */
export function amountAt(
  resource: Record<string, unknown>,
  changedFields: readonly string[],
): number | undefined {
  const [entity] = Object.values(resource)
  for (const path of changedFields.map(camelCase)) {
    const isRatio = /targetRoas$/.test(path)
    if (!isRatio && !/(amount|targetCpa)Micros$/.test(path)) continue
    const amount = Number(valueAt(entity, path) ?? Number.NaN)
    if (Number.isFinite(amount)) return isRatio ? amount * MICROS : amount
  }
  return undefined
}
