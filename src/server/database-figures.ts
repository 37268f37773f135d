import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import type { Context } from '#platform/context.ts'
import { DENIED } from '#platform/google-ads/access-refusals.ts'
import { HOURS_KEY } from '#platform/google-ads/usage.ts'
import { IS_TRIED_AGAIN } from '#platform/job-queue.ts'
import { LANES } from '#shared/job-kind.ts'

type Row = Record<string, string | number>

/** A collector waits ten seconds for all figures, and those of the process itself are wanted most where the database is away. */
const READ_WITHIN_MS = 5_000

/** What holds for all processes, read from the database when it is asked for; what cannot be read is left out. */
export function databaseFigures(ctx: Context, registry: Registry): void {
  const gauge = (name: string, help: string, labelNames: string[], rows: () => Promise<Row[]>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const found = await within(READ_WITHIN_MS, rows()).catch((error: unknown) => {
          ctx.log.warn({ err: error, figure: name }, 'figure not read')
          return []
        })
        this.reset()
        // Without labels that is a zero.
        if (labelNames.length === 0) this.remove()
        for (const { value, ...labels } of found) this.set(labels, Number(value))
      },
    })
  const read = async (statement: ReturnType<typeof sql>) =>
    (await ctx.db.execute(statement)).rows as Row[]
  const isDue = () => sql`status = 'waiting' and run_at <= ${now()}`
  const now = () => sql`${ctx.clock.now().toISOString()}::timestamptz`

  gauge('database_up', 'Whether this process reaches the database (1, 0)', [], async () => {
    const answered = within(READ_WITHIN_MS, read(sql`select 1`))
    return [{ value: await answered.then(() => 1).catch(() => 0) }]
  })
  gauge('jobs', 'Jobs by kind and status', ['kind', 'status'], () =>
    read(sql`select kind, status, count(*)::int as value from jobs group by kind, status`),
  )
  gauge('job_queue_waiting', 'Jobs that are due, by lane', ['lane'], () =>
    byLane(sql`count(*)`, isDue()),
  )
  gauge('job_queue_age_seconds', 'How long the oldest due job has waited, by lane', ['lane'], () =>
    byLane(sql`coalesce(extract(epoch from ${now()} - min(run_at)), 0)`, isDue()),
  )
  gauge(
    'job_retry_age_seconds',
    'Since the oldest job was asked for that has failed and is tried again, by lane',
    ['lane'],
    () => byLane(sql`coalesce(extract(epoch from ${now()} - min(created_at)), 0)`, IS_TRIED_AGAIN),
  )
  gauge('google_operations_today', 'Operations sent to Google in the last 24 hours', [], () =>
    read(sql`select coalesce(sum(calls), 0) as value from rate_windows
      where key like ${`${HOURS_KEY}%`} and ends_at > ${now()}`),
  )
  gauge('google_operations_limit', 'Operations a day', [], async () => [
    { value: ctx.config.googleAds.dailyOperations },
  ])
  // Of those that the scheduler reads and Google does not refuse for good: the rest is for their owners to mend.
  gauge('sync_age_seconds', 'Since the last sync of the account that waits longest', [], () =>
    read(sql`select coalesce(extract(epoch from ${now()} - min(coalesce(a.last_synced_at, a.created_at))), 0) as value
      from ad_accounts a join users u on u.id = a.user_id
        left join sync_states s on s.customer_id = a.customer_id
      where a.connected and not a.is_manager and a.source = 'google' and u.is_active
        and not (coalesce(s.problem, '') like ${`${DENIED}%`})`),
  )
  gauge('copy_age_seconds', 'Since the last nightly copy, where one was made', [], () =>
    read(sql`select extract(epoch from ${now()} - made_at) as value from last_copy`),
  )
  gauge('sync_accounts', 'Connected accounts by the state of their sync', ['status'], () =>
    read(sql`select s.status, count(*)::int as value from sync_states s
      join ad_accounts a using (customer_id) where a.connected group by s.status`),
  )
  gauge(
    'google_connections',
    'Consents of Google users, by whether Google takes them',
    ['status'],
    // None is a zero: of a figure that comes first with the many, none would have been lost.
    () =>
      read(sql`select known.status, count(c.id)::int as value
        from (values ('active'), ('needs_reauth')) known (status)
        left join google_connections c on c.status = known.status group by known.status`),
  )
  gauge('changes_open', 'Changes at Google without an answer', [], () =>
    // Of an account that is not connected any more nothing can be asked.
    read(sql`select count(*)::int as value
      from account_changes c join ad_accounts a on a.customer_id = c.customer_id
      where a.connected and (c.outcome in ('sent', 'unknown') or c.undo_sent_at is not null)`),
  )

  async function byLane(measure: ReturnType<typeof sql>, which: SQL): Promise<Row[]> {
    const rows = await read(sql`select lane, ${measure} as value from jobs
      where ${which} group by lane`)
    const known = new Map(rows.map(({ lane, value }) => [Number(lane), value]))
    return LANES.map((lane, place) => ({ lane, value: known.get(place) ?? 0 }))
  }
}

async function within<T>(ms: number, wanted: Promise<T>): Promise<T> {
  const late = new AbortController()
  try {
    return await Promise.race([
      wanted,
      sleep(ms, undefined, { ref: false, signal: late.signal }).then(() => {
        throw new Error('the database did not answer in time')
      }),
    ])
  } finally {
    late.abort()
  }
}
