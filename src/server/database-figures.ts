import { sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { DENIED } from '#features/sync/rules/sync-failures.ts'
import type { Context } from '#platform/context.ts'
import { HOURS_KEY } from '#platform/google-ads/usage.ts'
import { LANES } from '#shared/job-kind.ts'

type Row = Record<string, string | number>

/** What holds for all processes, read from the database when it is asked for. */
export function databaseFigures(ctx: Context, registry: Registry): void {
  const gauge = (name: string, help: string, labelNames: string[], rows: () => Promise<Row[]>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const found = await rows()
        this.reset()
        for (const { value, ...labels } of found) this.set(labels, Number(value))
      },
    })
  const read = async (statement: ReturnType<typeof sql>) =>
    (await ctx.db.execute(statement)).rows as Row[]
  const now = () => sql`${ctx.clock.now().toISOString()}::timestamptz`

  gauge('jobs', 'Jobs by kind and status', ['kind', 'status'], () =>
    read(sql`select kind, status, count(*)::int as value from jobs group by kind, status`),
  )
  gauge('job_queue_waiting', 'Jobs that are due, by lane', ['lane'], () => dueJobs(sql`count(*)`))
  gauge('job_queue_age_seconds', 'How long the oldest due job has waited, by lane', ['lane'], () =>
    dueJobs(sql`coalesce(extract(epoch from ${now()} - min(run_at)), 0)`),
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
  gauge('sync_accounts', 'Connected accounts by the state of their sync', ['status'], () =>
    read(sql`select s.status, count(*)::int as value from sync_states s
      join ad_accounts a using (customer_id) where a.connected group by s.status`),
  )
  gauge('changes_open', 'Changes at Google without an answer', [], () =>
    // Of an account that is not connected any more nothing can be asked.
    read(sql`select count(*)::int as value
      from account_changes c join ad_accounts a on a.customer_id = c.customer_id
      where a.connected and (c.outcome in ('sent', 'unknown') or c.undo_sent_at is not null)`),
  )

  async function dueJobs(measure: ReturnType<typeof sql>): Promise<Row[]> {
    const rows = await read(sql`select lane, ${measure} as value from jobs
      where status = 'waiting' and run_at <= ${now()} group by lane`)
    const known = new Map(rows.map(({ lane, value }) => [Number(lane), value]))
    return LANES.map((lane, place) => ({ lane, value: known.get(place) ?? 0 }))
  }
}
