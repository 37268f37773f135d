import type { Day } from '#shared/dates.ts'
import { addDays } from '#shared/dates.ts'
import type { Context } from '../../account/context.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { isLiveAd, isLiveAdGroup, setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import type { CallAdGroup } from './call-ads-words.ts'
import * as words from './call-ads-words.ts'

/** Ad groups that live on call ads, which Google stops showing, and lack what takes their place. */
export const callAds = defineRule({
  name: 'call-ads',
  title: 'Anuncios de solo llamada',
  category: 'ads',
  place: 65,
  needs: { all: ['ads'], called: 'los anuncios', columns: COUNTED },
  run,
  words,
})

function run(snapshot: SnapshotWith<'ads'>, context: Context): RuleResult {
  const groups = groupsWithCallAds(snapshot, context)
  if (groups.length === 0) return { findings: [], silence: words.NO_CALL_ADS }
  const lacking = groups.filter(({ hasOtherAd, hasNumber }) => !hasOtherAd || hasNumber === false)
  if (lacking.length === 0) return { findings: [], silence: words.READY }
  const { today } = snapshot.account
  const isClose = today >= addDays(LAST_SHOWN, -THRESHOLDS.retiredAdNoticeDays.value)
  const silenced = lacking.some(({ hasOtherAd, cost }) => !hasOtherAd && cost > 0)
  return {
    findings: [
      setupFinding(
        {
          campaignId: null,
          probability: THRESHOLDS.policyProbability.value,
          priority: silenced ? (isClose ? 'high' : 'medium') : 'low',
        },
        words.callAdTexts(context, lacking, today < LAST_SHOWN),
      ),
    ],
    silence: null,
  }
}

/**
 * Google takes no new call ads since February 2026 and shows none from February 2027 on, of which it tells no day; a responsive search
 * ad with a call asset takes their place (Google Ads Help, 'About call ads', announced on 2025-10-03).
 */
const LAST_SHOWN: Day = '2027-02-01'

function groupsWithCallAds(snapshot: SnapshotWith<'ads'>, context: Context): CallAdGroup[] {
  const { ads, assets } = snapshot.inventory
  const live = Map.groupBy(
    ads.filter((ad) => isLiveAd(context, ad)),
    ({ adGroupId }) => adGroupId,
  )
  const numbers = new Set(
    assets
      ?.filter(({ fieldType }) => fieldType === 'CALL')
      .map(({ scope, scopeId }) => `${scope} ${scopeId}`),
  )
  return snapshot.adGroups
    .filter(({ id }) => isLiveAdGroup(context, id))
    .flatMap((adGroup) => {
      const own = live.get(adGroup.id) ?? []
      const calls = own.filter(({ type }) => type === 'CALL_AD')
      if (calls.length === 0) return []
      const scopes = ['account ', `campaign ${adGroup.campaignId}`, `ad_group ${adGroup.id}`]
      const sumOf = (key: 'clicks' | 'costMicros' | 'conversionsMicros') =>
        calls.reduce((sum, { sums }) => sum + sums[key], 0)
      return {
        adGroup,
        hasOtherAd: calls.length < own.length,
        hasNumber: assets ? scopes.some((scope) => numbers.has(scope)) : null,
        ads: calls.length,
        clicks: sumOf('clicks'),
        cost: sumOf('costMicros'),
        conversions: sumOf('conversionsMicros'),
      }
    })
    .toSorted((a, b) => b.cost - a.cost || (a.adGroup.id < b.adGroup.id ? -1 : 1))
}
