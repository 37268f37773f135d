import type { Context } from '../../account/context.ts'
import type { AccountInventory } from '../../account/inventory.ts'
import { addUp, type Measurement } from '../../account/measurement.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { fingerprintOf } from '../../findings/fingerprint.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { shrunk } from '../../statistics/rate-ratio.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { tooFewConversions } from '../../words/shared-texts.ts'
import { campaignBidBeliefs } from '../keywords/bid-beliefs.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import { scheduleOperations } from './ad-schedule.ts'
import {
  adviseSlices,
  type BidSlice,
  conversionsLacking,
  ratioOf,
  type SliceAdvice,
  settlingSilence,
  sliceClaims,
  sliceDraw,
  takesModifiers,
} from './bid-slices.ts'
import type { Cut, HourCase } from './hour-performance-words.ts'
import * as words from './hour-performance-words.ts'

const NAME = 'hour-performance'
const CUTS: readonly Cut[] = ['hours', 'weekdays']
type HourRows = NonNullable<AccountInventory['hours']>

/** Hours or weekdays that convert clearly better or worse than the rest of their campaign. */
export const hourPerformance = defineRule({
  name: NAME,
  title: 'Rendimiento por hora y día',
  category: 'bids',
  needs: {
    all: ['hours', 'adSchedules'],
    called: 'los datos por horas',
    conversions: true,
    levels: ['campaign'],
  },
  run,
  words,
})

function run(
  snapshot: SnapshotWith<'hours' | 'adSchedules', 'campaign'>,
  context: Context,
): RuleResult {
  const { hours, adSchedules } = snapshot.inventory
  const missing = THRESHOLDS.scheduleDays.value - context.days
  if (missing > 0) return { findings: [], silence: words.tooShort(context, missing) }
  const campaigns = snapshot.campaigns.filter(takesModifiers)
  const byCampaign = Map.groupBy(hours, ({ campaignId }) => campaignId)
  const slices = campaigns.flatMap((campaign) => {
    const rows = byCampaign.get(campaign.id) ?? []
    return CUTS.flatMap((cut) => slotsOf(campaign, cut, rows, adSchedules, context))
  })
  const informed = slices.map((slice) => ({ ...slice, centre: centreOf(slice, slices, context) }))
  const isShown = ({ campaign, dimension }: BidSlice) =>
    context.isShown(fingerprintOf(NAME, campaign.id, dimension))
  const advised = adviseSlices(informed, context, campaignBidBeliefs(snapshot), isShown)
  const cases = casesOf(advised, slices)
  const byHand = snapshot.account.source === 'imported'
  const findings = cases.map((one) => findingOf(one, context, byHand ? undefined : adSchedules))
  const silence = silenceOf(campaigns, slices, context)
  return { findings, silence: findings.length > 0 ? null : silence }
}

function silenceOf(
  campaigns: readonly CampaignFacts[],
  slices: readonly BidSlice[],
  context: Context,
): string {
  if (campaigns.length === 0) {
    return words.NONE_BY_HAND
  }
  const lacking = conversionsLacking(slices)
  if (lacking > 0) return tooFewConversions(context, lacking, 0)
  return settlingSilence(slices, context) ?? words.ALIKE
}

type Schedules = NonNullable<AccountInventory['adSchedules']>

/** Slots without clicks are left out, so they keep the bid they have. */
function slotsOf(
  campaign: CampaignFacts,
  cut: Cut,
  rows: HourRows,
  schedules: Schedules,
  { measurement }: Context,
): BidSlice[] {
  const slotOf = (row: HourRows[number]) =>
    cut === 'weekdays' ? row.weekday : Math.floor(row.hour / THRESHOLDS.scheduleBlockHours.value)
  const bySlot = Map.groupBy(rows, slotOf)
  return [...bySlot.keys()]
    .sort((a, b) => a - b)
    .flatMap((slot) => {
      const own = bySlot.get(slot) ?? []
      const others = rows.filter((row) => slotOf(row) !== slot)
      const [sums, rest] = [own, others].map((some) => addUp(some.map((row) => row.sums)))
      if (!sums || !rest || sums.clicks <= 0) return []
      const known = { sums: knownOf(own, measurement), rest: knownOf(others, measurement) }
      const present = presentModifier(campaign, cut, slot, schedules)
      const label = words.slotLabel(cut, slot)
      return [{ campaign, dimension: cut, value: String(slot), label, sums, rest, known, present }]
    })
}

/** Days on which conversions were lost are of some weekdays more than of others. */
function knownOf(rows: HourRows, { knownShare, knownOfWeekday }: Measurement): number {
  const known = rows.map(({ weekday, sums: { clicks } }) => ({
    clicks,
    counted: clicks * (knownOfWeekday[weekday - 1] ?? knownShare),
  }))
  const clicks = known.reduce((sum, own) => sum + own.clicks, 0)
  return clicks > 0 ? known.reduce((sum, own) => sum + own.counted, 0) / clicks : knownShare
}

function presentModifier(
  campaign: CampaignFacts,
  cut: Cut,
  slot: number,
  schedules: Schedules,
): number {
  const start = slot * THRESHOLDS.scheduleBlockHours.value
  const covers = schedules.find(
    ({ campaignId, weekday, fromHour, toHour }) =>
      campaignId === campaign.id &&
      (cut === 'weekdays' ? weekday === slot : fromHour <= start && start < toHour),
  )
  return covers && covers.modifier > 0 ? covers.modifier : 1
}

/** What the same slot shows in the other campaigns of the account, shrunk: small campaigns lean on it. */
function centreOf(slice: BidSlice, slices: readonly BidSlice[], context: Context): number {
  const others = slices.filter(
    ({ campaign, dimension, value }) =>
      campaign.id !== slice.campaign.id && dimension === slice.dimension && value === slice.value,
  )
  if (others.length === 0) return 0
  const sums = addUp(others.map((other) => other.sums))
  const rest = addUp(others.map((other) => other.rest))
  const ratio = ratioOf({ ...slice, sums, rest }, context)
  return ratio ? shrunk(ratio, THRESHOLDS.ratioSpread.value).value : 0
}

function casesOf(advice: readonly SliceAdvice[], slices: readonly BidSlice[]): HourCase[] {
  return [...Map.groupBy(advice, ({ campaign }) => campaign.id).values()].map((own) => {
    const { campaign } = own[0]!
    const worth = (cut: Cut) =>
      own.reduce((sum, one) => sum + (one.dimension === cut ? one.meanNet : 0), 0)
    const cut = worth('weekdays') > worth('hours') ? 'weekdays' : 'hours'
    const ofCut = <T extends BidSlice>(some: readonly T[]) =>
      some.filter((one) => one.campaign.id === campaign.id && one.dimension === cut)
    const slots = ofCut(own).toSorted((a, b) => Number(a.value) - Number(b.value))
    return { campaign, cut, slots, all: ofCut(slices) }
  })
}

function findingOf(one: HourCase, context: Context, schedules: Schedules | undefined): Finding {
  const { campaign, cut, slots } = one
  const draws = slots.map((slot) => sliceDraw(slot, context))
  return {
    identity: [campaign.id, cut],
    object: { type: 'campaign', id: campaign.id },
    campaignId: campaign.id,
    adGroupId: null,
    probability: slots.reduce((sum, slot) => sum + slot.probability, 0) / slots.length,
    claims: slots.flatMap(sliceClaims),
    acts: [`campaign:${campaign.id}:schedule`],
    drawMonthlyNet: (next, common, worth) => {
      const from = common.at
      return draws.reduce((sum, draw) => {
        common.at = from
        return sum + draw(next, common, worth)
      }, 0)
    },
    kpi: slots.some((slot) => slot.next > slot.present) ? 'conversions' : 'cost',
    ...words.hourTexts(context, one, schedules ? scheduleOperations(one, schedules) : []),
  }
}
