import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { adAccounts, sessions } from '../src/platform/db/schema/access.ts'
import { campaigns } from '../src/platform/db/schema/entities.ts'
import {
  recommendationApplications,
  recommendations,
} from '../src/platform/db/schema/recommendations.ts'
import type { Person, TestApp } from './harness.ts'

/** An account with 80 days of even figures up to 19 Nov 2026: 10 € and one conversion a day in the first campaign. */
export async function reportShop(t: TestApp, person: Person, name: string) {
  const customerId = randomInt(2 ** 40)
  const accountId = String(randomInt(10 ** 9, 10 ** 10))
  await t.ctx.db.insert(adAccounts).values({
    customerId,
    userId: person.userId,
    googleCustomerId: accountId,
    name,
    isManager: false,
    currencyCode: 'EUR',
    timeZone: 'Europe/Madrid',
    // Nothing pulls it, so it stays as it is here.
    source: 'imported',
    granularity: 'day',
    connected: true,
    dataFrom: '2026-09-01',
    dataTo: '2026-11-19',
    syncVersion: 1,
    createdAt: t.clock.now(),
  })
  await t.ctx.db
    .insert(campaigns)
    .values([
      campaign(customerId, 1, 'Zapatos de piel'),
      campaign(customerId, 2, '=HYPERLINK("http://mal.test") 👟'),
    ])
  await t.ctx.db.execute(sql`
    insert into account_day (customer_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros)
    select ${customerId}, d::date, 1000, 50, 15000000, 1500000, 0
    from generate_series('2026-09-01'::date, '2026-11-19'::date, '1 day') d`)
  for (const [campaignId, cost, conversions] of [
    [1, 10_000_000, 1_000_000],
    [2, 5_000_000, 500_000],
  ])
    await t.ctx.db.execute(sql`
      insert into campaign_day (customer_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros,
        value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
      select ${customerId}, ${campaignId}, d::date, 500, 25, ${cost}, ${conversions}, 0, 0, 0, 0
      from generate_series('2026-09-01'::date, '2026-11-19'::date, '1 day') d`)
  return { customerId, accountId, name }
}

function campaign(customerId: number, campaignId: number, name: string) {
  return { customerId, campaignId, name, status: 'ENABLED', channelType: 'SEARCH' }
}

/** A pending one, or one applied on 10 Nov and measured. */
export async function reportAdvice(
  t: TestApp,
  customerId: number,
  {
    title,
    priority = 'high',
    rule = 'limited-budgets',
    category = 'budget',
    measured = false,
  }: ReportAdvice,
): Promise<string> {
  const id = randomUUID()
  const now = t.clock.now()
  const body = { title, estimatedImpact: 'Unos 120 € al mes', evidence: { currencyCode: 'EUR' } }
  await t.ctx.db.insert(recommendations).values({
    customerId,
    id,
    fingerprint: id,
    rule,
    category,
    priority,
    expectedValueMicros: 1,
    turn: { high: 1_000, medium: 11_000, low: 21_000 }[priority],
    stakeMicros: 1,
    status: measured ? 'applied' : 'pending',
    body,
    createdAt: now,
    updatedAt: now,
  })
  if (!measured) return id
  const appliedAt = new Date('2026-11-10T12:00:00Z')
  await t.ctx.db.insert(recommendationApplications).values({
    customerId,
    id,
    recommendationId: id,
    rule,
    state: 'applied',
    stateSince: appliedAt,
    appliedBy: id,
    appliedAt,
    body,
    assumed: {
      status: 'improved',
      actualImprovement: 12.3,
      comparisonPeriod: '7 días',
      kpiVariation: 12.3,
    },
    problems: [],
    measured: {
      verdict: 'improved',
      kpi: { label: 'Coste por conversión', change: { estimate: -0.2, low: -0.3, high: -0.1 } },
      monthlyMicros: { estimate: 45_000_000, low: 1, high: 2 },
      measuredOn: '2026-11-20',
      confounders: [],
      note: null,
    },
  })
  return id
}

type ReportAdvice = {
  title: string
  priority?: 'high' | 'medium' | 'low'
  rule?: string
  category?: string
  measured?: boolean
}

/** The texts of a PDF, page by page. */
export async function pdfPages(bytes: Buffer): Promise<string[]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages: string[] = []
  for (let at = 1; at <= pdf.numPages; at++) {
    const { items } = await (await pdf.getPage(at)).getTextContent()
    pages.push(items.map((part) => ('str' in part ? part.str : '')).join('\n'))
  }
  return pages
}

/** Time passes, and no user is logged out. */
export async function passTime(t: TestApp, days: number): Promise<void> {
  t.clock.advance(days * 86_400_000)
  const later = new Date(t.clock.now().getTime() + 7 * 86_400_000)
  await t.ctx.db.update(sessions).set({ expiresAt: later, endsAt: later })
  await t.runJobs()
}
