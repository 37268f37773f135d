import { expect, test, vi } from 'vitest'
import { analyseAccount } from '#engine/analyse-account.ts'
import { drawAccount } from './account-world.ts'
import { isFound, judged, share } from './verdict.ts'
import type { Loss, Plan } from './world.ts'

/** A small sample of `npm run eval -- --only=tracking`, with accounts of its own. */
const NOISES = ['calm', 'usual', 'shocked'] as const

// Seconds on an idle core; the bound allows for a busy machine.
vi.setConfig({ testTimeout: 120_000 })

function plans(name: string, count: number, over: Partial<Plan>): Plan[] {
  return Array.from({ length: count }, (_, i) => ({
    seed: `test ${name} ${i}`,
    conversionsADay: 10,
    historyDays: 89,
    noise: NOISES[i % 3]!,
    detail: i % 4 !== 0,
    ...over,
  }))
}

function foundShare(name: string, conversionsADay: number, loss: Loss, over: Partial<Plan> = {}) {
  const found = plans(name, 18, { conversionsADay, loss, ...over }).map(isFound)
  return found.filter(Boolean).length / found.length
}

test.each([0.03, 0.06, 0.2, 0.4, 1, 10])(
  'at %s conversions a day a healthy account is not accused, whatever its history',
  (conversionsADay) => {
    const verdicts = [5, 29, 89, 400].flatMap((historyDays) =>
      plans(`healthy ${conversionsADay} ${historyDays}`, 12, { conversionsADay, historyDays }).map(
        judged,
      ),
    )
    // One of 48 is 2 %.
    expect(share(verdicts, 'accused')).toBeLessThanOrEqual(1 / 48)
    expect(share(verdicts, 'silenced')).toBe(0)
  },
)

test('days on which nothing was counted are found where the volume allows', () => {
  expect(foundShare('14 days', 3, { kind: 'full', days: 14, ongoing: false })).toBeGreaterThan(0.9)
  expect(foundShare('now', 10, { kind: 'full', days: 14, ongoing: true })).toBeGreaterThan(0.9)
  expect(foundShare('one a day', 1, { kind: 'full', days: 14, ongoing: true })).toBeGreaterThan(0.5)
  expect(foundShare('few', 0.2, { kind: 'full', days: 5, ongoing: true })).toBe(0)
})

test('a part that is lost is found by its ratio to the clicks, one action by itself', () => {
  const partial = { kind: 'partial', lost: 0.6, days: 30, ongoing: true } as const
  expect(foundShare('half', 50, partial)).toBeGreaterThan(0.6)
  const action = { kind: 'action', days: 14, ongoing: true } as const
  expect(foundShare('action', 10, action, { detail: true })).toBeGreaterThan(0.85)
  const soon = { kind: 'action', days: 4, ongoing: true } as const
  expect(foundShare('soon', 50, soon, { detail: true })).toBeGreaterThan(0.8)
  const values = { kind: 'values', days: 3, ongoing: true } as const
  expect(foundShare('values', 10, values)).toBeGreaterThan(0.7)
})

test('the action that stopped is named, and no rule falls silent for it', () => {
  const loss = { kind: 'action', days: 20, ongoing: true } as const
  for (const plan of plans('named', 4, { conversionsADay: 20, loss, detail: true })) {
    const { recommendations, silenced } = analyseAccount(drawAccount(plan).snapshot)
    const titles = recommendations.map(({ title }) => title)
    expect(titles.filter((title) => title.startsWith('Revisa «Acción 1»: '))).toHaveLength(1)
    expect(titles.join()).not.toContain('Revisa la medición')
    expect(silenced.map(({ reason }) => reason).join()).not.toMatch(/falló|arreglar la medición/)
  }
})
