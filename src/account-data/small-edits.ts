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
/** A budget whose lowest and highest amounts, one edit after the other, lie no further apart is taken for the same. */
const SMALL_TIMES = 1.15

/**
 * Those of the edits, oldest first, that could have moved traffic. Small steps of one budget are taken together: what creeps up by
 * a tenth each week is not small, nor is what was raised by half and put back.
 */
export function weightyEdits<E extends Edit>(edits: readonly E[], amounts = BUDGET): E[] {
  const isSmall = (own: readonly E[]) =>
    own.every((edit) => isMild(edit, amounts)) && spanOf(own, amounts) <= SMALL
  return [...Map.groupBy(edits, ({ resourceName }) => resourceName).values()].flatMap((own) =>
    isSmall(own) ? [] : own,
  )
}

/**
 * How many changes that could have moved traffic came together: those of the campaign that had most, and those that Google tells of no
 * campaign. As many in another campaign touch another part of what is judged, and all that a card changed at once (`acts`) is one.
 */
export function mostInOne<E extends Edit & { campaignId: number | null }>(
  edits: readonly E[],
  acts: ReadonlyMap<E, string> = new Map(),
): number {
  const byCampaign = Map.groupBy(weightyEdits(edits), ({ campaignId }) => campaignId)
  const changesIn = (own: readonly E[]) => new Set(own.map((edit) => acts.get(edit) ?? edit)).size
  const ofNone = changesIn(byCampaign.get(null) ?? [])
  byCampaign.delete(null)
  return ofNone + Math.max(0, ...[...byCampaign.values()].map(changesIn))
}

/** Of budgets that moved a little, by resource name: logarithm of their highest amount over their lowest. */
export function smallSteps(edits: readonly Edit[]): Map<string, number> {
  const weighty = new Set(weightyEdits(edits).map(({ resourceName }) => resourceName))
  const small = edits.filter(({ resourceName }) => !weighty.has(resourceName))
  const byName = Map.groupBy(small, ({ resourceName }) => resourceName)
  return new Map([...byName].map(([name, own]) => [name, spanOf(own)]))
}

/** 'campaignBudgets/7' of a resource name, whichever account's it is. */
export const shortName = (resourceName: string) => resourceName.split('/').slice(-2).join('/')

function spanOf(edits: readonly Edit[], amounts = BUDGET): number {
  let [now, low, high] = [0, 0, 0]
  for (const edit of edits) {
    now += growthOf(edit, amounts)
    low = Math.min(low, now)
    high = Math.max(high, now)
  }
  return high - low
}

const SMALL = Math.log(SMALL_TIMES)

function isMild({ operation, changedFields }: Edit, amounts: RegExp): boolean {
  if (operation !== 'UPDATE' || changedFields.length === 0) return false
  return changedFields.map(camelCase).every((path) => INERT.test(path) || amounts.test(path))
}

const BUDGET = /^amountMicros$/

/** Logarithm of the amount after over that before; endless where either is unknown. */
function growthOf({ changedFields, oldResource, newResource }: Edit, amounts: RegExp): number {
  const path = changedFields.map(camelCase).find((one) => amounts.test(one))
  if (path === undefined) return 0
  const amount = (resource: Record<string, unknown>) =>
    Number(valueAt(path in resource ? resource : firstObject(resource), path))
  const growth = Math.log(amount(newResource) / amount(oldResource))
  return Number.isFinite(growth) ? growth : Number.POSITIVE_INFINITY
}

/** Google wraps what changed in the name of its kind. */
function firstObject(resource: Record<string, unknown>): object {
  const inner = Object.values(resource).find((value) => typeof value === 'object' && value !== null)
  return inner ?? resource
}
