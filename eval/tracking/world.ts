import type { Chance } from '../chance.ts'

/**
 * Accounts whose conversions are counted, or fail to be in a known way. Nothing here comes from the engine but the type
 * of its input; the sizes of noise are those published of real accounts (common daily shocks of sd .15–.25 that last for days,
 * weekdays ±25 %, months .63–1.32, Black Friday ×2–4.4, half of a shop's conversions within two hours and a tail of a month).
 */
export type Plan = {
  seed: string
  conversionsADay: number
  noise: Noise
  historyDays: number
  loss?: Loss
  /** Sums by campaign and by action are known day by day, or those of the account alone. */
  detail?: boolean
  /** A real fall or rise of the conversion rate half way (natural logarithm). */
  rateStep?: number
}

export type Noise = 'calm' | 'usual' | 'shocked'

export type World = Plan & {
  chance: Chance
  days: string[]
  today: string
  detail: boolean
}

/** What fails: everything, a part of everything, one of the actions, or the values alone. */
export type Loss = {
  kind: 'full' | 'partial' | 'action' | 'values'
  days: number
  /** Fraction of conversions lost by a partial one. */
  lost?: number
  /** It lasts until now, or ended some days ago. */
  ongoing: boolean
}

export type PlantedLoss = Loss & { first: number; last: number; from: string; to: string }
