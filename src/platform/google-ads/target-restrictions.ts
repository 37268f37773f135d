import type { Json } from './field-paths.ts'
import type { TargetingSetting } from './row.ts'

const FIELD = 'targetingSetting.targetRestrictions'

/**
 * As the list was read from which one is made that sets audiences to observation: it is written whole, with all else as it was.
 * Nothing of other changes.
 */
export function restrictionsBefore({ [FIELD]: wanted }: Json): Json {
  if (!Array.isArray(wanted)) return {}
  const list: NonNullable<TargetingSetting['targetRestrictions']> = wanted
  const before = list.map((one) =>
    one.targetingDimension === 'AUDIENCE' ? { ...one, bidOnly: false } : one,
  )
  return { [FIELD]: before }
}
