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

/** As the others convert; or it is of another kind than they are. */
export function campaignPrior(
  snapshot: AccountSnapshot<'campaign'>,
  campaign: CampaignFacts,
  context: Context,
): GammaMixture | null {
  const units = othersOf(snapshot, campaign, context).map(({ sums }) =>
    familyEvidence(sums, context.measurement),
  )
  const [n, k] = [sumOf(units.map((unit) => unit.n)), sumOf(units.map((unit) => unit.k))]
  if (n <= 0 || k < THRESHOLDS.accountConversions.value) return null
  const { returnlessKindShare, returnlessKindRate } = THRESHOLDS
  const usual = fitPrior(units) ?? gammaPrior(1, n / k)
  return [
    ...usual.map((part) => ({ ...part, weight: part.weight * (1 - returnlessKindShare.value) })),
    { weight: returnlessKindShare.value, shape: 1, rate: n / k / returnlessKindRate.value },
  ]
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
