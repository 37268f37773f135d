import { expect, test } from 'vitest'
import { type Candidate, KINDS, oracleChoice } from './candidate.ts'
import { BASE } from './populations.ts'
import { snapshotOf } from './snapshot-of.ts'
import { splitCandidates } from './split-candidates.ts'
import { drawSplits } from './splits.ts'
import { unitCandidates } from './unit-candidates.ts'
import { drawWorld } from './world.ts'

function candidatesOf(seed: number): Candidate[] {
  const world = drawWorld(String(seed), BASE)
  return [...unitCandidates(world), ...splitCandidates(world, drawSplits(world))]
}

/** As the oracle would take it. */
function stepOf({ kind, key }: Candidate): number {
  if (kind === 'budgets') return 1.2
  return key.endsWith(' raise') ? 1.3 : key.endsWith(' lower') ? 0.7 : 1
}

test('the same seed is the same account', () => {
  const bytes = (seed: string) => {
    const world = drawWorld(seed, BASE)
    return JSON.stringify(snapshotOf(world, drawSplits(world)))
  }
  expect(bytes('7')).toBe(bytes('7'))
  expect(bytes('7')).not.toBe(bytes('8'))
})

test('who knows the populations is wrong about as often as he says', () => {
  const accounts = Array.from({ length: 30 }, (_, i) => candidatesOf(5_000 + i))
  for (const kind of KINDS) {
    const chosen = accounts.flatMap((all) => oracleChoice(all.filter((one) => one.kind === kind)))
    // A device is right or wrong by the way its bid is moved, which the oracle does not say.
    if (chosen.length < 50 || kind === 'devices') continue
    const wrong = chosen.filter((one) => !one.isRight(stepOf(one))).length / chosen.length
    expect(wrong, kind).toBeLessThan(0.08)
  }
})
