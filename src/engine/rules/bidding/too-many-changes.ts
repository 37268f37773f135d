import { addDays } from '#shared/dates.ts'
import { isSmartBidding } from '../../account/bidding-strategy.ts'
import type { Context } from '../../account/context.ts'
import type { AccountChange } from '../../account/inventory.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { isLearning } from '../../account/known-settings.ts'
import { isAbout, settlingSince } from '../../account/settling.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import type { AbruptChange } from './too-many-changes-words.ts'
import * as words from './too-many-changes-words.ts'

/** Steps too large for what Smart Bidding has learnt, and accounts where too much is learning at once. */
export const tooManyChanges = defineRule({
  name: 'too-many-changes',
  title: 'Demasiados cambios seguidos',
  category: 'bids',
  place: 280,
  needs: {
    any: ['changes', 'campaignSettings'],
    called: 'los cambios recientes',
    levels: ['campaign'],
    columns: COUNTED,
  },
  run,
  words,
})

function run(snapshot: SnapshotWith<never, 'campaign'>, context: Context): RuleResult {
  const smart = snapshot.campaigns.filter((one) => one.status === 'ENABLED' && isSmartBidding(one))
  if (smart.length === 0) return { findings: [], silence: words.NONE_SMART }
  const since = settlingSince(snapshot.account.today)
  // How far one change of ours may go is said by the card that makes it.
  const recent = (snapshot.inventory.changes ?? []).filter(
    ({ at, isOfCard }) => at.slice(0, 10) >= since && !isOfCard,
  )
  const findings = [
    ...smart.flatMap((campaign) => abruptOf(campaign, recent)).map((one) => abrupt(one, context)),
    ...smart.flatMap((campaign) => restarted(campaign, recent, context)),
    ...learning(snapshot, smart, context),
  ]
  const silence = snapshot.inventory.changes ? words.CALM : words.CHANGES_UNKNOWN
  return { findings, silence: findings.length > 0 ? null : silence }
}

function abruptOf(campaign: CampaignFacts, recent: readonly AccountChange[]): AbruptChange[] {
  return (['budget', 'target'] as const).flatMap((what) => {
    const own = recent
      .filter((one) => one.campaignId === campaign.id && isAbout(one, what))
      .filter(({ beforeMicros = 0, afterMicros = 0 }) => beforeMicros > 0 && afterMicros > 0)
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    const limit = THRESHOLDS[what === 'budget' ? 'budgetChange' : 'targetChange'].value
    const weeks = own.map((first) => weekFrom(campaign, what, own, first))
    const largest = weeks.toSorted((a, b) => b.step - a.step)[0]
    return largest && largest.step > limit + ROUNDING ? [largest] : []
  })
}

/** A step of exactly the limit is allowed, rounding of cents included. */
const ROUNDING = 1e-6

/** From `first` on, what seven days of changes add up to. */
function weekFrom(
  campaign: CampaignFacts,
  what: AbruptChange['what'],
  own: readonly AccountChange[],
  first: AccountChange,
): AbruptChange {
  const firstDay = first.at.slice(0, 10)
  const end = addDays(firstDay, THRESHOLDS.changeDays.value)
  const changes = own.filter(({ at }) => at >= first.at && at.slice(0, 10) < end)
  const last = changes.at(-1) ?? first
  const beforeMicros = first.beforeMicros!
  const afterMicros = last.afterMicros!
  return {
    campaign,
    what,
    changes,
    beforeMicros,
    afterMicros,
    step: Math.abs(afterMicros / beforeMicros - 1),
    firstDay,
    lastDay: last.at.slice(0, 10),
  }
}

/** Another way of bidding begins to learn from nothing. */
function restarted(
  campaign: CampaignFacts,
  recent: readonly AccountChange[],
  context: Context,
): Finding[] {
  const last = recent
    .filter(({ campaignId, operation }) => campaignId === campaign.id && operation === 'UPDATE')
    .filter((one) => isAbout(one, 'strategy'))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .at(-1)
  if (!last) return []
  const head = {
    campaignId: campaign.id,
    part: 'strategy',
    probability: THRESHOLDS.mostCertain.value,
    priority: 'low' as const,
  }
  return [setupFinding(head, words.restartTexts(context, campaign, last.at.slice(0, 10)))]
}

function abrupt(one: AbruptChange, context: Context): Finding {
  return setupFinding(
    {
      campaignId: one.campaign.id,
      part: one.what,
      probability: THRESHOLDS.mostCertain.value,
      priority: 'low',
    },
    words.abruptChangeTexts(context, one),
  )
}

function learning(
  { inventory }: AccountSnapshot<'campaign'>,
  smart: readonly CampaignFacts[],
  context: Context,
): Finding[] {
  const settings = new Map(inventory?.campaignSettings?.map((one) => [one.campaignId, one]))
  const known = smart.filter(({ id }) => settings.get(id)?.biddingSystemStatus)
  const learners = known.filter(({ id }) => isLearning(settings.get(id)))
  const { learningShare, learningCampaigns } = THRESHOLDS
  const share = learners.length / Math.max(1, known.length)
  if (learners.length < learningCampaigns.value || share <= learningShare.value) return []
  return [
    setupFinding(
      {
        campaignId: null,
        part: 'learning',
        probability: THRESHOLDS.mostCertain.value,
        priority: 'low',
      },
      words.learningTexts(context, learners, known.length),
    ),
  ]
}
