import type { Context } from '../../account/context.ts'
import type { AdFacts } from '../../account/inventory.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import type { Finding, RuleResult } from '../../findings/recommendation.ts'
import { isLiveAd, setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { notKnown } from '../../words/setup-texts.ts'
import { disapprovedAdTexts } from './disapproved-ads-words.ts'

const RULE = 'disapproved-ads'

export type PolicyProblem = 'disapproved' | 'limited' | 'insecure'

export type PolicyCase = {
  campaign: CampaignFacts
  problem: PolicyProblem
  ads: AdFacts[]
  /** Ad groups among theirs where no other ad can be shown. */
  silencedGroups: string[]
}

/** Active ads that Google does not show, shows less, or that lead to an address without https. */
export function disapprovedAds(snapshot: AccountSnapshot, context: Context): RuleResult {
  const ads = snapshot.inventory?.ads
  if (!ads) return { findings: [], silence: notKnown('los anuncios') }
  const live = ads
    .filter((ad) => isLiveAd(context, ad))
    .toSorted((a, b) => b.sums.costMicros - a.sums.costMicros || (a.adId < b.adId ? -1 : 1))
  if (live.length === 0) return { findings: [], silence: 'No hay anuncios activos que revisar.' }
  const byCampaign = Map.groupBy(live, ({ campaignId }) => campaignId)
  const findings = snapshot.campaigns.flatMap((campaign) =>
    PROBLEMS.flatMap((problem) => {
      const own = byCampaign.get(campaign.id) ?? []
      const found = own.filter((ad) => problemOf(ad) === problem)
      if (found.length === 0) return []
      const silencedGroups = problem === 'disapproved' ? groupsWithoutAds(own, found) : []
      return [findingOf({ campaign, problem, ads: found, silencedGroups }, context)]
    }),
  )
  return {
    findings,
    silence:
      findings.length > 0
        ? null
        : 'Google permite mostrar todos los anuncios activos, y todos llevan a direcciones seguras.',
  }
}

const PROBLEMS: readonly PolicyProblem[] = ['disapproved', 'limited', 'insecure']

/** The worst one; an ad is told once. */
function problemOf({ approvalStatus, finalUrls }: AdFacts): PolicyProblem | null {
  if (approvalStatus === 'DISAPPROVED') return 'disapproved'
  if (approvalStatus === 'APPROVED_LIMITED' || approvalStatus === 'AREA_OF_INTEREST_ONLY') {
    return 'limited'
  }
  return finalUrls.some((url) => /^http:\/\//i.test(url)) ? 'insecure' : null
}

function groupsWithoutAds(own: readonly AdFacts[], disapproved: readonly AdFacts[]): string[] {
  const served = new Set(
    own.filter((ad) => problemOf(ad) !== 'disapproved').map(({ adGroupId }) => adGroupId),
  )
  return [...new Set(disapproved.map(({ adGroupId }) => adGroupId))].filter((id) => !served.has(id))
}

function findingOf(one: PolicyCase, context: Context): Finding {
  const { campaign, problem, silencedGroups } = one
  const stopped = silencedGroups.length > 0 ? 'alta' : 'media'
  return setupFinding(
    {
      rule: RULE,
      categoria: 'anuncios',
      campaignId: campaign.id,
      part: problem,
      probability: THRESHOLDS.policyProbability.value,
      priority: problem === 'disapproved' ? stopped : 'baja',
    },
    disapprovedAdTexts(context, one),
  )
}
