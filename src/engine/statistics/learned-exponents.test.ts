import { expect, test } from 'vitest'
import { learnExponents, type Shared } from './learned-exponents.ts'
import { drawNormal, uniformsFrom } from './random.ts'

const USUAL = { mean: 0.8, sd: 0.3 }
const SPREADS = { campaigns: 0.2, keywords: 0.15 }

/** Ups and downs by a fifth; `shift` is what happened to all of them. */
function group(
  slope: number,
  { count = 40, shift = 0, variance = 0.001, campaignId = '1' } = {},
): Shared {
  return {
    campaignId,
    observations: Array.from({ length: count }, (_, i) => {
      const x = i % 2 ? 0.2 : -0.2
      return { key: `${i}`, x, y: slope * x + shift, variance }
    }),
  }
}

test('much evidence moves the belief to what was seen, little leaves it at what is usual', () => {
  const many = learnExponents(USUAL, [group(2)], SPREADS)!.ofCampaign('1')
  expect(many.mean).toBeGreaterThan(1.85)
  const few = learnExponents(USUAL, [group(2, { count: 2, variance: 1 })], SPREADS)!.ofCampaign('1')
  expect(few.mean).toBeLessThan(0.9)
  expect(many.sd).toBeLessThan(few.sd)
})

/** Changes of `cards` days, twenty keywords each, of clicks that follow the bid by .3 and vary by a third. */
function drawn(cards: number, seed: string, step = 0.2): Shared[] {
  const next = uniformsFrom(seed)
  return Array.from({ length: cards }, () => {
    const shift = 0.3 * drawNormal(next)
    const observations = Array.from({ length: 20 }, (_, i) => {
      const x = i % 2 ? step : -step
      return { key: `${i}`, x, y: 0.3 * x + shift + 0.33 * drawNormal(next), variance: 0.33 ** 2 }
    })
    return { campaignId: '1', observations }
  })
}

test('the more is tried the nearer the belief comes to the truth, and it says how near', () => {
  const runs = 60
  const off = (cards: number) => {
    const beliefs = Array.from({ length: runs }, (_, i) =>
      learnExponents(USUAL, drawn(cards, `drawn ${i}`), SPREADS)!.ofCampaign('1'),
    )
    return {
      error: Math.sqrt(beliefs.reduce((sum, { mean }) => sum + (mean - 0.3) ** 2, 0) / runs),
      within: beliefs.filter(({ mean, sd }) => Math.abs(mean - 0.3) < 1.96 * sd).length / runs,
    }
  }
  const [one, ten, hundred] = [off(1), off(10), off(100)]
  expect(one.error).toBeGreaterThan(ten.error)
  expect(ten.error).toBeGreaterThan(hundred.error)
  expect(hundred.error).toBeLessThan(0.06)
  for (const { within } of [one, ten, hundred]) expect(within).toBeGreaterThan(0.9)
})

test('one noisy card hardly moves it, and where no bid was moved nothing is learned', () => {
  const before = USUAL.mean
  const moved = Array.from({ length: 40 }, (_, i) =>
    Math.abs(
      learnExponents(USUAL, drawn(1, `noisy ${i}`, 0.03), SPREADS)!.ofCampaign('1').mean - before,
    ),
  )
  expect(Math.max(...moved)).toBeLessThan(0.15)
  expect(learnExponents(USUAL, drawn(10, 'still', 0), SPREADS)).toBeNull()
})

test('what happened to all keywords of a day alike tells nothing', () => {
  const [calm, season] = [0, -1].map((shift) =>
    learnExponents(USUAL, [group(1.2, { shift })], SPREADS)!.ofCampaign('1'),
  )
  expect(season!.mean).toBeCloseTo(calm!.mean, 9)
  const alone = { campaignId: '1', observations: [{ key: 'a', x: 0.2, y: -3, variance: 0.01 }] }
  expect(learnExponents(USUAL, [alone], SPREADS)).toBeNull()
})

test('another campaign learns of it, by less', () => {
  const learned = learnExponents(USUAL, [group(0.1)], SPREADS)!
  expect(learned.ofCampaign('2').mean).toBeLessThan(0.5)
  expect(learned.ofCampaign('2').mean).toBeGreaterThan(learned.ofCampaign('1').mean)
  expect(learned.ofCampaign('2').sd).toBeGreaterThan(learned.ofCampaign('1').sd)
  expect(learned.ofKeyword('2', '0')).toBeNull()
})

test('keywords that answer unlike each other are believed by what each of them did', () => {
  const { observations } = group(1)
  const unlike = observations.map((one, i) => ({ ...one, y: one.x * (i % 4 < 2 ? 0 : 4) }))
  const learned = learnExponents(USUAL, [{ campaignId: '1', observations: unlike }], SPREADS)!
  expect(learned.ofCampaign('1').sd).toBeGreaterThan(1)
  expect(learned.ofKeyword('1', '0')!.mean).toBeLessThan(0.6)
  expect(learned.ofKeyword('1', '2')!.mean).toBeGreaterThan(3)
})
