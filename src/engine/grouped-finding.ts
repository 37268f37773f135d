import { fingerprintOf } from './fingerprint.ts'
import type { Uniforms } from './random.ts'
import type { Finding, FindingGroup } from './recommendation.ts'
import { THRESHOLDS } from './thresholds.ts'
import { groupedCard } from './wording/grouped-card.ts'

/** `factor`: what the finding's draws are multiplied by. */
type Part = { finding: Finding; factor: number }

/**
 * Findings of one rule and group as one: effects, claims, rows and operations of all. Only as many as can be read;
 * `parts` not empty, those worth most first.
 */
export function groupedFinding(parts: readonly Part[], { identity, texts }: FindingGroup): Finding {
  const kept = parts.slice(0, readable(parts))
  const findings = kept.map(({ finding }) => finding)
  const [first] = findings
  return {
    ...(kept.length === 1 ? first! : merged(findings, texts)),
    fingerprint: fingerprintOf(first!.rule, ...identity),
    drawMonthlyNet: sumOf(kept),
    mostMonthlyNet: undefined,
  }
}

/** At least one, and not more than fit in a card. */
function readable(parts: readonly Part[]): number {
  const most = THRESHOLDS.groupedMost.value
  let used = 0
  const fitting = parts.findIndex(({ finding: { card } }) => {
    used += Math.max(1, card.change?.operations.length ?? 0)
    return used > most
  })
  return fitting < 0 ? parts.length : Math.max(1, fitting)
}

function sumOf(parts: readonly Part[]): Finding['drawMonthlyNet'] {
  const draws = parts.flatMap(({ finding: { drawMonthlyNet }, factor }) =>
    drawMonthlyNet ? [{ drawMonthlyNet, factor }] : [],
  )
  if (draws.length === 0) return null
  return (next, common) => {
    const again = replayed(common)
    return draws.reduce((sum, one) => sum + one.factor * one.drawMonthlyNet(next, again()), 0)
  }
}

/** What is assumed of all alike is wrong for all alike: it does not average out. Each call starts the stream again. */
function replayed(stream: Uniforms): () => Uniforms {
  const drawn: number[] = []
  return () => {
    let at = 0
    return () => {
      if (at === drawn.length) drawn.push(stream())
      return drawn[at++]!
    }
  }
}

function merged(parts: readonly Finding[], texts: FindingGroup['texts']): Finding {
  const [first] = parts
  const adGroupId = common(parts.map((part) => part.adGroupId))
  const campaignId = common(parts.map((part) => part.campaignId))
  const { titulo, descripcion, whyNow, impact = first!.impact, ...card } = texts(parts)
  return {
    ...first!,
    objeto: adGroupId
      ? { tipo: 'adgroup', id: adGroupId }
      : { tipo: 'campaign', id: campaignId ?? '' },
    campaignId,
    adGroupId,
    titulo,
    descripcion,
    whyNow,
    impact,
    probability: parts.reduce((sum, { probability }) => sum + probability, 0) / parts.length,
    claims: parts.flatMap(({ claims }) => claims),
    acts: parts.flatMap(({ acts = [] }) => acts),
    kpi: parts.every(({ kpi }) => kpi === 'coste') ? 'coste' : 'conversiones',
    card: groupedCard(
      parts.map((part) => part.card),
      card,
    ),
  }
}

/** What all have in common, or null. */
function common(ids: readonly (string | null)[]): string | null {
  return new Set(ids).size === 1 ? ids[0]! : null
}
