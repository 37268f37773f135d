import { PLANS, type PlanId } from '#shared/plans.ts'
import type { Config } from './config.ts'

/** What a public page says only where it is so: `<span data-when="…">`, text alone. Drawn at build, cut at the start. */
const SPAN = /<span data-when="([\w-]+)">([^<]*)<\/span>/g

export type LandingFacts = { trialDays: number; yearlyPlans: PlanId[] }

export function landingFactsOf({ stripe }: Pick<Config, 'stripe'>): LandingFacts {
  const plans = Object.keys(PLANS) as PlanId[]
  return {
    trialDays: stripe.trialDays,
    yearlyPlans: plans.filter((plan) => stripe.yearPrices[plan] !== undefined),
  }
}

/** The page with the spans that hold and without the others; `{days}` is how long the trial is. */
export function withFacts(html: string, { trialDays, yearlyPlans }: LandingFacts): string {
  const holding = new Set([
    trialDays > 0 ? 'trial' : 'no-trial',
    yearlyPlans.length > 0 ? 'years' : 'months',
    ...yearlyPlans.map((plan) => `year-${plan}`),
  ])
  return html.replace(SPAN, (_all, when: string, text: string) =>
    holding.has(when) ? text.replaceAll('{days}', String(trialDays)) : '',
  )
}
