import { addDays } from '#shared/dates.ts'
import type { Context } from '../../account/context.ts'
import type { AccountChange, NegativeList } from '../../account/inventory.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { liveCampaigns, setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { blockedReason } from '../../words/shared-texts.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import * as words from './negative-lists-words.ts'
import { acceptedNgrams, isListed } from './ngram-verdicts.ts'
import { isUndecided } from './search-terms.ts'

/** Whether someone keeps negatives: a list that several campaigns share, and a look at the terms in a month. */
export const negativeLists = defineRule({
  name: 'negative-lists',
  title: 'Listas de palabras negativas',
  category: 'keywords',
  place: 260,
  needs: {
    any: ['negativeLists', 'changes'],
    called: 'las listas de negativas',
    levels: ['campaign'],
    columns: COUNTED,
  },
  run,
  words,
})

function run(snapshot: SnapshotWith<never, 'campaign'>, context: Context): RuleResult {
  const { negativeLists: lists, changes } = snapshot.inventory
  const live = liveCampaigns(snapshot, 'SEARCH', 'SHOPPING').filter(({ sums }) => sums.clicks > 0)
  if (live.length === 0) {
    return { findings: [], silence: words.NO_CAMPAIGNS }
  }
  const used = (lists ?? []).some((list) => list.memberCount > 0 && list.campaignIds.length > 0)
  const isUntouched = changes !== undefined && isUnreviewed(snapshot, context, changes)
  const isUntold = isUntouched && (lists ?? []).some((list) => isOf(list, live))
  const several = live.length >= THRESHOLDS.listCampaigns.value
  const isToBeMade = makesList(snapshot, context)
  const findings = [
    ...(lists && !used && several && !isToBeMade ? [listFinding(snapshot, context, live)] : []),
    ...(isUntouched && !isUntold ? reviewFinding(snapshot, context) : []),
  ]
  const reviewed = isSearched(snapshot) ? words.KEPT : words.NO_SEARCHES
  const told = isUntold ? words.KEPT_IN_LISTS : reviewed
  const kept = changes ? told : words.KEPT_AS_FAR_AS_KNOWN
  const ofLists = isToBeMade && !used ? words.TO_BE_MADE : kept
  return { findings, silence: findings.length > 0 ? null : lists ? ofLists : words.LISTS_UNKNOWN }
}

/** Who keeps negatives in one leaves no trace: Google's history of changes tells nothing of shared lists. */
function isOf({ memberCount, campaignIds }: NegativeList, live: readonly CampaignFacts[]): boolean {
  return memberCount > 0 && live.some(({ id }) => campaignIds.includes(id))
}

/** Another card makes one, with words to begin with, unless its rule may not judge by conversions. */
function makesList(snapshot: AccountSnapshot<'campaign'>, context: Context): boolean {
  if (blockedReason(context)) return false
  const searched = withKnown(snapshot, ['searchTerm'], COUNTED)
  return (
    searched !== null && acceptedNgrams(searched, context).some((one) => isListed(searched, one))
  )
}

function listFinding(
  snapshot: AccountSnapshot<'campaign'>,
  context: Context,
  live: readonly CampaignFacts[],
): Finding {
  const own = Map.groupBy(
    snapshot.negatives.filter(({ scope }) => scope === 'campaign'),
    ({ campaignId }) => campaignId ?? '',
  )
  const counts = live.map(({ id, name }) => ({ name, negatives: own.get(id)?.length ?? 0 }))
  return setupFinding(
    {
      campaignId: null,
      part: 'list',
      probability: 1,
      priority: 'low',
    },
    words.sharedListTexts(context, counts),
  )
}

/** Negatives and keywords are both criteria: no change of any means that the terms were not worked on. */
function isUnreviewed(
  snapshot: AccountSnapshot<'campaign'>,
  context: Context,
  changes: readonly AccountChange[],
): boolean {
  const { reviewDays, trackingClicks } = THRESHOLDS
  // The searches of a younger account cannot have been left alone for so long.
  if (context.daysKnown < reviewDays.value) return false
  const since = addDays(snapshot.account.today, -reviewDays.value)
  const touched = changes.some(
    ({ at, resourceType, operation }) =>
      at.slice(0, 10) >= since && operation === 'CREATE' && CRITERIA.has(resourceType),
  )
  return !touched && (context.sums.clicks ?? 0) >= trackingClicks.value
}

const CRITERIA = new Set(['AD_GROUP_CRITERION', 'CAMPAIGN_CRITERION'])

function reviewFinding(snapshot: AccountSnapshot, context: Context): Finding[] {
  const searched = withKnown(snapshot, ['searchTerm'], COUNTED)
  if (!searched || !isSearched(searched)) return []
  const finding = setupFinding(
    {
      campaignId: null,
      part: 'review',
      probability: 1,
      priority: 'low',
    },
    words.unreviewedTexts(context, searched),
  )
  return [finding]
}

function isSearched(snapshot: AccountSnapshot): boolean {
  const known = withKnown(snapshot, ['searchTerm'], COUNTED)
  return known?.searchTerms.some((term) => term.sums.clicks > 0 && isUndecided(term)) ?? true
}
