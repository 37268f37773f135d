import type { Field, Json, Scope } from './mutations/operation.ts'
import { Refused } from './mutations/operation.ts'

/** Whether a dimension of people restricts who sees the ads ('targeting') or is only observed. */
type Restriction = { targetingDimension: string; bidOnly: boolean }

export type Restricted = {
  /** Dimensions that restrict. */
  restrictedDimensions?: readonly string[]
  /** All that its setting names, in that order; absent: the usual ones. */
  namedDimensions?: readonly string[]
}

const USUAL = ['AUDIENCE', 'AGE_RANGE', 'GENDER']

export function restrictionsOf(one: Restricted): Restriction[] {
  const { restrictedDimensions = [], namedDimensions = USUAL } = one
  return namedDimensions.map((targetingDimension) => ({
    targetingDimension,
    bidOnly: !restrictedDimensions.includes(targetingDimension),
  }))
}

/** The list is written whole. */
export function restrictionsField(
  scope: Scope,
  one: Restricted,
  put: (change: Required<Restricted>) => void,
): Field {
  return {
    old: restrictionsOf(one),
    check: (value) => {
      const listed = Array.isArray(value) ? (value as Json[]) : []
      const names = listed.map(({ targetingDimension }) => String(targetingDimension))
      if (names.length === 0 || new Set(names).size < names.length)
        throw new Refused('fieldError', 'INVALID_VALUE', 'The field value is invalid.', [
          ...scope.path,
          'targeting_setting',
        ])
      const restricting = listed.filter(({ bidOnly }) => bidOnly !== true)
      const change = {
        namedDimensions: names,
        restrictedDimensions: restricting.map((row) => String(row.targetingDimension)),
      }
      return () => put(change)
    },
  }
}
