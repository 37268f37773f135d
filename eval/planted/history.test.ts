import { expect, test } from 'vitest'
import { bidStepsOf, recentOf } from './history.ts'
import { BASE } from './populations.ts'
import { drawWorld } from './world.ts'

const worlds = Array.from({ length: 25 }, (_, i) => drawWorld(String(7_000 + i), BASE))

test('changed bids tell how clicks and their price follow a bid', () => {
  const sums = { xx: 0, clicks: 0, price: 0, eta: 0, kappa: 0 }
  for (const world of worlds) {
    for (const { campaignId, changed } of bidStepsOf(world, () => 1_000_000)) {
      const { bids } = world.campaigns.find(({ id }) => id === campaignId)!
      for (const { fromMicros, toMicros, before, after } of changed) {
        if (before.clicks < 20 || after.clicks < 20) continue
        const x = Math.log(toMicros / fromMicros)
        const [was, is] = [before, after].map(({ clicks, costMicros }) => costMicros / clicks)
        sums.xx += x * x
        sums.clicks += x * Math.log(after.clicks / before.clicks)
        sums.price += x * Math.log(is! / was!)
        sums.eta += x * x * bids.eta
        sums.kappa += x * x * bids.kappa
      }
    }
  }
  expect(Math.abs(sums.clicks - sums.eta) / sums.xx).toBeLessThan(0.15)
  expect(Math.abs(sums.price - sums.kappa) / sums.xx).toBeLessThan(0.1)
})

test('the newest third has its share of clicks and conversions, and rates that hold still', () => {
  let [clicks, conversions, expected] = [0, 0, 0]
  let [squares, variance] = [0, 0]
  for (const world of worlds) {
    const recent = recentOf(world)
    for (const unit of world.units.filter((one) => one.conversions >= 2)) {
      const own = recent([unit])
      expect(own.clicks).toBeLessThanOrEqual(unit.clicks)
      expect(own.conversionsMicros / 1e6).toBeLessThanOrEqual(unit.conversions + 1e-6)
      const share = own.clicks / unit.clicks
      clicks += share * unit.conversions
      conversions += own.conversionsMicros / 1e6
      expected += unit.conversions
      squares += (own.conversionsMicros / 1e6 - unit.conversions * share) ** 2
      variance += unit.conversions * share * (1 - share)
    }
  }
  expect(clicks / expected).toBeCloseTo(1 / 3, 1)
  expect(Math.abs(conversions / clicks - 1)).toBeLessThan(0.08)
  expect(squares / variance).toBeLessThan(1.25)
})
