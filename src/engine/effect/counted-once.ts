import { addDays, type Day, daysInRange } from '#shared/dates.ts'
import type { NetSpread } from '#shared/measured.ts'
import { spanOf } from './same-weeks.ts'

/** One measured card; micros a month. */
export type CountedCard = {
  id: string
  /** Ids of the campaigns it changed. */
  campaignIds: readonly string[]
  /** What part of their cost before each of them had; not kept at first. */
  campaignShares?: readonly number[] | undefined
  /** Of a card about one: the only one whose figures it was judged by. */
  adGroupId?: string | null
  appliedOn: Day
  /** Last day that was measured. */
  measuredTo: Day
  estimate: number
  spread: NetSpread
  /** What it would have cost a month without the change. */
  usual: number
  /** Half of it was held against the other: what else was done in its campaigns is in both, and not in its figures. */
  isDrawn?: boolean
}

/** What was applied, measured or not, as far as the figures of others hold what it did. */
export type Act = Pick<
  CountedCard,
  'id' | 'campaignIds' | 'campaignShares' | 'adGroupId' | 'appliedOn'
> & {
  /** Taken back; null while it stands. */
  goneOn: Day | null
  /** Of a month, all of it; null where nothing was foreseen. */
  predicted: number | null
  /** Fraction: of one that was taken back in part, that and the rest are an act each. */
  part?: number
}

/** Of a card's effect: which part counts as its own, and in whose figures the others are. */
export type CountedPart = {
  card: CountedCard
  /** Fraction. */
  share: number
  held: { id: string; share: number }[]
  /** Of those in its own figures that were taken back, by what was foreseen of each: ids. */
  gone: string[]
  /** Whether something was foreseen of all that its figures hold, where some of it was taken back. */
  isForeseen: boolean
}

/** A part of a card, one of its campaigns, that is in the figures of an earlier one: fractions. */
type Link = { holder: number; campaign: number; atHolder: number; days: number }

type Linked = { card: CountedCard; weights: number[]; links: Link[]; parties: Party[][] }

/** Of one campaign of a card: what acted there in the days that it was measured, itself too, and how much of it was foreseen. */
type Party = { act: Pick<Act, 'id' | 'goneOn'>; weight: number; isForeseen: boolean }

/**
 * Each campaign counts once on each day: what of a card is in another's figures already, by what its campaigns cost and by the days on
 * which both were measured, is not counted again; the rest is. Nor is what in its own figures was done by what was taken back since: as the
 * forecasts share it out, for they hold the sum alone. With the cards and all that was applied, asked once, of those that stand on a day; `day`: unset, by now.
 */
export function countingOf(
  cards: readonly CountedCard[],
  acts: readonly Act[] = [],
): (stands: (id: string) => boolean, day?: Day) => CountedPart[] {
  const linked = linksOf(inTurn(cards), acts)
  return (stands, day) => {
    const isGone = ({ act: { goneOn } }: Party) =>
      goneOn !== null && (day === undefined || goneOn <= day)
    const counted: number[][] = []
    return linked.flatMap(({ card, weights, links, parties }) => {
      const isThere = stands(card.id)
      const heldIn = weights.map(() => 0)
      const held = new Map<string, number>()
      for (const { holder, campaign, atHolder, days } of isThere ? links : []) {
        const room = 1 - heldIn[campaign]!
        const share = Math.min(room, days * counted[holder]![atHolder]!)
        if (share <= 0) continue
        heldIn[campaign]! += share
        const { id } = linked[holder]!.card
        held.set(id, (held.get(id) ?? 0) + share * weights[campaign]!)
      }
      const own = heldIn.map((share) => (isThere ? 1 - share : 0))
      counted.push(own)
      if (!isThere) return []
      const gone = parties.map((there) => there.filter(isGone))
      const left = (at: number) => own[at]! * (1 - sum(gone[at]!.map(({ weight }) => weight)))
      const share = sum(weights.map((weight, at) => weight * left(at)))
      return [
        {
          card,
          share: share < LEAST ? 0 : share,
          held: [...held].map(([id, share]) => ({ id, share })),
          gone: [...new Set(gone.flat().map(({ act }) => act.id))],
          isForeseen: parties.flat().every((party) => party.isForeseen),
        },
      ]
    })
  }
}

/** What is left of adding fractions up. */
const LEAST = 1e-9

/**
 * Those of whole campaigns before those of an ad group, whose figures hold nothing of theirs; oldest first, of one day those of most
 * campaigns, which hold what the others did there, and halves last, which hold nothing else: each is only within those before it.
 */
function inTurn(cards: readonly CountedCard[]): CountedCard[] {
  return cards.toSorted((a, b) => {
    if (!a.adGroupId !== !b.adGroupId) return a.adGroupId ? 1 : -1
    if (a.appliedOn !== b.appliedOn) return a.appliedOn < b.appliedOn ? -1 : 1
    if (a.isDrawn !== b.isDrawn) return a.isDrawn ? 1 : -1
    return b.campaignIds.length - a.campaignIds.length || (a.id < b.id ? -1 : 1)
  })
}

function linksOf(cards: readonly CountedCard[], acts: readonly Act[]): Linked[] {
  const partiesOf = partiesAmong(acts)
  const byCampaign = new Map<string, { holder: number; atHolder: number }[]>()
  return cards.map((card, at) => {
    const links = card.campaignIds.flatMap((id, campaign) =>
      (byCampaign.get(id) ?? []).flatMap(({ holder, atHolder }) => {
        const days = heldBy(card, cards[holder]!)
        return days > 0 ? [{ holder, campaign, atHolder, days }] : []
      }),
    )
    for (const [atHolder, id] of card.campaignIds.entries())
      byCampaign.set(id, [...(byCampaign.get(id) ?? []), { holder: at, atHolder }])
    const parties = card.campaignIds.map((id) => partiesOf(card, id))
    return { card, weights: weightsOf(card), links, parties }
  })
}

function partiesAmong(acts: readonly Act[]) {
  const foreseen = new Map<string, { act: Act; predicted: number | null }[]>()
  for (const act of acts) {
    const weights = weightsOf(act)
    for (const [at, id] of act.campaignIds.entries()) {
      const predicted = act.predicted && Math.abs(act.predicted) * weights[at]!
      foreseen.set(id, [...(foreseen.get(id) ?? []), { act, predicted }])
    }
  }
  return (card: CountedCard, campaignId: string): Party[] => {
    const all = foreseen.get(campaignId) ?? []
    if (all.every(({ act }) => act.goneOn === null)) return []
    const there = all.flatMap(({ act, predicted }) => {
      const days = act.id === card.id ? 1 : heldBy(act, card)
      return days > 0 ? [{ act, days, predicted }] : []
    })
    const mean = meanOfForeseen(there)
    const parts = there.map(({ act, days, predicted }) => days * partOf(act) * (predicted || mean))
    return there.map(({ act, predicted }, at) => ({
      act,
      weight: parts[at]! / sum(parts),
      isForeseen: Boolean(predicted),
    }))
  }
}

const partOf = ({ part = 1 }: Act) => part

/** What one does of which nothing was foreseen, as far as the others tell. */
function meanOfForeseen(there: readonly { act: Act; predicted: number | null }[]): number {
  const known = there.filter(({ predicted }) => predicted)
  const all = sum(known.map(({ act, predicted }) => partOf(act) * predicted!))
  return known.length > 0 ? all / sum(known.map(({ act }) => partOf(act))) : 1
}

/** What each of its campaigns cost before, of all; alike where that was not kept. */
function weightsOf({
  campaignIds,
  campaignShares,
}: Pick<CountedCard, 'campaignIds' | 'campaignShares'>): number[] {
  const known = campaignShares?.length === campaignIds.length ? campaignShares : []
  const all = sum(known)
  return campaignIds.map((_, at) => (all > 0 ? known[at]! / all : 1 / campaignIds.length))
}

type HeldCard = Pick<CountedCard, 'adGroupId' | 'appliedOn'> & { goneOn?: Day | null }
type Holder = Pick<CountedCard, 'adGroupId' | 'appliedOn' | 'measuredTo' | 'isDrawn'>

/** How much of what a card does in a campaign is in the figures of another there; none of what was taken back meanwhile. */
export const heldBy = (card: HeldCard, holder: Holder): number =>
  Math.max(0, changeWithin(card, holder))

/**
 * By the days on which it was in force of those measured, less of those they were held against: below 0 where it was in force before and is
 * missing in what was measured.
 */
function changeWithin(card: HeldCard, holder: Holder): number {
  if (holder.isDrawn || (holder.adGroupId && holder.adGroupId !== card.adGroupId)) return 0
  if (card.appliedOn > holder.measuredTo) return 0
  const { days } = spanOf(holder)
  const inForce = (last: Day) => {
    const [first, until] = [addDays(last, 1 - days), card.goneOn && addDays(card.goneOn, -1)]
    const from = card.appliedOn > first ? card.appliedOn : first
    return Math.max(0, daysInRange(from, until && until < last ? until : last))
  }
  return (inForce(holder.measuredTo) - inForce(addDays(holder.appliedOn, -1))) / days
}

/**
 * What else that was applied did in the figures of a card, by what was foreseen of each, micros; of one of which nothing was, as much as of the
 * card. What acts in a whole campaign acts in each of its ad groups.
 */
export function othersWithin(
  card: Omit<CountedCard, 'estimate' | 'spread' | 'usual'> & { predicted: number },
  acts: readonly Act[],
): number {
  const own = weightsOf(card)
  const done = acts.map((act) => {
    if (act.id === card.id) return 0
    const weights = weightsOf(act)
    const there = card.campaignIds.map((id, at) => {
      const place = act.campaignIds.indexOf(id)
      if (place < 0) return 0
      return Math.abs(act.predicted ? act.predicted * weights[place]! : card.predicted * own[at]!)
    })
    const all = partOf(act) * sum(there)
    const acting = { ...act, adGroupId: act.adGroupId ?? card.adGroupId ?? null }
    return all && all * Math.abs(changeWithin(acting, card))
  })
  return sum(done)
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
