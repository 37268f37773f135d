import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { uploadFiles } from '../../../tests/import-files.ts'

const HEAD =
  'Día;Término de búsqueda;Campaña;Grupo de anuncios;Palabra clave;Código de moneda;Impr.;Clics;Coste;Conversiones\n'
const TERMS = 3_000
/** By the whole key each text is read once a question; the several questions of an analysis and of its parts read some of them anew. */
const READS = 20

const it = testApp()
// On a cluster rows are read, and counted, by the workers.
const testHere = test.skipIf(process.env.TEST_CITUS_WORKERS)

// What the database has counted is of other accounts: of a new one it then reckons with no row.
testHere('searches of an unheard account are not read again for each of them', async () => {
  const { cookie } = await it.signIn()
  await it.ctx.db.execute(sql`
    insert into search_terms (customer_id, ad_group_id, term_id, campaign_id, text, status)
    select 5, n, n, 1, 'búsqueda ' || n, 'NONE' from generate_series(1, 60) n`)
  await it.ctx.db.execute(sql`
    insert into keywords (customer_id, ad_group_id, criterion_id, campaign_id, text, match_type, status, final_urls)
    select 5, n, n, 1, 'palabra ' || n, 'BROAD', 'ENABLED', '[]' from generate_series(1, 60) n`)
  await it.ctx.db.execute(sql`
    insert into search_term_day (customer_id, day, campaign_id, ad_group_id, criterion_id, term_id,
      impressions, clicks, cost_micros, conversions_micros, value_micros)
    select 5, date '2026-09-01' + d, 1, n, n, n, 10, 1, 1000, 0, 0
    from generate_series(1, 60) n, generate_series(0, 60) d`)
  await it.ctx.db.execute(sql`analyze`)
  const before = await rowsRead()
  const { status } = await uploadFiles(it, cookie, [['terminos.csv', report()]])
  expect(status).toBe(200)
  await it.runJobs()
  const read = (await rowsRead()) - before
  expect(read).toBeGreaterThan(TERMS)
  expect(read).toBeLessThan(READS * TERMS)
})

function report(): string {
  const row = (i: number) => {
    const day = `2026-10-${String(1 + (i % 28)).padStart(2, '0')}`
    const place = `C${i % 2};G${i % 20};palabra ${i % 200};EUR`
    return `${day};zapato gratis ${i};${place};${10 + (i % 90)};${1 + (i % 7)};${5 + (i % 7)},10;${i % 31 ? 0 : 1}\n`
  }
  return HEAD + Array.from({ length: TERMS }, (_, i) => row(i)).join('')
}

/** Of searches and keywords, since the database began. */
async function rowsRead(): Promise<number> {
  await it.ctx.db.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = await it.ctx.db.execute<{ read: number }>(sql`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables
    where relname in ('search_terms', 'keywords')`)
  return rows[0]!.read
}
