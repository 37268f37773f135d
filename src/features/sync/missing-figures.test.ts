import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdsRow } from '#platform/google-ads/row.ts'
import { addDays } from '#shared/dates.ts'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'

const SHOP = '1000000001'
const ledger = ledgerWorld([{ customerId: SHOP }], { 'ana@gmail.test': [SHOP] })
const it = adsApp(ledger.world, { GOOGLE_ADS_HISTORY_DAYS: '30' })
ledger.facts.set(
  'customer',
  Array.from({ length: 30 }, (_, back) => ({
    day: addDays('2026-11-20', -back),
    fields: {},
    measures: { impressions: 100, clicks: 5, costMicros: 1_000_000 },
  })),
)

let missing: keyof NonNullable<AdsRow['metrics']> | null = null
/** Google, as it answers but for one figure. */
const between = createServer(async (request, response) => {
  const body: Buffer[] = []
  for await (const chunk of request) body.push(chunk)
  const answer = await fetch(`${it.google.baseUrl}${request.url}`, {
    method: request.method!,
    headers: request.headers as Record<string, string>,
    ...(body.length > 0 && { body: Buffer.concat(body) }),
  })
  const text = await answer.text()
  const told = missing
    ? text
        .replace(new RegExp(`"${missing}": ?("\\d+"|[\\d.]+),?`, 'g'), '')
        .replace(/,(\s*})/g, '$1')
    : text
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(told)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  it.ctx.config.googleAds.apiBase = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
})
afterAll(() => void between.close())

test.each(['costMicros', 'impressions', 'conversions'] as const)(
  'without %s in all that Google answers nothing is written over what is known',
  async (figure) => {
    missing = null
    const ana = await it.signIn()
    await ana.connect('ana@gmail.test')
    await it.runJobs()
    const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
    const customerId = Number(accounts[0]!.id)
    const spent = async () => {
      const { rows } = await it.ctx.db.execute(sql`
      select sum(cost_micros)::bigint as micros, sum(impressions)::int as shown
      from account_day where customer_id = ${customerId}`)
      return rows[0]
    }
    const before = await spent()
    expect(before).toMatchObject({ shown: 3_000 })
    missing = figure
    await ana.ask('POST', `/api/google-accounts/${SHOP}/sync`)
    await it.runJobs()
    expect(await spent()).toEqual(before)
    const { body } = await ana.ask('GET', `/api/google-accounts/${SHOP}/sync`)
    expect(body).toMatch(/"failed".*sin una de sus cifras/)
  },
)
