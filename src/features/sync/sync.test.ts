import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { analyseAccount } from '#features/recommendations/contract/recommendations.ts'
import { keysOf, LEVELS, type Level, sumsOf } from '#platform/db/levels.ts'
import { runNextJob } from '#platform/jobs.ts'
import { addDays } from '#shared/dates.ts'
import { adsApp } from '../../../tests/ads-app.ts'
import { type LedgerRow, ledgerWorld } from '../../../tests/ledger-world.ts'
import { enqueueDueSyncs } from './actions/enqueue-due-syncs.ts'
import { syncAccount } from './actions/sync-account.ts'
import { setSyncState } from './actions/sync-state.ts'
import { syncJobs } from './jobs.ts'

const SHOP = '1000000001'
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
const it = adsApp(ledger.world, { GOOGLE_ADS_HISTORY_DAYS: '120' })
const TODAY = '2026-11-20'

const CAMPAIGNS = [11, 12]
const KEYWORDS = [1, 2, 3, 4, 5]

/** `days` newest days of every level up to `until`, with figures that depend on `seed`. */
function writeLedger(days: number, seed: number, until = TODAY): void {
  const rows = { customer: [], campaign: [], keyword_view: [], search_term_view: [] } as Record<
    string,
    LedgerRow[]
  >
  for (let back = 0; back < days; back++)
    for (const campaign of CAMPAIGNS) {
      const day = addDays(until, -back)
      const fields = { 'campaign.id': BigInt(campaign), 'ad_group.id': BigInt(campaign * 10) }
      for (const keyword of KEYWORDS) {
        // Some keyword-days have no traffic, and which ones depends on the seed.
        if ((back * 7 + keyword * 3 + seed) % 4 === 0) continue
        const impressions = 50 + ((back * 13 + keyword * 31 + seed * 17) % 400)
        const measures = {
          impressions,
          clicks: Math.floor(impressions / 20),
          costMicros: impressions * 31_237,
          conversions: (impressions % 7) / 3,
          conversionsValue: impressions / 3,
          eligibleImpressions: impressions * 2,
          lostToBudgetImpressions: Math.round(impressions / 2),
          lostToRankImpressions: impressions - Math.round(impressions / 2),
        }
        const criterion = { 'ad_group_criterion.criterion_id': BigInt(keyword) }
        const row = { day, fields: { ...fields, ...criterion }, measures }
        for (const resource of ['customer', 'campaign', 'keyword_view']) rows[resource]?.push(row)
        rows.search_term_view?.push({
          day,
          measures,
          fields: {
            ...fields,
            'search_term_view.search_term': `zapatos número ${keyword}`,
            'search_term_view.status': 'NONE',
            'segments.keyword.ad_group_criterion': `customers/${SHOP}/adGroupCriteria/${campaign * 10}~${keyword}`,
          },
        })
      }
    }
  for (const [resource, list] of Object.entries(rows)) ledger.facts.set(resource, list)
}

ledger.entities.set(
  'campaign',
  CAMPAIGNS.map((id) => ({
    'campaign.resource_name': `customers/${SHOP}/campaigns/${id}`,
    'campaign.id': BigInt(id),
    'campaign.name': `Campaña ${id}`,
    'campaign.status': 'ENABLED',
  })),
)

async function connected() {
  const ana = await it.signIn()
  expect(await ana.connect('ana@gmail.test')).toBe('/dashboard?connected=true')
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  return { ana, customerId: Number(accounts[0]?.id) }
}

async function totals(customerId: number, level: Level) {
  const { rows } = await it.ctx.db.execute<Record<string, number>>(sql`
    select count(*)::int as n, ${sql.raw(
      sumsOf(level)
        .map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`)
        .join(', '),
    )}
    from ${sql.raw(`${level}_day`)} where customer_id = ${customerId}`)
  return rows[0]
}

/** Rows in which the rollup and the sum of its days differ, either way. */
async function rollupFaults(customerId: number, level: Level): Promise<number> {
  const sums = sumsOf(level)
  const columns = (make: (name: string) => string) => sql.raw(sums.map(make).join(', '))
  const keys = ['month', ...keysOf(level)]
  const { rows } = await it.ctx.db.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select date_trunc('month', day::timestamp)::date as month,
        ${sql.raw([...keysOf(level), ''].join(', '))} ${columns((s) => `sum(${s})::bigint as ${s}`)}
      from ${sql.raw(`${level}_day`)} where customer_id = ${customerId}
      group by ${sql.raw(['1', ...keysOf(level)].join(', '))}) d
    full join (select * from ${sql.raw(`${level}_month`)} where customer_id = ${customerId}) m
      on ${sql.raw(keys.map((key) => `d.${key} = m.${key}`).join(' and '))}
    where (${columns((s) => `d.${s}`)}) is distinct from (${columns((s) => `m.${s}`)})`)
  return rows[0]?.n ?? -1
}

async function snapshot(customerId: number) {
  const levels = Object.keys(LEVELS) as Level[]
  for (const level of levels) expect(await rollupFaults(customerId, level), level).toBe(0)
  return Object.fromEntries(
    await Promise.all(levels.map(async (level) => [level, await totals(customerId, level)])),
  )
}

/** Reads the ledger as the tables should hold it. */
function ledgerTotals(resource: string) {
  const rows = (ledger.facts.get(resource) ?? []).map((row) => row.measures)
  return {
    impressions: rows.reduce((sum, row) => sum + (row.impressions ?? 0), 0),
    clicks: rows.reduce((sum, row) => sum + (row.clicks ?? 0), 0),
    cost_micros: rows.reduce((sum, row) => sum + (row.costMicros ?? 0), 0),
  }
}

const noLease = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }

describe('a sync', () => {
  beforeEach(() => {
    writeLedger(70, 1)
    it.google.faults.clear()
  })

  test('stores exactly what Google says, on every level, with its history', async () => {
    const { customerId } = await connected()
    await it.runJobs()
    const stored = await snapshot(customerId)
    expect(stored.account).toMatchObject(ledgerTotals('customer'))
    expect(stored.campaign).toMatchObject(ledgerTotals('campaign'))
    expect(stored.keyword).toMatchObject(ledgerTotals('keyword_view'))
    expect(stored.search_term).toMatchObject(ledgerTotals('search_term_view'))
    expect(stored.keyword?.n).toBe(ledger.facts.get('keyword_view')?.length)
    const { rows } = await it.ctx.db.execute(
      sql`select count(*)::int as n from search_terms where customer_id = ${customerId}`,
    )
    expect(rows).toEqual([{ n: CAMPAIGNS.length * KEYWORDS.length }])
  })

  test('tells the page where it stands, and rests when the history is complete', async () => {
    const { ana } = await connected()
    const url = `/api/google-accounts/${SHOP}/sync`
    const queued = (await ana.ask('POST', url)).body
    expect(queued).toMatchObject({ status: 'queued', recentReady: false, lastSyncedAt: null })
    await it.runJobs()
    const stream = await ana.ask('GET', url)
    const [, json = ''] = /event: progress\ndata: (.+)\n\n/.exec(String(stream.body)) ?? []
    const progress = JSON.parse(json)
    expect(progress).toMatchObject({
      status: 'idle',
      recentReady: true,
      daysToGo: 0,
      problem: null,
    })
    expect(progress.syncVersion).toBeGreaterThan(0)
  })

  test('writes nothing when nothing changed', async () => {
    const { customerId } = await connected()
    await it.runJobs()
    const before = await it.ctx.db.execute(
      sql`select sync_version from ad_accounts where customer_id = ${customerId}`,
    )
    await syncAccount(it.ctx, customerId, noLease)
    const { rows } = await it.ctx.db.execute(
      sql`select rows_written, status from sync_states where customer_id = ${customerId}`,
    )
    expect(rows).toEqual([{ rows_written: 0, status: 'idle' }])
    const after = await it.ctx.db.execute(
      sql`select sync_version from ad_accounts where customer_id = ${customerId}`,
    )
    expect(after.rows).toEqual(before.rows)
  })

  test.each([2, 3])('follows restated days: round %i', async (seed) => {
    const { customerId } = await connected()
    writeLedger(30, 1)
    await it.runJobs()
    writeLedger(30, seed)
    if (seed % 2 === 0) ledger.facts.get('keyword_view')?.splice(0, 40)
    await syncAccount(it.ctx, customerId, noLease)
    const stored = await snapshot(customerId)
    expect(stored.keyword).toMatchObject(ledgerTotals('keyword_view'))
    expect(stored.keyword?.n).toBe(ledger.facts.get('keyword_view')?.length)
    expect(stored.search_term).toMatchObject(ledgerTotals('search_term_view'))
  })

  test('that dies in the middle ends, tried again, where a clean one ends', async () => {
    const clean = await connected()
    await it.runJobs()
    const expected = await snapshot(clean.customerId)

    const { ana, customerId } = await connected()
    let steps = 0
    const dying = {
      ...it.ctx,
      storage: {
        ...it.ctx.storage,
        // Runs after the facts of a window are committed and before the window is closed.
        maintain: async (tables: readonly string[]) => {
          if (tables.includes('account_day') && ++steps === 1) throw new Error('killed')
        },
      },
    }
    await expect(syncAccount(dying, customerId, noLease)).rejects.toThrow('killed')
    expect((await snapshot(customerId)).account?.n).toBe(30)
    it.google.faults.arm('truncated_stream', 1, SHOP)
    await expect(syncAccount(it.ctx, customerId, noLease)).rejects.toThrow('no complete answer')
    const failed = await ana.ask('GET', `/api/google-accounts/${SHOP}/sync`)
    expect(failed.body).toContain('Google Ads no responde')
    await it.runJobs()
    expect(await snapshot(customerId)).toEqual(expected)
  })

  test('under which its process dies each time is given up, and the account rests', async () => {
    const { ana, customerId } = await connected()
    await it.ctx.db.execute(
      sql`update jobs set attempts = max_attempts where kind = 'sync-account'`,
    )
    await it.runJobs()
    const failed = await ana.ask('GET', `/api/google-accounts/${SHOP}/sync`)
    expect(failed.body).toContain('La sincronización ha fallado')
    await enqueueDueSyncs(it.ctx)
    await it.runJobs()
    expect((await totals(customerId, 'account'))?.n).toBe(0)
    it.clock.advance(6 * 3_600_000)
    await enqueueDueSyncs(it.ctx)
    await it.runJobs()
    it.clock.advance(-6 * 3_600_000)
    expect((await totals(customerId, 'account'))?.n).toBeGreaterThan(0)
  })

  test('without a grant stops, says so, and goes on after a new consent', async () => {
    const { ana, customerId } = await connected()
    await it.runJobs()
    it.google.revokeGrant('ana@gmail.test')
    await ana.ask('POST', `/api/google-accounts/${SHOP}/sync`)
    await it.runJobs()
    const stopped = await ana.ask('GET', `/api/google-accounts/${SHOP}/sync`)
    expect(stopped.body).toContain('"status":"needs_reauth"')
    expect((await ana.ask('GET', '/api/google-accounts')).body).toMatchObject([
      { connected: false },
    ])
    expect((await ana.ask('POST', `/api/google-accounts/${SHOP}/sync`)).status).toBe(409)

    expect(await ana.connect('ana@gmail.test')).toBe('/dashboard?connected=true')
    await it.runJobs()
    expect((await ana.ask('GET', '/api/google-accounts')).body).toMatchObject([
      { id: String(customerId), connected: true },
    ])
    expect((await ana.ask('GET', `/api/google-accounts/${SHOP}/sync`)).body).toContain(
      '"status":"idle"',
    )
  })

  test('waits for tomorrow when the quota of the day is used up', async () => {
    const { ana, customerId } = await connected()
    it.google.faults.arm('quota_exhausted', 1, SHOP)
    await it.runJobs()
    const waiting = await ana.ask('GET', `/api/google-accounts/${SHOP}/sync`)
    expect(waiting.body).toContain('Se ha agotado el cupo diario')
    expect((await totals(customerId, 'account'))?.n).toBe(0)
    await enqueueDueSyncs(it.ctx)
    await it.runJobs()
    expect((await totals(customerId, 'account'))?.n).toBe(0)
    it.clock.advance(24 * 3_600_000)
    await it.runJobs()
    it.clock.advance(-24 * 3_600_000)
    expect((await totals(customerId, 'account'))?.n).toBeGreaterThan(0)
  })

  test('a tick enqueues so many, those that wait longest first, and the next one the others', async () => {
    const { customerId } = await connected()
    await it.runJobs()
    await it.ctx.db.execute(sql`delete from jobs`)
    const copy = (id: number, lastSyncedAt: string | null) => sql`
      insert into ad_accounts select (jsonb_populate_record(a, jsonb_build_object('customer_id', ${id}::bigint,
        'google_customer_id', ${`77${id}`}::text, 'last_synced_at', ${lastSyncedAt}::timestamptz))).*
      from ad_accounts a where customer_id = ${customerId}`
    await it.ctx.db.execute(copy(901, '2026-01-02T00:00:00Z'))
    await it.ctx.db.execute(copy(902, '2026-01-01T00:00:00Z'))
    await it.ctx.db.execute(copy(903, null))
    const open = async () => {
      const { rows } = await it.ctx.db.execute<{ id: string }>(
        sql`select payload ->> 'customerId' as id from jobs where kind = 'sync-account' order by 1`,
      )
      return rows.map(({ id }) => id)
    }
    await enqueueDueSyncs(it.ctx, 2)
    expect(await open()).toEqual(['902', '903'])
    await enqueueDueSyncs(it.ctx, 2)
    expect(await open()).toEqual(['901', '902', '903'])
    await it.ctx.db.execute(sql`delete from jobs`)
    await it.ctx.db.execute(sql`delete from ad_accounts where customer_id in (901, 902, 903)`)
  })

  test.each(['asked', 'nightly'] as const)(
    '%s: judged at the end, and before where it is waited for',
    async (jobLane) => {
      const { customerId } = await connected()
      const asked: string[] = []
      const info = { value: ({ enqueued }: { enqueued: string }) => asked.push(enqueued) }
      const log = Object.create(it.ctx.log, { info })
      await syncAccount({ ...it.ctx, jobLane, log }, customerId, noLease)
      const times = asked.filter((kind) => kind === analyseAccount.name).length
      expect(times).toBe(jobLane === 'asked' ? 2 : 1)
      await it.runJobs()
    },
  )

  test('during which weeks pass is as fresh as the day that it read, and the next one reads the weeks', async () => {
    writeLedger(70, 1, addDays(TODAY, 40))
    const { customerId } = await connected()
    // Those of earlier tests would be read again, too.
    await it.ctx.db.execute(
      sql`update ad_accounts set connected = false where customer_id <> ${customerId}`,
    )
    const asleep = { ...it.ctx, storage: { ...it.ctx.storage } }
    asleep.storage.maintain = async (tables) => {
      if (tables.includes('account_day')) it.clock.advance(40 * 86_400_000)
    }
    await runNextJob(asleep, syncJobs)
    const { rows } = await it.ctx.db.execute(sql`
      select last_synced_at::date::text as day from ad_accounts where customer_id = ${customerId}`)
    expect(rows).toEqual([{ day: TODAY }])
    await enqueueDueSyncs(it.ctx)
    await it.runJobs()
    expect((await snapshot(customerId)).account).toMatchObject(ledgerTotals('customer'))
    it.clock.advance(-40 * 86_400_000)
  })

  test('stopped with its process goes on in the next one', async () => {
    const { customerId } = await connected()
    const stopping = new AbortController()
    let leases = 0
    const ending = { ...it.ctx, stopping: stopping.signal, storage: { ...it.ctx.storage } }
    ending.storage.maintain = async () => {
      leases++
      stopping.abort()
    }
    await runNextJob(ending, syncJobs)
    // The first window was closed; the next unit of work was not begun.
    expect(leases).toBe(1)
    await it.runJobs()
    const { rows } = await it.ctx.db.execute(
      sql`select status from sync_states where customer_id = ${customerId}`,
    )
    expect(rows).toEqual([{ status: 'idle' }])
    expect((await snapshot(customerId)).account).toMatchObject(ledgerTotals('customer'))
  })

  test('of a stranger does not exist', async () => {
    await connected()
    const eva = await it.signIn()
    const url = `/api/google-accounts/${SHOP}/sync`
    expect((await eva.ask('POST', url)).status).toBe(404)
    expect((await eva.ask('GET', url)).status).toBe(404)
  })
})

describe('the progress stream', () => {
  test('tells every change, and ends with the reader or with the server', async () => {
    const { ana, customerId } = await connected()
    const address = await it.app.listen({ port: 0, host: '127.0.0.1' })
    const url = `${address}/api/google-accounts/${SHOP}/sync`
    const open = async (signal?: AbortSignal) => {
      const answer = await fetch(url, {
        headers: { cookie: ana.cookie },
        ...(signal && { signal }),
      })
      expect(answer.headers.get('content-type')).toContain('text/event-stream')
      return answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    }
    const leaving = new AbortController()
    const left = await open(leaving.signal)
    expect((await left.read()).value).toContain('"status":"queued"')
    leaving.abort()
    await expect(left.read()).rejects.toThrow()

    const reader = await open()
    expect((await reader.read()).value).toContain('"status":"queued"')
    await setSyncState(it.ctx, customerId, { status: 'running', step: 'Campañas' })
    expect((await reader.read()).value).toContain('"step":"Campañas"')
    // The server closes while the sync still runs: it must not wait for it.
    await it.app.close()
    expect((await reader.read()).done).toBe(true)
  })
})
