import { buffer } from 'node:stream/consumers'
import { sumLevel } from '../src/account-data/sums.ts'
import type { Context } from '../src/platform/context.ts'
import { buildApp } from '../src/server/app.ts'
import { addDays } from '../src/shared/dates.ts'
import { type BenchAccount, campaignIdOf, lastDays } from './analysis-account.ts'
import { bareClient, ENCODINGS } from './bare-client.ts'
import type { BenchStage } from './bench.ts'
import { buildWeb } from './build-web.ts'
import { atMost, type Figure, median, noted } from './figure.ts'
import { inTurn } from './in-turn.ts'
import { startServerProcess } from './server-process.ts'

type Visit = { stage: BenchStage; account: BenchAccount; cookie: string }

const CAMPAIGN = campaignIdOf(7)

/** What sockets, session, ownership, entities and JSON add to the one statement that sums what a view shows. */
export async function httpShare(
  ctx: Context,
  { stage, account, cookie, environment }: Visit & { environment: Record<string, string> },
): Promise<Figure[]> {
  buildWeb()
  const google = await stage.google()
  const settings = { ...google.environment, ...environment }
  const server = await startServerProcess(environment.DATA_DIR ?? '', settings)
  const client = bareClient(1)
  const ask = (path: string) => async (round: number) => {
    const { from, to } = unlikeOthers(round)
    await client.ask(`${server.origin}${path}?from=${from}&to=${to}`, cookie)
  }
  const { customerId } = account
  const times = await inTurn(stage.full ? 300 : 100, {
    campaignSums: (round) =>
      sumLevel(ctx, {
        customerId,
        level: 'campaign',
        groupBy: ['campaign_id'],
        ...unlikeOthers(round),
      }),
    campaigns: ask(campaignsOf(account)),
    keywordSums: (round) =>
      sumLevel(ctx, {
        customerId,
        level: 'keyword',
        groupBy: ['ad_group_id', 'criterion_id'],
        where: { campaign_id: CAMPAIGN },
        ...unlikeOthers(round),
      }),
    keywords: ask(KEYWORDS),
  })
  client.close()
  await server.stop()
  const n = times.campaigns.length
  const beyond = (whole: number[], part: number[]) => ({
    value: median(whole) - median(part),
    unit: 'ms',
    n,
  })
  return [
    noted('HTTP, 20 campaigns, 30 days', { value: median(times.campaigns), unit: 'ms', n }),
    atMost('HTTP share, 20 campaigns', 3, beyond(times.campaigns, times.campaignSums)),
    noted('HTTP, 1,000 keywords, 30 days', { value: median(times.keywords), unit: 'ms', n }),
    atMost('HTTP share, 1,000 keywords', 8, beyond(times.keywords, times.keywordSums)),
  ]
}

/** A view that was asked before, from the request's arrival in the server to its whole reply. */
export async function cachedViews(
  ctx: Context,
  { stage, account, cookie }: Visit,
): Promise<Figure[]> {
  const app = await buildApp(ctx)
  const { from, to } = lastDays(365)
  const ask = (path: string) => async () => {
    const answer = await app.inject({
      url: `${path}?from=${from}&to=${to}`,
      headers: { cookie, 'accept-encoding': ENCODINGS },
      // Else the answer's compressed bytes are decoded as text, which no server does.
      payloadAsStream: true,
    })
    await buffer(answer.stream())
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
  }
  const times = await inTurn(stage.full ? 300 : 100, {
    campaigns: ask(campaignsOf(account)),
    keywords: ask(KEYWORDS),
  })
  await app.close()
  const of = (samples: number[]) => ({ value: median(samples), unit: 'ms', n: samples.length })
  return [
    atMost('repeated view, 20 campaigns, 365 days', 2, of(times.campaigns)),
    atMost('repeated view, 1,000 keywords, 365 days', 2, of(times.keywords)),
  ]
}

const KEYWORDS = `/api/campaigns/${CAMPAIGN}/keywords`

function campaignsOf({ googleCustomerId }: BenchAccount): string {
  return `/api/campaign-metrics/${googleCustomerId}`
}

/** 30 days that no other round asks for, so that no cache knows the answer. */
function unlikeOthers(round: number) {
  const { from, to } = lastDays(30)
  return { from: addDays(from, -round), to: addDays(to, -round) }
}
