import type { Context } from '../../account/context.ts'
import type { AccountSnapshot, CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { acceptedBids } from './accepted-bids.ts'
import { type FirstPageBid, meanChance } from './first-page-bids.ts'
import { isLive, keywordId, updateKeyword } from './keyword-evidence.ts'
import { seldomShownTexts } from './seldom-shown-words.ts'
import type { SilentCase } from './silent-keywords-words.ts'
import * as words from './silent-keywords-words.ts'

/** Live keywords that are not shown: disapproved, bid below the first page, or never searched for. */
export const silentKeywords = defineRule({
  name: 'silent-keywords',
  title: 'Palabras clave sin impresiones',
  category: 'keywords',
  place: 310,
  needs: { levels: ['keyword'], columns: ['impressions'] },
  effect: 'budget',
  run,
  words,
})

function run(snapshot: AccountSnapshot<'keyword', 'impressions'>, context: Context): RuleResult {
  const live = snapshot.keywords.filter((keyword) => isLive(context, keyword))
  if (live.length === 0) return { findings: [], silence: words.NO_KEYWORDS }
  const byCampaign = Map.groupBy(live, ({ campaignId }) => campaignId)
  const isNew = newKeywords(snapshot)
  const own = snapshot.campaigns.map((campaign) => ({
    campaign,
    keywords: (byCampaign.get(campaign.id) ?? []).filter((keyword) => !isNew(keyword)),
  }))
  const findings = [
    ...disapproved(live, context),
    ...belowFirstPages(snapshot, context),
    ...seldomShown(snapshot, context),
    ...neverShown(
      own.flatMap((one) => silentOf(one.campaign, one.keywords, context)),
      context,
    ),
  ]
  const isEarly = context.days < THRESHOLDS.silentDays.value
  const silence = isEarly ? words.tooEarly(context) : words.ALL_SHOWN
  return { findings, silence: findings.length > 0 ? null : silence }
}

type Shown = KeywordFacts<'impressions'>

function disapproved(keywords: readonly Shown[], context: Context): Finding[] {
  const stopped = keywords.filter(({ quality }) => quality?.approvalStatus === 'DISAPPROVED')
  if (stopped.length === 0) return []
  return [
    setupFinding(
      { ...sharedFields(null, 'disapproved'), priority: 'medium' },
      words.disapprovedTexts(context, stopped),
    ),
  ]
}

function belowFirstPages(snapshot: AccountSnapshot, context: Context): Finding[] {
  const byHand = snapshot.account.source === 'imported'
  const cases = Map.groupBy(
    acceptedBids(snapshot, context).firstPage,
    ({ keyword }) => keyword.campaignId,
  )
  return [...cases].map(([campaignId, own]) =>
    setupFinding(
      {
        ...sharedFields(campaignId, 'first-page'),
        probability: meanChance(own),
        category: 'bids',
        priority: 'low',
        acts: own.map(({ keyword }) => `keyword:${keywordId(keyword)}:bid`),
      },
      words.firstPageTexts(
        context,
        context.campaigns.get(campaignId)!,
        own,
        byHand ? [] : own.map(raised),
      ),
    ),
  )
}

function seldomShown(snapshot: AccountSnapshot, context: Context): Finding[] {
  const byHand = snapshot.account.source === 'imported'
  const cases = Map.groupBy(
    acceptedBids(snapshot, context).seldomShown,
    ({ keyword }) => keyword.campaignId,
  )
  return [...cases].map(([campaignId, all]) => {
    const own = all.slice(0, THRESHOLDS.groupedMost.value)
    const operations = byHand ? [] : own.map(raised)
    return setupFinding(
      {
        ...sharedFields(campaignId, 'seldom-shown'),
        probability: meanChance(own),
        category: 'bids',
        priority: 'low',
        acts: own.map(({ keyword }) => `keyword:${keywordId(keyword)}:bid`),
      },
      seldomShownTexts(context, context.campaigns.get(campaignId)!, own, operations),
    )
  })
}

function raised({ keyword, newBidMicros }: Pick<FirstPageBid, 'keyword' | 'newBidMicros'>) {
  return updateKeyword(keyword, 'cpcBidMicros', { cpcBidMicros: String(newBidMicros) })
}

/** Added or taken up again of late, as far back as Google tells: that they were not shown before says nothing. */
function newKeywords({ inventory }: AccountSnapshot) {
  const begun = new Set(
    (inventory?.changes ?? []).flatMap(({ operation, changedFields, adGroupId, criterionId }) => {
      if (adGroupId === undefined || criterionId === undefined) return []
      const isBegun = operation === 'CREATE' || changedFields.includes('status')
      return isBegun ? [keywordId({ adGroupId, criterionId })] : []
    }),
  )
  return (keyword: KeywordFacts<never>) => begun.has(keywordId(keyword))
}

/** Empty unless the campaign has more of them than is usual. */
function silentOf(
  campaign: CampaignFacts<never>,
  keywords: readonly Shown[],
  context: Context,
): SilentCase[] {
  const { silentDays, silentKeywords: fewest, silentShare } = THRESHOLDS
  if (context.days < silentDays.value || !campaign.sums.impressions) return []
  const silent = keywords.filter(
    ({ sums, quality }) => sums.impressions === 0 && quality?.approvalStatus !== 'DISAPPROVED',
  )
  const share = silent.length / keywords.length
  if (silent.length < fewest.value || share <= silentShare.value) return []
  return [{ campaign, silent, live: keywords.length }]
}

function neverShown(cases: readonly SilentCase[], context: Context): Finding[] {
  if (cases.length === 0) return []
  const most = cases.toSorted((a, b) => b.silent.length - a.silent.length)
  return [
    setupFinding(
      { ...sharedFields(null, 'silent'), priority: 'low' },
      words.silentTexts(context, most),
    ),
  ]
}

function sharedFields(campaignId: string | null, part: string) {
  return {
    campaignId,
    part,
    probability: THRESHOLDS.mostCertain.value,
  } as const
}
