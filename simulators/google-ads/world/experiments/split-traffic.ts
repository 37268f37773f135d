import type { ConversionEvent, DayTraffic } from '../day-traffic.ts'
import { binomial, mix, unit } from '../random.ts'
import type { Response } from './experiment.ts'

/** What a coin on each search makes of a day: neither half has what the other has, and together they are the whole. */
export function splitTraffic(
  traffic: DayTraffic,
  campaign: number,
  response: Response,
): { control: DayTraffic; treatment: DayTraffic } {
  const { plan, day } = traffic
  const isOwn = (row: number) => plan.campaign[traffic.demandAt[row] as number] === campaign
  const control = copyOf(traffic)
  const treatment = copyOf(traffic)
  const shareOfClicks = response.clicks / (1 + response.clicks)
  for (let row = 0; row < traffic.demandAt.length; row++) {
    if (!isOwn(row)) {
      for (const name of COUNTS) treatment[name][row] = 0
      continue
    }
    const key = mix(traffic.demandAt[row] as number, day, 71)
    splitRow(traffic, { control, treatment }, row, { key, shareOfClicks, cpc: response.cpc })
  }
  const isTreated = ({ row, key }: ConversionEvent) => {
    if (!isOwn(row)) return false
    const clicks = traffic.clicks[row] as number
    return unit(mix(key, 72)) * clicks < (treatment.clicks[row] as number)
  }
  control.events = traffic.events.filter((event) => !isTreated(event))
  treatment.events = traffic.events.filter(isTreated)
  return { control, treatment }
}

const COUNTS = [
  'eligible',
  'impressions',
  'clicks',
  'cost',
  'lostToBudget',
  'lostToRank',
  'top',
  'absoluteTop',
] as const

function copyOf(traffic: DayTraffic): DayTraffic {
  const copies = COUNTS.map((name) => [name, traffic[name].slice()] as const)
  return { ...traffic, ...Object.fromEntries(copies) } as DayTraffic
}

function splitRow(
  whole: DayTraffic,
  { control, treatment }: { control: DayTraffic; treatment: DayTraffic },
  row: number,
  { key, shareOfClicks, cpc }: { key: number; shareOfClicks: number; cpc: number },
): void {
  const give = (name: (typeof COUNTS)[number], treated: number) => {
    treatment[name][row] = treated
    control[name][row] = (whole[name][row] as number) - treated
  }
  const of = (name: (typeof COUNTS)[number]) => whole[name][row] as number
  const clicks = binomial(of('clicks'), shareOfClicks, mix(key, 1))
  const seen = clicks + binomial(of('impressions') - of('clicks'), 0.5, mix(key, 2))
  const top = Math.min(seen, binomial(of('top'), 0.5, mix(key, 3)))
  const safeTop = Math.max(top, of('top') - (of('impressions') - seen))
  const first = Math.min(safeTop, binomial(of('absoluteTop'), 0.5, mix(key, 4)))
  give('clicks', clicks)
  give('impressions', seen)
  give('top', safeTop)
  give('absoluteTop', Math.max(first, of('absoluteTop') - (of('top') - safeTop)))
  give('lostToBudget', binomial(of('lostToBudget'), 0.5, mix(key, 5)))
  give('lostToRank', binomial(of('lostToRank'), 0.5, mix(key, 6)))
  give(
    'eligible',
    seen + (treatment.lostToBudget[row] as number) + (treatment.lostToRank[row] as number),
  )
  const rest = of('clicks') - clicks
  const share = clicks === 0 ? 0 : (clicks * cpc) / (clicks * cpc + rest)
  give('cost', rest === 0 ? of('cost') : Math.round((of('cost') * share) / 10_000) * 10_000)
}
