import type { Context, Target } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { lentRoas } from '../../account/lent-roas.ts'
import { reachedRoas } from '../../account/reached-target.ts'
import type { ReportedValues, ValueBelief, Valued } from '../../account/reported-values.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { alikeCampaigns } from '../../account/targets.ts'
import { drawGain } from '../../findings/spent-again.ts'
import { drawVolume, type GoesOn, judgeWaste, monthSteadiness } from '../../findings/waste.ts'
import type { CommonDraws } from '../../statistics/common-draws.ts'
import { type GammaMixture, mixtureCdf, mixtureMean, scaledBy } from '../../statistics/priors.ts'
import { drawMixture, drawNormal, type Uniforms } from '../../statistics/random.ts'

/**
 * What value over cost is asked for. campaign: its own tROAS, as far as it is reached; account: the lowest tROAS of its campaigns; goal: what a
 * conversion of the other campaigns usually brings over what its owner said of one; even: one euro back for each, unless values are scores.
 */
export type RoasReference = {
  roas: number
  origin: 'campaign' | 'goal' | 'account' | 'even'
  /** Standard deviation of its logarithm: a ROAS is said outright, what follows from a mean is as sure as that. */
  sd: number
}

export function roasReferences(
  snapshot: AccountSnapshot<'campaign'>,
  values: ReportedValues,
  context: Context,
) {
  const lent = lentRoas(snapshot.campaigns)
  const alike = alikeCampaigns(snapshot)
  const said = context.saidOf('')
  return (campaign: CampaignFacts<never>): RoasReference | null => {
    const { targetRoas } = campaign
    if (targetRoas) {
      const others = alike.some(({ id }) => id === campaign.id) ? alike : []
      return { roas: reachedRoas(campaign, targetRoas, others), origin: 'campaign', sd: 0 }
    }
    if (lent !== null) return { roas: lent, origin: 'account', sd: 0 }
    const usual = said && values.usualWithout(campaign)
    if (usual) return { roas: Math.exp(usual.ln) / said.micros, origin: 'goal', sd: usual.sd }
    // What is counted twice brings half of what it shows.
    const even = 1 / (1 - context.measurement.again.value)
    return values.areScores ? null : { roas: even, origin: 'even', sd: 0 }
  }
}

export type RoasVerdict = {
  reference: RoasReference
  value: ValueBelief
  posterior: GammaMixture
  /** Of the rate in the coming month, which may differ. */
  coming: GammaMixture
  /** Mean of what is believed of its ROAS. */
  expected: number
  /** ROAS that it is held not to reach. */
  limit: number
  /** P(ROAS < limit). */
  probability: number
}

/**
 * Gamma–Poisson for conversions per click, lognormal for what one brings. A reference that is itself in doubt is held
 * against the coming month, with all that may change until then. `times`: how far below it must be.
 */
export function judgeRoas(
  sums: CountedSums,
  prior: GammaMixture,
  value: ValueBelief,
  reference: RoasReference,
  context: Context,
  times: number,
): RoasVerdict {
  const target = { micros: Math.exp(value.ln) / reference.roas, origin: 'roas' as const }
  const { posterior, coming } = judgeWaste(sums, prior, target, context)
  const cpc = sums.costMicros / sums.clicks
  const limit = reference.roas / times
  const doubt = Math.hypot(value.sd, reference.sd)
  const chances = POINTS.map(({ at, weight }) => {
    const valueMicros = Math.exp(value.ln + at * doubt)
    const rates = reference.sd > 0 ? coming : scaledBy(posterior, context.risen.mean)
    return weight * mixtureCdf(rates, (limit * cpc) / valueMicros)
  })
  return {
    reference,
    value,
    posterior,
    coming,
    expected: (mixtureMean(posterior) * Math.exp(value.ln + value.sd ** 2 / 2)) / cpc,
    limit,
    probability: chances.reduce((sum, chance) => sum + chance, 0),
  }
}

/** Of the standard normal, near enough in its tails. */
const POINTS = Array.from({ length: 25 }, (_, i) => (i - 12) / 4).map((at, _, all) => ({
  at,
  weight: Math.exp((-at * at) / 2) / all.reduce((sum, x) => sum + Math.exp((-x * x) / 2), 0),
}))

/** What one of its conversions may cost at that, and must cost where Google bids for a part of a campaign. */
export function roasTarget(
  campaign: CampaignFacts<Valued>,
  { value, reference }: Pick<RoasVerdict, 'value' | 'reference'>,
  { values, whereBid }: Context,
): Target {
  const target = { micros: Math.exp(value.ln) / reference.roas, origin: ORIGINS[reference.origin] }
  const usual = values?.ofCampaign(campaign).ln ?? value.ln
  return whereBid(target, campaign.id, Math.exp(value.ln - usual))
}

const ORIGINS = {
  campaign: 'roas',
  goal: 'goal',
  account: 'otherRoas',
  even: 'reported',
} as const satisfies Record<RoasReference['origin'], Target['origin']>

/**
 * Net of not paying for it any more, micros per 30 days: a value of `reference` per euro is what pays. `target`: of a part of a
 * campaign in which Google may spend it again; `goesOn`: what is paid for and sold all the same.
 */
export function roasSavingDraw(
  sums: CountedSums,
  verdict: RoasVerdict,
  context: Context,
  { target, goesOn }: { target?: Target; goesOn?: GoesOn | undefined } = {},
) {
  const { value, reference } = verdict
  const steadiness = monthSteadiness(sums.clicks, context)
  return (next: Uniforms, common: CommonDraws): number => {
    const volume = drawVolume(next, common, steadiness, context)
    const valueMicros = Math.exp(value.ln + value.sd * drawNormal(next))
    const lost = (drawMixture(next, verdict.coming) * sums.clicks * valueMicros) / reference.roas
    const other = goesOn?.(next)
    const [cost, less] = other
      ? [sums.costMicros * (1 - other.cost), lost * (1 - other.clicks)]
      : [sums.costMicros, lost]
    if (!target?.limit?.again) return context.monthFactor * volume * (cost - less)
    const gain = drawGain(common, target, 1)
    return context.monthFactor * volume * gain(cost, less / target.micros)
  }
}
