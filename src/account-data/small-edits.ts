import { camelCase, valueAt } from '#platform/google-ads/field-paths.ts'

/** An entry of Google's history of changes. */
export type Edit = {
  resourceName: string
  operation: string
  changedFields: readonly string[]
  oldResource: Record<string, unknown>
  newResource: Record<string, unknown>
}

/** What names and counts a thing, and moves no traffic. */
const INERT = /^(name|labels|trackingUrlTemplate|finalUrlSuffix|urlCustomParameters.*)$/
/** A budget that moved by less in all, one edit after the other, is taken for the same. */
const SMALL_TIMES = 1.15

/**
 * Those of the edits that could have moved traffic. Small steps of one budget are taken together: what creeps up by a
 * tenth each week is not small.
 */
export function weightyEdits<E extends Edit>(edits: readonly E[]): E[] {
  return [...Map.groupBy(edits, ({ resourceName }) => resourceName).values()].flatMap((own) =>
    own.every(isMild) && Math.abs(own.reduce((sum, edit) => sum + growthOf(edit), 0)) <= SMALL
      ? []
      : own,
  )
}

/** Of budgets that moved a little, by resource name: logarithm of by how much in all. */
export function smallSteps(edits: readonly Edit[]): Map<string, number> {
  const weighty = new Set(weightyEdits(edits).map(({ resourceName }) => resourceName))
  const steps = new Map<string, number>()
  for (const edit of edits) {
    const { resourceName } = edit
    if (!weighty.has(resourceName))
      steps.set(resourceName, (steps.get(resourceName) ?? 0) + growthOf(edit))
  }
  return steps
}

const SMALL = Math.log(SMALL_TIMES)

function isMild({ operation, changedFields }: Edit): boolean {
  if (operation !== 'UPDATE' || changedFields.length === 0) return false
  return changedFields.map(camelCase).every((path) => INERT.test(path) || AMOUNT.test(path))
}

const AMOUNT = /^amountMicros$/

/** Logarithm of the amount after over that before; endless where either is unknown. */
function growthOf({ changedFields, oldResource, newResource }: Edit): number {
  if (!changedFields.map(camelCase).some((path) => AMOUNT.test(path))) return 0
  const amount = (resource: Record<string, unknown>) =>
    Number(valueAt(firstObject(resource), 'amountMicros'))
  const growth = Math.log(amount(newResource) / amount(oldResource))
  return Number.isFinite(growth) ? growth : Number.POSITIVE_INFINITY
}

/** Google wraps what changed in the name of its kind. */
function firstObject(resource: Record<string, unknown>): object {
  const inner = Object.values(resource).find((value) => typeof value === 'object' && value !== null)
  return 'amountMicros' in resource || !inner ? resource : inner
}
