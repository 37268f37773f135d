import type { Context } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { ReportedValues, ValueBelief } from '../../account/reported-values.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { drawAccountMonth, judgeWaste, monthSteadiness } from '../../findings/waste.ts'
import { type GammaMixture, mixtureCdf, mixtureMean } from '../../statistics/priors.ts'
import { drawGamma, drawMixture, drawNormal, type Uniforms } from '../../statistics/random.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'

/**
 * What value over cost is asked for. campaign: its own tROAS; goal: the account's value per conversion over what its
 * owner said of one; account: the lowest tROAS of its campaigns; even: one euro back for each.
 */
export type RoasReference = { roas: number; origin: 'campaign' | 'goal' | 'account' | 'even' }

export function roasReferences(
  { campaigns }: AccountSnapshot<'campaign'>,
  values: ReportedValues,
  context: Context,
) {
  const asked = campaigns
    .filter(({ status }) => status === 'ENABLED')
    .flatMap(({ targetRoas }) => (targetRoas ? [targetRoas] : []))
  const said = context.saidOf('')
  const usual: RoasReference = said
    ? { roas: values.meanMicros / said.micros, origin: 'goal' }
    : asked.length > 0
      ? { roas: Math.min(...asked), origin: 'account' }
      : { roas: 1, origin: 'even' }
  return ({ targetRoas }: CampaignFacts<never>): RoasReference =>
    targetRoas ? { roas: targetRoas, origin: 'campaign' } : usual
}

export type RoasVerdict = {
  reference: RoasReference
  value: ValueBelief
  posterior: GammaMixture
  /** Of the rate in the coming month, which may differ. */
  coming: GammaMixture
  /** Mean of what is believed of its ROAS. */
  expected: number
  /** P(ROAS < the reference, by as much as is not left to chance or to what is assumed). */
  probability: number
}

/** Gamma–Poisson for conversions per click, lognormal for what one brings. */
export function judgeRoas(
  sums: CountedSums,
  prior: GammaMixture,
  value: ValueBelief,
  reference: RoasReference,
  context: Context,
): RoasVerdict {
  const target = { micros: Math.exp(value.ln) / reference.roas, origin: 'roas' as const }
  const { posterior, coming } = judgeWaste(sums, prior, target, context.measurement)
  const cpc = sums.costMicros / sums.clicks
  const limit = reference.roas / (reference.origin === 'even' ? 1 : THRESHOLDS.lowRoasTimes.value)
  const chances = POINTS.map(({ at, weight }) => {
    const valueMicros = Math.exp(value.ln + at * value.sd)
    return weight * mixtureCdf(posterior, (limit * cpc) / valueMicros)
  })
  return {
    reference,
    value,
    posterior,
    coming,
    expected: (mixtureMean(posterior) * Math.exp(value.ln + value.sd ** 2 / 2)) / cpc,
    probability: chances.reduce((sum, chance) => sum + chance, 0),
  }
}

/** Gauss–Hermite of five points. */
const POINTS = [
  { at: -2.856970013872806, weight: 0.011257411327720693 },
  { at: -1.355626179974266, weight: 0.22207592200561266 },
  { at: 0, weight: 0.5333333333333333 },
  { at: 1.355626179974266, weight: 0.22207592200561266 },
  { at: 2.856970013872806, weight: 0.011257411327720693 },
]

/** Net of not paying for it any more, micros per 30 days: a value of `reference` per euro is what pays. */
export function roasSavingDraw(sums: CountedSums, verdict: RoasVerdict, context: Context) {
  const { value, reference } = verdict
  const steadiness = monthSteadiness(sums.clicks, context)
  return (next: Uniforms, common: Uniforms): number => {
    const volume = drawGamma(next, steadiness, steadiness) * drawAccountMonth(common)
    const valueMicros = Math.exp(value.ln + value.sd * drawNormal(next))
    const lost = (drawMixture(next, verdict.coming) * sums.clicks * valueMicros) / reference.roas
    return context.monthFactor * volume * (sums.costMicros - lost)
  }
}
