import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { groupedCard } from '../words/grouped-card.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { OwnedFinding } from './owned-finding.ts'
import type { FindingGroup } from './recommendation.ts'

/** `factor`: what the finding's draws are multiplied by. */
type Part = { finding: OwnedFinding; factor: number }

/** Findings with the same key are decided together. */
export function groupKeyOf({ rule, group, fingerprint }: OwnedFinding): string {
  return group ? JSON.stringify([rule.name, ...group.identity]) : fingerprint
}

/** The same, decided with those of the group around its own; its wording is not worked out for that. */
export function inWiderGroup(finding: OwnedFinding): OwnedFinding {
  const own = Object.getOwnPropertyDescriptors(finding)
  const group = { value: finding.group?.wider, enumerable: true }
  return Object.defineProperties({}, { ...own, group }) as OwnedFinding
}

/** How many more of its group a finding's cards could hold, each of one operation; without a group it always fits. */
export function groupRoom(findings: readonly OwnedFinding[]) {
  const grouped = findings.filter(({ group }) => group)
  const keys = new Map(grouped.map((finding) => [finding, groupKeyOf(finding)]))
  const campaigns = new Map<string, Set<string | null>>()
  for (const [finding, key] of keys) {
    const own = campaigns.get(key) ?? new Set()
    campaigns.set(key, own)
    for (const place of placesOf(finding)) own.add(place)
  }
  const left = new Map(
    [...campaigns].map(([key, { size }]) => [key, size * THRESHOLDS.groupedMost.value]),
  )
  return {
    isLeft: (finding: OwnedFinding): boolean => (left.get(keys.get(finding) ?? '') ?? 1) > 0,
    take: (finding: OwnedFinding): void => {
      const key = keys.get(finding)
      if (key !== undefined) left.set(key, left.get(key)! - 1)
    },
  }
}

/**
 * Findings of one rule and group as one: effects, claims, rows and operations of all. What does not fit in a card waits,
 * but of several campaigns goes on another one, as many at most as campaigns. `parts` not empty, those worth most first.
 */
export function groupedFindings(parts: readonly Part[], group: FindingGroup): OwnedFinding[] {
  const most = new Set(parts.flatMap(({ finding }) => placesOf(finding))).size
  const cards: OwnedFinding[] = []
  let rest = parts
  while (rest.length > 0 && cards.length < most) {
    const fitting = readable(rest)
    cards.push(cardOf(rest.slice(0, fitting), group, cards.length + 1))
    rest = cards[0]!.drawMonthlyNet ? rest.slice(fitting) : []
  }
  return cards
}

/** Campaigns that it is about; one of the account as a whole counts as one. */
function placesOf({ campaignId, campaignIds }: OwnedFinding): readonly (string | null)[] {
  return campaignIds ?? [campaignId]
}

/** Its identity is its place among the cards of the group, not what it contains. */
function cardOf(
  parts: readonly Part[],
  { identity, texts }: FindingGroup,
  place: number,
): OwnedFinding {
  const findings = parts.map(({ finding }) => finding)
  const [first] = findings
  return {
    ...(parts.length === 1 ? first! : merged(findings, texts)),
    fingerprint: fingerprintOf(first!.rule.name, ...identity, ...(place > 1 ? [`${place}`] : [])),
    drawMonthlyNet: sumOf(parts),
    mostMonthlyNet: undefined,
  }
}

/** At least one, and not more than fit in a card. */
function readable(parts: readonly Part[]): number {
  const most = THRESHOLDS.groupedMost.value
  const used = new Set<string>()
  const fitting = parts.findIndex(({ finding: { card, fingerprint } }) => {
    const operations = card.change?.operations ?? []
    for (const one of operations.length > 0 ? operations : [fingerprint])
      used.add(JSON.stringify(one))
    return used.size > most
  })
  return fitting < 0 ? parts.length : Math.max(1, fitting)
}

function sumOf(parts: readonly Part[]): OwnedFinding['drawMonthlyNet'] {
  const draws = parts.flatMap(({ finding: { drawMonthlyNet }, factor }) =>
    drawMonthlyNet ? [{ drawMonthlyNet, factor }] : [],
  )
  if (draws.length === 0) return null
  return (next, common, worth) => {
    const from = common.at
    return draws.reduce((sum, one) => {
      common.at = from
      return sum + one.factor * one.drawMonthlyNet(next, common, worth)
    }, 0)
  }
}

function merged(parts: readonly OwnedFinding[], texts: FindingGroup['texts']): OwnedFinding {
  const [first] = parts
  const adGroupId = common(parts.map((part) => part.adGroupId))
  const campaignId = common(parts.map((part) => part.campaignId))
  const { title, description, whyNow, impact = first!.impact, ...card } = texts(parts)
  return {
    ...first!,
    object: adGroupId
      ? { type: 'adgroup', id: adGroupId }
      : { type: 'campaign', id: campaignId ?? '' },
    campaignId,
    adGroupId,
    title,
    description,
    whyNow,
    impact,
    probability: parts.reduce((sum, { probability }) => sum + probability, 0) / parts.length,
    claims: parts.flatMap(({ claims }) => claims),
    acts: parts.flatMap(({ acts = [] }) => acts),
    isWorthSupposed: parts.some((part) => part.isWorthSupposed),
    kpi: parts.every(({ kpi }) => kpi === 'cost') ? 'cost' : 'conversions',
    card: {
      ...groupedCard(
        parts.map((part) => part.card),
        card,
        campaignId === null,
      ),
      ...(campaignId === null && { campaignIds: campaignsOf(parts) }),
    },
  }
}

function campaignsOf(parts: readonly OwnedFinding[]): string[] {
  return [...new Set(parts.flatMap(({ campaignId, card }) => campaignId ?? card.campaignIds ?? []))]
}

/** What all have in common, or null. */
function common(ids: readonly (string | null)[]): string | null {
  return new Set(ids).size === 1 ? ids[0]! : null
}
