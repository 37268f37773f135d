import type { Chance } from '../chance.ts'
import type { Noise, World } from './world.ts'

/** Clicks and the true conversion rate of each campaign, day by day. */
export type Traffic = { clicks: number[]; rate: number[]; cpc: number }[]

/** Common shocks (AR(1), persistence .66) of clicks and of the conversion rate, and each campaign's own. */
const SHOCKS: Record<Noise, { clicks: number; rate: number; own: number }> = {
  calm: { clicks: 0.05, rate: 0, own: 0.05 },
  usual: { clicks: 0.16, rate: 0.12, own: 0.2 },
  shocked: { clicks: 0.25, rate: 0.22, own: 0.3 },
}
const PERSISTENCE = 0.66
/** A random walk of the conversion rate, ln per month. */
const DRIFT_A_MONTH = { calm: 0.02, usual: 0.05, shocked: 0.08 }

export function drawTraffic(world: World): Traffic {
  const { chance, days, conversionsADay, noise, rateStep = 0 } = world
  const sizes = campaignSizes(chance)
  const brand =
    sizes.length > 1 && chance.happens(0.4) ? Math.floor(chance.uniform() * sizes.length) : -1
  const rates = sizes.map((_, c) => (c === brand ? 5 : 1) * Math.max(0.05, chance.gamma(2) / 2))
  const mean = sizes.reduce((sum, size, c) => sum + size * rates[c]!, 0)
  const accountRate = Math.min(0.25, Math.max(0.002, 0.0235 * Math.exp(1.2 * chance.normal())))
  const clicksADay = conversionsADay / accountRate
  const shocks = SHOCKS[noise]
  const volume = dailyVolume(world, shocks.clicks)
  const level = dailyLevel(world, shocks.rate)
  const volumeSteps = sizes.map(() => campaignLife(world))
  const step = Math.floor(days.length / 2)
  return sizes.map((size, c) => ({
    cpc: 0.2 + 4 * chance.uniform(),
    clicks: days.map((_, d) => {
      const expected = clicksADay * size * volume[d]! * volumeSteps[c]!(d)
      return chance.poisson(expected * Math.exp(shocks.own * chance.normal()))
    }),
    rate: days.map(
      (_, d) => ((accountRate * rates[c]!) / mean) * level[d]! * Math.exp(d >= step ? rateStep : 0),
    ),
  }))
}

/** One to six campaigns, Zipf. */
function campaignSizes(chance: Chance): number[] {
  const count = 1 + Math.floor(6 * chance.uniform())
  const raw = Array.from({ length: count }, (_, c) => 1 / (c + 1))
  const total = raw.reduce((a, b) => a + b, 0)
  return raw.map((size) => size / total)
}

function dailyVolume({ chance, days, noise }: World, sd: number): number[] {
  const week = weekdays(chance, 0.25, noise)
  const shock = lasting(chance, sd)
  const amplitude = noise === 'calm' ? 0.05 : chance.between(0.05, 0.35)
  const phase = chance.between(0, 2 * Math.PI)
  const friday = chance.happens(0.5) ? chance.between(2, 4.4) : 1
  return days.map((day, d) => {
    const season = Math.exp(amplitude * Math.sin(phase + (2 * Math.PI * d) / 180))
    return week(day) * season * shock() * (isBlackFriday(day) ? friday : 1)
  })
}

/** Of the conversion rate: weekdays, lasting shocks, drift, Black Friday. */
function dailyLevel({ chance, days, noise }: World, sd: number): number[] {
  const week = weekdays(chance, noise === 'calm' ? 0.05 : 0.2, noise)
  const shock = lasting(chance, sd)
  const friday = 1 + chance.between(0.05, 0.2)
  let drift = 0
  return days.map((day) => {
    drift += (DRIFT_A_MONTH[noise] / Math.sqrt(30)) * chance.normal()
    return week(day) * shock() * Math.exp(drift) * (isBlackFriday(day) ? friday : 1)
  })
}

/** Each weekday its own index; one noisy account in four is dead at weekends. */
function weekdays(chance: Chance, most: number, noise: Noise): (day: string) => number {
  const index = Array.from({ length: 7 }, () => 1 + chance.between(-most, most))
  const quiet = noise !== 'calm' && chance.happens(0.25) ? chance.between(0.3, 0.6) : 1
  const mean = index.reduce((sum, one, w) => sum + one * (w === 0 || w === 6 ? quiet : 1), 0) / 7
  return (day) => {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    return (index[weekday]! * (weekday === 0 || weekday === 6 ? quiet : 1)) / mean
  }
}

function lasting(chance: Chance, sd: number): () => number {
  let at = sd * chance.normal()
  const fresh = sd * Math.sqrt(1 - PERSISTENCE ** 2)
  return () => {
    at = PERSISTENCE * at + fresh * chance.normal()
    return Math.exp(at - (sd * sd) / 2)
  }
}

/** Three in ten are paused or started on some day, and as many get another budget. */
function campaignLife({ chance, days, noise }: World): (d: number) => number {
  if (noise === 'calm') return () => 1
  const at = Math.floor(chance.uniform() * days.length)
  const kind = chance.uniform()
  if (kind < 0.15) return (d) => (d < at ? 1 : 0)
  if (kind < 0.3) return (d) => (d < at ? 0 : 1)
  const factor = kind < 0.6 ? chance.between(0.4, 2.5) : 1
  return (d) => (d < at ? 1 : factor)
}

function isBlackFriday(day: string): boolean {
  const [, month, date] = day.split('-').map(Number)
  return month === 11 && date! >= 26 && date! <= 29
}
