/** A card applied to a drawn half of its parts first, as its application keeps it; nothing of it is worked out again later. */
export type AppliedHalves = {
  /** What the coins were thrown with. */
  seed: string
  version: 1
  /** Keys of units: those changed at once, and those that wait. */
  pairs: { now: string[]; later: string[] }[]
  /** Changed at once and compared with nothing. */
  outside: string[]
  units: ChangeUnit[]
  /** Where they are compared: ids of campaigns in which money that one unit leaves is not spent by another; null: everywhere. */
  campaignIds: number[] | null
  /** Of the whole card's past cost: what is changed at once, and what of it is compared; fractions. */
  shareNow: number
  shareCompared: number
}

/** The smallest part of a card that can be changed without the rest; `operations`: their places among the card's. */
export type ChangeUnit = { key: string; operations: number[]; place: UnitPlace }

/** Where its figures are read. Ids. */
export type UnitPlace =
  | { level: 'term'; texts: { text: string; matchType: 'EXACT' | 'PHRASE' | 'BROAD' }[] }
  | { level: 'ad_group' | 'campaign' | 'budget'; id: string }

/** Where the half that waits stands. */
export const SECOND = {
  waiting: 'waiting',
  applying: 'applying',
  applied: 'applied',
  cancelled: 'cancelled',
} as const
export type SecondState = (typeof SECOND)[keyof typeof SECOND]
