import type { Worth } from '../effect/net-effect.ts'
import type { Context, Target } from './context.ts'
import type { AccountSnapshot } from './snapshot.ts'

/** `advice`: what the card that was applied had counted with. */
export type WorthSource = Target['origin'] | 'advice'
export type SaidWorth = Worth & { source: WorthSource }

/** What a change was advised with. */
export type Advice = {
  /** What a conversion was taken to be worth; null where it was not advised, or is not known. */
  micros: number | null
  /** The change is one of what bidding aims at, which then is no measure of what it does. */
  movesTarget: boolean
}

/** How far from the truth a worth may be, sd of the logarithm: said of these conversions, aimed at, only paid so far. */
const DOUBT: Record<WorthSource, number> = {
  value: 0.1,
  actions: 0.1,
  campaign: 0.25,
  roas: 0.25,
  goal: 0.25,
  reported: 0.3,
  otherRoas: 0.3,
  advice: 0.25,
  average: 0.5,
  rest: 0.5,
}

/**
 * What a conversion of these campaigns is worth together, each campaign by its conversions, as rules that decide by money
 * count. What was only paid on average gives way to what the advice had counted with. A moved target is judged by what its owner
 * said alone: priced at itself, raising it would hardly ever pay, and lowering it nearly always.
 */
export function worthOfConversions(
  snapshot: AccountSnapshot,
  context: Context,
  { campaignIds, advice }: { campaignIds: readonly string[]; advice: Advice },
): SaidWorth | null {
  const { micros: adviceMicros, movesTarget } = advice
  const targetOf = movesTarget ? context.saidOf : context.targetOf
  const known = campaignIds.flatMap((id) => {
    const target = targetOf(id)
    if (!target) return []
    const campaign = snapshot.campaigns.find((one) => one.id === id)
    const { micros, origin: source } = target
    return [{ micros, source, weight: campaign?.sums.conversionsMicros || 1 }]
  })
  const isSaid = known.some(({ source }) => DOUBT[source] < DOUBT.average)
  if (adviceMicros !== null && !isSaid)
    return { micros: adviceMicros, sd: DOUBT.advice, source: 'advice' }
  if (known.length === 0) return null
  const weights = known.reduce((sum, { weight }) => sum + weight, 0)
  const micros = known.reduce((sum, one) => sum + one.micros * one.weight, 0) / weights
  const { source } = known.reduce((a, b) => (DOUBT[b.source] > DOUBT[a.source] ? b : a))
  return { micros, sd: Math.hypot(DOUBT[source], movedBy(source, micros, adviceMicros)), source }
}

/** Values that are recorded otherwise than when it was advised are not known to be the true ones now (logarithm). */
function movedBy(source: WorthSource, micros: number, adviceMicros: number | null): number {
  const isRecorded = source === 'roas' || source === 'reported' || source === 'otherRoas'
  return isRecorded && adviceMicros ? Math.log(micros / adviceMicros) : 0
}
