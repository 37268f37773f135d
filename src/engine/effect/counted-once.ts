import { addDays, type Day, daysInRange } from '#shared/dates.ts'
import type { CountedCard } from './account-total.ts'
import { spanOf } from './same-weeks.ts'

/** Of a card's effect: which part counts as its own, and in whose figures the others are. */
export type CountedPart = {
  card: CountedCard
  /** Fraction. */
  share: number
  held: { id: string; share: number }[]
}

/** A part of a card, one of its campaigns, that is in the figures of an earlier one: fractions. */
type Link = { holder: number; campaign: number; atHolder: number; days: number }

type Linked = { card: CountedCard; weights: number[]; links: Link[] }

/**
 * Each campaign counts once on each day: what of a card is in another's figures already, by what its campaigns cost and by the days on
 * which both were measured, is not counted again; the rest is. With the cards, asked once, of any of them that stand.
 */
export function countingOf(
  cards: readonly CountedCard[],
): (stands: (id: string) => boolean) => CountedPart[] {
  const linked = linksOf(inTurn(cards))
  return (stands) => {
    const counted: number[][] = []
    return linked.flatMap(({ card, weights, links }) => {
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
      counted.push(heldIn.map((share) => (isThere ? 1 - share : 0)))
      if (!isThere) return []
      const own = 1 - sum(weights.map((weight, at) => weight * heldIn[at]!))
      const share = own < LEAST ? 0 : own
      return [{ card, share, held: [...held].map(([id, share]) => ({ id, share })) }]
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

function linksOf(cards: readonly CountedCard[]): Linked[] {
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
    return { card, weights: weightsOf(card), links }
  })
}

/** What each of its campaigns cost before, of all; alike where that was not kept. */
function weightsOf({ campaignIds, campaignShares }: CountedCard): number[] {
  const known = campaignShares?.length === campaignIds.length ? campaignShares : []
  const all = sum(known)
  return campaignIds.map((_, at) => (all > 0 ? known[at]! / all : 1 / campaignIds.length))
}

/**
 * How much of what a card does in a campaign is in the figures of another there: by the days on which it was in force of those measured, less
 * of those they were held against.
 */
export function heldBy(
  card: Pick<CountedCard, 'adGroupId' | 'appliedOn'>,
  holder: CountedCard,
): number {
  if (holder.isDrawn || (holder.adGroupId && holder.adGroupId !== card.adGroupId)) return 0
  const { days } = spanOf(holder)
  const [before, after] = [addDays(holder.appliedOn, -1), holder.measuredTo]
  const inForce = (last: Day) => Math.min(days, Math.max(0, daysInRange(card.appliedOn, last)))
  return (inForce(after) - inForce(before)) / days
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
