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
    const amount = Number(valueAt(entity, path.split('.')) ?? Number.NaN)
    if (Number.isFinite(amount)) return isRatio ? amount * MICROS : amount
  }
  return undefined
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  return typeof value === 'object' && value !== null
    ? valueAt((value as Record<string, unknown>)[name], rest)
    : undefined
}

/** Field masks come in either spelling. */
function camelCase(path: string): string {
  return path.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
