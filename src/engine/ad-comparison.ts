import { betaBelief, chanceShareGreater, expectedShareLoss } from './posterior-comparison.ts'
import { lnGamma, twoSided } from './stats.ts'

/** Successes (clicks or conversions, may be fractional) of trials (impressions or clicks). */
export type Arm = { successes: number; trials: number }

/** Two-proportion z of b against a, pooled variance; 0 when nothing varies. Positive: b is better. */
export function proportionZ(a: Arm, b: Arm): number {
  const pooled = (a.successes + b.successes) / (a.trials + b.trials)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.trials + 1 / b.trials))
  return error > 0 ? (b.successes / b.trials - a.successes / a.trials) / error : 0
}

export const proportionPValue = (a: Arm, b: Arm): number => twoSided(proportionZ(a, b))

/** Fisher's exact two-sided p-value for whole counts: all tables as rare as the one seen, or rarer. */
export function fisherPValue(a: Arm, b: Arm): number {
  const successes = a.successes + b.successes
  const lnSeen = lnHypergeometric(a.successes, successes, a.trials, b.trials)
  let chance = 0
  const most = Math.min(successes, a.trials)
  for (let k = Math.max(0, successes - b.trials); k <= most; k++) {
    const ln = lnHypergeometric(k, successes, a.trials, b.trials)
    if (ln <= lnSeen + 1e-7) chance += Math.exp(ln)
  }
  return Math.min(1, chance)
}

export type AdVerdict = {
  /** P(the winner is better than the loser). */
  probability: number
  /** Expected loss of keeping the winner, relative to its rate. */
  relativeLoss: number
  winnerRate: number
  loserRate: number
}

/** Of two ads shown side by side on the same days: uniform priors, exact. */
export function compareAds(winner: Arm, loser: Arm): AdVerdict {
  const [a, b] = [winner, loser].map(({ successes, trials }) =>
    betaBelief(Math.min(successes, trials), trials),
  ) as [ReturnType<typeof betaBelief>, ReturnType<typeof betaBelief>]
  const rate = a.alpha / (a.alpha + a.beta)
  return {
    probability: chanceShareGreater(a, b),
    relativeLoss: expectedShareLoss(a, b) / rate,
    winnerRate: rate,
    loserRate: b.alpha / (b.alpha + b.beta),
  }
}

function lnHypergeometric(k: number, successes: number, trialsA: number, trialsB: number): number {
  return (
    lnChoose(trialsA, k) + lnChoose(trialsB, successes - k) - lnChoose(trialsA + trialsB, successes)
  )
}

function lnChoose(n: number, k: number): number {
  return lnGamma(n + 1) - lnGamma(k + 1) - lnGamma(n - k + 1)
}
