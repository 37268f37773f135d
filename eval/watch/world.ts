import { addDays, type Day } from '#shared/dates.ts'
import { type Chance, chanceFrom } from '../chance.ts'

/**
 * Accounts seen day by day, whose law is known. Nothing comes from the engine. `steady` is what the thresholds were set on; the
 * others were written before that and looked at after it, but for `holy week`, which came later.
 */
export const LAWS = [
  'steady',
  'growing',
  'weekdays',
  'bursts',
  'sparse',
  'capped',
  'seasons',
  'holy week',
] as const
export type Law = (typeof LAWS)[number]

/** From `day` on, by a factor. */
export type Event = {
  kind: 'rate' | 'impressions' | 'price' | 'clicks' | 'share'
  day: number
  factor: number
  /** Only what it names; all campaigns or devices where it does not. */
  campaign?: number
  device?: string
}

export type WatchPlan = {
  seed: string
  law: Law
  conversionsADay: number
  days: number
  event?: Event
}

export type Leaf = {
  campaign: number
  device: string
  impressions: number[]
  clicks: number[]
  cost: number[]
  /** By day of the click, then by days until it is reported. */
  conversions: number[][]
}

export type WatchWorld = {
  days: Day[]
  leaves: Leaf[]
  campaigns: number
  /** Search impressions there were to be had, and those lost to budget, as shares. */
  shares: { won: number[]; lostToBudget: number[] }[]
}

const DEVICES = ['MOBILE', 'DESKTOP'] as const
const FIRST_MONDAY = '2024-01-01'
const EASTER = '2025-04-20'
/** Share reported on the day of the click; the rest comes evenly over days. */
const LAGS = [
  { atOnce: 0.9, days: 3 },
  { atOnce: 0.7, days: 7 },
  { atOnce: 0.55, days: 12 },
]
export const LONGEST_LAG = 13

export function drawWorld(plan: WatchPlan): WatchWorld {
  const chance = chanceFrom(`watch ${plan.seed}`)
  const first =
    plan.law === 'holy week'
      ? addDays(EASTER, Math.floor(chance.between(3, 28)) - plan.days)
      : addDays(FIRST_MONDAY, Math.floor(chance.between(0, 365)))
  const days = Array.from({ length: plan.days }, (_, at) => addDays(first, at))
  const campaigns = 1 + Math.floor(6 * chance.uniform())
  const sizes = Array.from({ length: campaigns }, (_, c) => chance.between(0.6, 1.4) / (c + 1))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const volume = courseOf(plan, chance, 'volume')
  const rate = courseOf(plan, chance, 'rate')
  const price = courseOf(plan, chance, 'price')
  const away = awayOf(plan, chance, days)
  const lag = LAGS[Math.floor(LAGS.length * chance.uniform())]!
  const conversionRate = chance.between(0.01, 0.06)
  const leaves = sizes.flatMap((size, campaign) => {
    const ctr = chance.between(0.02, 0.12)
    const cpc = chance.between(0.3, 3)
    const own = courseOf(plan, chance, 'own')
    const mobile = chance.between(0.3, 0.8)
    return DEVICES.map((device) => {
      const part = device === 'MOBILE' ? mobile : 1 - mobile
      const clicks = (plan.conversionsADay / conversionRate) * (size / total) * part
      const factor = chance.between(0.6, 1.4)
      return drawLeaf(plan, chance, {
        campaign,
        device,
        impressions: (at) => (clicks / ctr) * volume(at) * own(at) * away.volume(at),
        ctr: () => ctr,
        cpc: (at) => cpc * price(at),
        rate: (at) => conversionRate * factor * rate(at) * away.rate(at),
        lag,
      })
    })
  })
  const shares = sizes.map((_, campaign) => sharesOf(plan, chance, campaign))
  return { days, leaves, campaigns, shares }
}

type LeafLaw = {
  campaign: number
  device: string
  impressions: (at: number) => number
  ctr: (at: number) => number
  cpc: (at: number) => number
  rate: (at: number) => number
  lag: (typeof LAGS)[number]
}

function drawLeaf({ days, event }: WatchPlan, chance: Chance, law: LeafLaw): Leaf {
  const { campaign, device } = law
  const leaf: Leaf = { campaign, device, impressions: [], clicks: [], cost: [], conversions: [] }
  const hit = (kind: Event['kind'], at: number) =>
    event?.kind === kind &&
    at >= event.day &&
    (event.campaign ?? campaign) === campaign &&
    (event.device ?? device) === device
      ? event.factor
      : 1
  for (let at = 0; at < days; at++) {
    // A share that is lost is lost in impressions.
    const shown = chance.poisson(law.impressions(at) * hit('impressions', at) * hit('share', at))
    const clicks = Math.min(shown, chance.poisson(shown * law.ctr(at) * hit('clicks', at)))
    const conversions = chance.poisson(clicks * law.rate(at) * hit('rate', at))
    leaf.impressions.push(shown)
    leaf.clicks.push(clicks)
    leaf.cost.push(
      clicks *
        law.cpc(at) *
        hit('price', at) *
        Math.exp((0.3 * chance.normal()) / Math.sqrt(clicks + 1)),
    )
    leaf.conversions.push(reportedBy(chance, conversions, law.lag))
  }
  return leaf
}

/** How many are known so many days after the click. */
function reportedBy(chance: Chance, conversions: number, lag: (typeof LAGS)[number]): number[] {
  const byDelay = new Array<number>(LONGEST_LAG + 1).fill(0)
  for (let one = 0; one < conversions; one++) {
    const delay = chance.happens(lag.atOnce) ? 0 : 1 + Math.floor(lag.days * chance.uniform())
    byDelay[Math.min(LONGEST_LAG, delay)]!++
  }
  let known = 0
  return byDelay.map((count) => {
    known += count
    return known
  })
}

/** From Maundy Thursday to Easter Monday half of Spain is away and most offices are closed. */
function awayOf({ law }: WatchPlan, chance: Chance, days: readonly Day[]) {
  if (law !== 'holy week') return { volume: () => 1, rate: () => 1 }
  const [volume, rate] = [chance.between(0.5, 0.75), chance.between(0.6, 0.9)]
  const isAway = (at: number) => days[at]! >= addDays(EASTER, -3) && days[at]! <= addDays(EASTER, 1)
  return {
    volume: (at: number) => (isAway(at) ? volume : 1),
    rate: (at: number) => (isAway(at) ? rate : 1),
  }
}

/** Factor by day of something that wanders by itself. */
function courseOf(
  { law, days }: WatchPlan,
  chance: Chance,
  of: 'volume' | 'rate' | 'price' | 'own',
): (at: number) => number {
  const spread = SPREADS[law][of]
  const persistence = law === 'bursts' ? 0.4 : chance.between(0.3, 0.8)
  const week = Array.from({ length: 7 }, () =>
    of === 'volume' || of === 'rate'
      ? 1 + chance.between(-1, 1) * (law === 'weekdays' ? 0.45 : 0.15)
      : 1,
  )
  if (law === 'weekdays' && of === 'volume') for (const at of [5, 6]) week[at] = 0.15
  const slope = law === 'growing' && of === 'volume' ? chance.between(-0.25, 0.35) / 30 : 0
  const wave = law === 'seasons' && of === 'volume' ? chance.between(0.2, 0.45) : 0
  const phase = chance.between(0, 6.28)
  let lasting = 0
  const shocks = Array.from({ length: days }, () => {
    lasting = persistence * lasting + Math.sqrt(1 - persistence ** 2) * spread * chance.normal()
    // Days far out, as of a mention in a newspaper: short, and part of such an account's life.
    const burst =
      law === 'bursts' && of === 'volume' && chance.happens(0.04) ? chance.between(0.3, 0.9) : 0
    return lasting + burst
  })
  return (at) =>
    week[at % 7]! *
    Math.exp(shocks[at]! + slope * at + wave * Math.sin(phase + (2 * Math.PI * at) / 120))
}

const SPREADS: Record<Law, Record<'volume' | 'rate' | 'price' | 'own', number>> = {
  steady: { volume: 0.1, rate: 0.06, price: 0.04, own: 0.08 },
  growing: { volume: 0.1, rate: 0.06, price: 0.05, own: 0.08 },
  weekdays: { volume: 0.12, rate: 0.1, price: 0.05, own: 0.1 },
  bursts: { volume: 0.15, rate: 0.1, price: 0.1, own: 0.15 },
  sparse: { volume: 0.15, rate: 0.1, price: 0.1, own: 0.2 },
  capped: { volume: 0.05, rate: 0.1, price: 0.12, own: 0.03 },
  seasons: { volume: 0.12, rate: 0.08, price: 0.06, own: 0.1 },
  'holy week': { volume: 0.1, rate: 0.06, price: 0.04, own: 0.08 },
}

function sharesOf(
  { days, event, law }: WatchPlan,
  chance: Chance,
  campaign: number,
): WatchWorld['shares'][number] {
  const level = chance.between(-0.8, 1.5)
  const budget = law === 'capped' ? chance.between(0.2, 0.5) : chance.between(0, 0.1)
  let lasting = 0
  const won: number[] = []
  const lostToBudget: number[] = []
  for (let at = 0; at < days; at++) {
    lasting = 0.7 * lasting + 0.1 * chance.normal()
    const hit =
      event?.kind === 'share' && at >= event.day && (event.campaign ?? campaign) === campaign
    const share =
      (hit ? event.factor : 1) / (1 + Math.exp(-(level + lasting + 0.08 * chance.normal())))
    won.push(share)
    lostToBudget.push(Math.min(1 - share, budget * (1 - share) * 2))
  }
  return { won, lostToBudget }
}
