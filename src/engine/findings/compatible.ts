import type { Context } from '../account/context.ts'
import type { AccountSnapshot } from '../account/snapshot.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { ledgerOf } from './claims.ts'
import { newConflicts } from './conflicts.ts'
import { findingQueue } from './finding-queue.ts'
import { fingerprintOf } from './fingerprint.ts'
import { groupRoom } from './grouped-finding.ts'
import type { OwnedFinding } from './owned-finding.ts'
import { calibrationOf, type Simulated, scaled, simulateAlone } from './simulated-finding.ts'

/**
 * Findings that may be shown together, best first, none of which could well lose money. First come, first served: what
 * acts on the same thing as a better finding is left out; of two about as good the one that is shown already stays. The share of a finding's cost that others already claim is
 * taken off its effect; past one half it says the same as they do and is left out too. What no longer fits on the cards of
 * its group is not shown: it claims nothing and is not simulated. `isUnsafe`: whether a finding of the rule could lose
 * money.
 */
export function compatible(
  findings: readonly OwnedFinding[],
  snapshot: AccountSnapshot,
  context: Context,
): { kept: Simulated[]; isUnsafe: (rule: string) => boolean } {
  const admission = admissionOf(snapshot, findings)
  const simulated = (finding: OwnedFinding) => simulateAlone(finding, snapshot, context)
  const unsafe = new Set<string>()
  const passedOver: OwnedFinding[] = []
  const kept: Simulated[] = []
  const queue = findingQueue()
  const room = groupRoom(findings)
  const bonusOf = ({ fingerprint }: OwnedFinding) =>
    context.isShown(fingerprint) ? THRESHOLDS.stayingBonus.value : 1
  const join = (one: Simulated) => {
    const worth = one.cautious * bonusOf(one.finding)
    if (isSafe(one)) queue.add({ finding: one.finding, worth, simulated: one })
    else unsafe.add(one.finding.rule.name)
  }
  for (const finding of findings) {
    const most = finding.mostMonthlyNet
    if (most === undefined) join(simulated(finding))
    else {
      const worth = most * calibrationOf(finding, snapshot) * bonusOf(finding)
      queue.add({ finding, worth, simulated: null })
    }
  }
  for (let turn = queue.next(); turn; turn = queue.next()) {
    if (!room.isLeft(turn.finding)) continue
    const share = admission.claimedShare(turn.finding)
    const { overlapLimit, stayingOverlap } = THRESHOLDS
    const isStaying = context.isShown(turn.finding.fingerprint)
    const isFree = share <= (isStaying ? stayingOverlap : overlapLimit).value
    if (!turn.simulated) {
      if (isFree) join(simulated(turn.finding))
      else passedOver.push(turn.finding)
    } else if (isFree) {
      admission.admit(turn.finding)
      room.take(turn.finding)
      kept.push(withoutShared(turn.simulated, share))
    }
  }
  const isUnsafe = (finding: OwnedFinding) => !isSafe(simulated(finding))
  return {
    kept: withPartners(kept),
    isUnsafe: (rule) =>
      unsafe.has(rule) || passedOver.some((one) => one.rule.name === rule && isUnsafe(one)),
  }
}

/** Without those that miss one of what they are only worth with: what that had claimed stays unclaimed. */
function withPartners(kept: readonly Simulated[]): Simulated[] {
  const shown = new Set(kept.map(({ finding }) => finding.fingerprint))
  const left = kept.filter(({ finding: { rule, onlyWith = [] } }) =>
    onlyWith.every((identity) => shown.has(fingerprintOf(rule.name, ...identity))),
  )
  return left.length === kept.length ? left : withPartners(left)
}

/** The cautious side must not lose money. */
export function isSafe({ cautious }: Simulated): boolean {
  return cautious >= 0
}

function withoutShared(simulated: Simulated, share: number): Simulated {
  return share > NEGLIGIBLE ? scaled(simulated, 1 - share, SHARED_SPEND) : simulated
}

/** Rounding of sums, not an overlap. */
const NEGLIGIBLE = 1e-9

const SHARED_SPEND = 'Parte de este gasto ya la cuenta otra recomendación; aquí se ha descontado.'

/** What has been decided so far. What it rules out once it rules out for good: it only ever gets fuller. */
function admissionOf(snapshot: AccountSnapshot, findings: readonly OwnedFinding[]) {
  const ledger = ledgerOf(
    snapshot,
    findings.map(({ claims }) => claims),
  )
  const conflicts = newConflicts()
  return {
    /** Share of its cost that others claim, 0..1; 1 also where it contradicts one of them. */
    claimedShare: ({ claims, acts = [] }: OwnedFinding): number => {
      if (!conflicts.allow(acts)) return 1
      const total = claims.reduce((sum, { costMicros }) => sum + costMicros, 0)
      return total > 0 ? 1 - ledger.free(claims) / total : 0
    },
    admit: ({ claims, acts = [] }: OwnedFinding): void => {
      ledger.book(claims)
      conflicts.take(acts)
    },
  }
}
