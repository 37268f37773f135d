import { describe, expect, test } from 'vitest'
import { addUp } from './account/measurement.ts'
import type { WholeSnapshot } from './account/snapshot.ts'
import { analyseAccount } from './analyse-account.ts'
import type { Recommendation } from './findings/recommendation.ts'
import {
  campaign,
  keyword,
  sampleAccount,
  searchTerm,
  sums,
  troubledAccount,
} from './samples/sample-account.ts'
import { neglectedAccount } from './samples/sample-inventory.ts'
import { type GammaMixture, mixtureCdf, posterior } from './statistics/priors.ts'
import { drawGamma, type Uniforms, uniformsFrom } from './statistics/random.ts'

const SEEDS = ['a', 'b', 'c']

/** Campaigns, ad groups, keywords and queries by chance: some sell, some waste, some overlap. */
function randomAccount(seed: string): WholeSnapshot {
  const next = uniformsFrom(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!
  const words = 'bota zueco sandalia gratis rojo piel boda mano niño talla curso empleo'.split(' ')
  const places = ['1', '2', '3'].flatMap((campaignId) =>
    ['a', 'b'].map((group) => ({ campaignId, adGroupId: `${campaignId}${group}` })),
  )
  const metrics = () => {
    const clicks = Math.ceil(400 * next() ** 3)
    const rate = next() < 0.3 ? 0.001 : drawGamma(next, 6, 120)
    return sums(clicks, Math.round(clicks * rate * 10) / 10, 0.3 + next())
  }
  const keywords = Array.from({ length: 60 }, (_, i) =>
    keyword(`${pick(words)} ${pick(words)} k${i}`, metrics(), {
      ...pick(places),
      criterionId: `${i}`,
    }),
  )
  const searchTerms = keywords.flatMap(({ campaignId, adGroupId, criterionId }) =>
    Array.from({ length: 8 }, () =>
      searchTerm(`${pick(words)} ${pick(words)} ${pick(words)}`, metrics(), {
        campaignId,
        adGroupId,
        criterionId,
      }),
    ),
  )
  const campaigns = ['1', '2', '3'].map((id) =>
    campaign({
      id,
      name: `Campaña ${id}`,
      sums: addUp(searchTerms.filter((row) => row.campaignId === id).map((row) => row.sums)),
    }),
  )
  const adGroups = places.map(({ campaignId, adGroupId: id }) => ({
    id,
    campaignId,
    name: `Grupo ${id}`,
    status: 'ENABLED' as const,
  }))
  return sampleAccount({ campaigns, adGroups, keywords, searchTerms })
}

const accounts = (): [string, WholeSnapshot][] => [
  ['troubled', troubledAccount()],
  ['neglected', neglectedAccount()],
  ...SEEDS.map((seed): [string, WholeSnapshot] => [seed, randomAccount(seed)]),
]

/** Every list of the snapshot in another order; the points of a curve stay ascending. */
function shuffled(snapshot: WholeSnapshot, next: Uniforms): WholeSnapshot {
  const mixed = (value: unknown): unknown =>
    Array.isArray(value)
      ? value
          .map((one) => ({ one, at: next() }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one)
      : value
  const lists = (record: object) =>
    Object.fromEntries(
      Object.entries(record).map(([key, value]) => [
        key,
        key === 'lagCurve' || key === 'wholeLagCurve' ? value : mixed(value),
      ]),
    )
  const inventory = snapshot.inventory && lists(snapshot.inventory)
  return { ...(lists(snapshot) as WholeSnapshot), inventory }
}

describe.each(accounts())('account %s', (seed, account) => {
  const analysed = analyseAccount(account)
  const once = JSON.stringify(analysed)

  test('the same facts give the same bytes, in whatever order', () => {
    const next = uniformsFrom(`order ${seed}`)
    expect(JSON.stringify(analyseAccount(shuffled(account, next)))).toBe(once)
  })

  test('in a currency of other size the same is found, in the same order, at the same odds', () => {
    const dear = JSON.parse(JSON.stringify(account), (key, value) =>
      /Micros$/.test(key) && key !== 'conversionsMicros' && typeof value === 'number'
        ? value * 128
        : value,
    ) as WholeSnapshot
    const [a, b] = [analysed, analyseAccount(dear)]
    const identity = (r: Recommendation) => [r.fingerprint, r.priority, r.probability.toFixed(9)]
    expect(b.recommendations.map(identity)).toEqual(a.recommendations.map(identity))
    expect(b.silenced.map(({ rule }) => rule)).toEqual(a.silenced.map(({ rule }) => rule))
  })

  test('no campaign saves more than it costs', () => {
    const { recommendations } = analysed
    for (const { id, sums: spent } of account.campaigns) {
      const own = recommendations.filter(
        (one) => one.campaignId === id && one.evidence.forecast?.kpi === 'cost',
      )
      const saved = own.reduce((sum, one) => sum + one.evidence.forecast!.monthlyHighMicros, 0)
      expect(saved).toBeLessThanOrEqual(spent.costMicros / 3)
    }
  })

  test('nothing shown is broken', () => {
    expect(once).not.toMatch(/NaN|Infinity|undefined|∞/)
    for (const { probability } of analysed.recommendations) {
      expect(probability).toBeGreaterThan(0)
      expect(probability).toBeLessThanOrEqual(1)
    }
  })
})

test('more clicks make a low rate likelier, more conversions less, under any belief', () => {
  const next = uniformsFrom('monotone')
  for (let i = 0; i < 300; i++) {
    const weight = next()
    const prior: GammaMixture = [
      { weight, shape: 0.2 + 5 * next(), rate: 10 + 400 * next() },
      { weight: 1 - weight, shape: 0.2 + 9 * next(), rate: 10 + 400 * next() },
    ]
    const [n, k, x] = [300 * next(), 12 * next(), 0.08 * next()]
    const chance = (clicks: number, conversions: number) =>
      mixtureCdf(posterior(prior, { n: clicks, k: conversions }), x)
    expect(chance(n + 20, k)).toBeGreaterThanOrEqual(chance(n, k) - 1e-9)
    expect(chance(n, k + 1)).toBeLessThanOrEqual(chance(n, k) + 1e-9)
  }
})
