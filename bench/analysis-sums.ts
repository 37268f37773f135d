import { sumLevel } from '../src/account-data/sums.ts'
import type { Context } from '../src/platform/context.ts'
import { addDays } from '../src/shared/dates.ts'
import { campaignIdOf, lastDays } from './analysis-account.ts'
import type { BenchStage } from './bench.ts'
import type { ColumnarPeer } from './columnar-peer.ts'
import { atMost, type Figure, median, noted } from './figure.ts'
import { inTurn, WARM_UP } from './in-turn.ts'

const KEYWORDS = {
  customerId: 1,
  level: 'keyword',
  groupBy: ['ad_group_id', 'criterion_id'],
} as const

/**
 * Sums of the 1,000 keywords of a campaign: the ten with most impressions, which hides least, and all of them.
 * As many campaigns in turn as the warm-up has rounds: none is read for the first time.
 */
export async function campaignReads(
  ctx: Context,
  engine: string,
  { full }: BenchStage,
): Promise<Figure[]> {
  const ask = (days: number, top?: 10) => (round: number) =>
    sumLevel(ctx, {
      ...KEYWORDS,
      ...upToYesterday(days),
      where: { campaign_id: campaignIdOf(1 + (round % WARM_UP)) },
      ...(top && { top }),
    })
  const times = await inTurn(full ? 100 : 40, {
    top7: ask(7, 10),
    top365: ask(365, 10),
    all7: ask(7),
    all365: ask(365),
  })
  const n = times.all7.length
  const growth = (long: number[], short: number[]) => ({
    value: median(long) / median(short),
    unit: '× 7 days',
    n,
  })
  return [
    noted(`campaign keywords ${engine}, 7 days`, { value: median(times.all7), unit: 'ms', n }),
    noted(`campaign keywords ${engine}, 365 days`, { value: median(times.all365), unit: 'ms', n }),
    atMost(`campaign keywords ${engine}, 365 days`, 6, growth(times.all365, times.all7)),
    atMost(`campaign top 10 ${engine}, 365 days`, 6, growth(times.top365, times.top7)),
  ]
}

/** Of a day whose sums are not kept. */
function upToYesterday(days: number) {
  const { from, to } = lastDays(days)
  return { from: addDays(from, -1), to: addDays(to, -1) }
}

/** Of the kept ranges the sums are kept (`src/account-data/kept-sums.ts`); a year is months and days. */
const TARGETS = { 7: 2, 30: 2, 90: 2, 365: 3 } as const

/** The ten of all keywords of the account, beside DuckDB where there is one. Throws if other keywords are among them. */
export async function accountReads(
  ctx: Context,
  engine: string,
  { full }: BenchStage,
  peer?: ColumnarPeer,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const days of [7, 30, 90, 365] as const) {
    const range = lastDays(days)
    const ours = () => sumLevel(ctx, { ...KEYWORDS, ...range, top: 10 })
    if (peer) await refuseDifference(await ours(), await peer.topTen(range))
    const times = await inTurn(full ? 40 : 15, {
      ours,
      theirs: async () => await peer?.topTen(range),
    })
    const n = times.ours.length
    const name = `account top 10 ${engine}, ${days} days`
    figures.push(noted(name, { value: median(times.ours), unit: 'ms', n }))
    if (!peer) continue
    const theirs = median(times.theirs)
    figures.push(
      noted(`account top 10 DuckDB, ${days} days`, { value: theirs, unit: 'ms', n }),
      atMost(name, TARGETS[days], { value: median(times.ours) / theirs, unit: '× DuckDB', n }),
    )
  }
  return figures
}

async function refuseDifference(
  ours: Awaited<ReturnType<typeof sumLevel>>,
  theirs: Awaited<ReturnType<ColumnarPeer['topTen']>>,
): Promise<void> {
  const answers = [
    ours.map(({ keys, costMicros }) => `${keys.criterion_id} ${costMicros}`),
    theirs.map(({ criterionId, costMicros }) => `${criterionId} ${costMicros}`),
  ].map((rows) => rows.toSorted().join('\n'))
  if (answers[0] !== answers[1]) throw new Error(`the top ten differ:\n${answers.join('\n\n')}`)
}
