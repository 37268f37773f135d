import { isBrandCampaign } from '../../account/brand.ts'
import { purposeOf } from '../../account/campaign-purpose.ts'
import type { Context } from '../../account/context.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { familyEvidence } from '../../statistics/conversion-evidence.ts'
import { fitPrior } from '../../statistics/fit-prior.ts'
import { type GammaMixture, gammaPrior } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { watchedOf } from './campaign-exposure.ts'

/** Live of late, not the brand, and not known to pursue something else than conversions. */
export function isSelling(
  snapshot: AccountSnapshot,
  campaign: CampaignFacts,
  context: Context,
): boolean {
  return (
    campaign.status === 'ENABLED' &&
    campaign.sums.clicks > 0 &&
    !isBrandCampaign(campaign) &&
    sells(campaign, context) &&
    watchedOf(campaign, snapshot, context) !== null
  )
}

/** This campaign and the brand are not to say what is usual. */
function othersOf(
  { campaigns }: AccountSnapshot<'campaign'>,
  own: CampaignFacts,
  context: Context,
): CampaignFacts[] {
  return campaigns.filter(
    (one) => one.id !== own.id && !isBrandCampaign(one) && sells(one, context),
  )
}

const sells = (campaign: CampaignFacts, { saidOf }: Context) =>
  purposeOf(campaign, saidOf(campaign.id) !== null) !== 'other'

/** As the others convert, or accounts do where they are too few to tell; or it is of another kind than they are. */
export function campaignPrior(
  snapshot: AccountSnapshot<'campaign'>,
  campaign: CampaignFacts,
  context: Context,
): GammaMixture {
  const units = othersOf(snapshot, campaign, context).map(({ sums }) =>
    familyEvidence(sums, context.measurement),
  )
  const [n, k] = [sumOf(units.map((unit) => unit.n)), sumOf(units.map((unit) => unit.k))]
  const { returnlessKindShare, returnlessKindRate, usualRate, accountSpread } = THRESHOLDS
  const isEnough = n > 0 && k >= THRESHOLDS.accountConversions.value
  const mean = isEnough ? k / n : usualRate.value
  const shape = accountSpread.value ** -2
  const usual = isEnough
    ? (fitPrior(units) ?? gammaPrior(1, 1 / mean))
    : gammaPrior(shape, shape / mean)
  return [
    ...usual.map((part) => ({ ...part, weight: part.weight * (1 - returnlessKindShare.value) })),
    { weight: returnlessKindShare.value, shape: 1, rate: 1 / mean / returnlessKindRate.value },
  ]
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
