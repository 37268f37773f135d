import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach } from 'vitest'
import type { Operation } from '../src/changes/operations.ts'
import { measureApplications } from '../src/features/recommendations/actions/measure-applications.ts'
import type { getResults } from '../src/features/recommendations/contract/results.ts'
import { experimentWindows } from '../src/features/recommendations/rules/experiment-way.ts'
import { adAccounts, sessions } from '../src/platform/db/schema/access.ts'
import { campaigns } from '../src/platform/db/schema/entities.ts'
import { recommendationApplications } from '../src/platform/db/schema/recommendations.ts'
import { adsOfAccount } from '../src/platform/google-ads/account-ads.ts'
import { addDays, dayInZone, daysInRange } from '../src/shared/dates.ts'
import type { ReplyOf } from '../src/shared/endpoint.ts'
import { MICROS } from '../src/shared/metrics.ts'
import { money } from '../src/shared/spanish-numbers.ts'
import { askGoogle } from './ask-google.ts'
import type { TestApp } from './harness.ts'
import { CUSTOMER, IDENTITY, openShop, SHOP, type Shop } from './recommendation-shop.ts'

type Live = {
  resourceName: string
  name: string
  status: string
  startDate: string
  endDate: string
}

const TRIED = 0.85
const path = (id: string) => `/api/recomendaciones/${id}`
const EXPERIMENT = { enExperimento: true }

/** A shop with a campaign that can be tried in one of Google's experiments; each test finds it as it was, without any. */
export function experimentShop(it: TestApp) {
  let shop: Shop
  /** It maximises conversions at a target, on a budget of its own. */
  let base: { id: string; targetMicros: number }

  const google = (query: string) => askGoogle(it.simulators, IDENTITY, SHOP, query)

  beforeAll(async () => {
    shop = await openShop(it)
    const rows = (await google(
      "SELECT campaign.id, campaign.maximize_conversions.target_cpa_micros FROM campaign WHERE campaign.bidding_strategy_type = 'MAXIMIZE_CONVERSIONS' AND campaign.status = 'ENABLED' AND campaign_budget.explicitly_shared = FALSE",
    )) as unknown as {
      campaign: { id: string; maximizeConversions: { targetCpaMicros: string } }
    }[]
    const { id, maximizeConversions } = rows[0]!.campaign
    base = { id, targetMicros: Number(maximizeConversions.targetCpaMicros) }
  }, 120_000)

  beforeEach(async () => {
    it.simulators.googleAds.faults.clear()
    await shop.reset()
    await advance(0)
    for (const { resourceName, status } of await experiments())
      if (status !== 'SETUP') await (await ads()).actOnExperiment('endExperiment', resourceName)
    await shop.mutate(targetOf(base.targetMicros, SHOP))
    const found = eq(campaigns.campaignId, Number(base.id))
    await it.ctx.db.delete(campaigns).where(and(eq(campaigns.customerId, CUSTOMER), found))
    await it.ctx.db.insert(campaigns).values({
      customerId: CUSTOMER,
      campaignId: Number(base.id),
      name: 'Búsqueda · Hombre y niños',
      status: 'ENABLED',
      channelType: 'SEARCH',
      biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
      targetCpaMicros: base.targetMicros,
    })
    await it.ctx.db.execute(
      sql`insert into account_goals (customer_id, target_cpa_micros, brand_words, protected_words, updated_at)
        values (${CUSTOMER}, ${21 * MICROS}, '{}', '{}', now())`,
    )
  })

  const tried = () => Math.round((base.targetMicros * TRIED) / 10_000) * 10_000

  function targetOf(micros: number, customer = '{customerId}'): Operation {
    const update = {
      resourceName: `customers/${customer}/campaigns/${base.id}`,
      maximizeConversions: { targetCpaMicros: String(micros) },
    }
    return {
      campaignOperation: { updateMask: 'maximizeConversions.targetCpaMicros', update },
    }
  }

  const recommend = (operations = [targetOf(tried())]) =>
    shop.recommend(operations, {
      before: money(base.targetMicros, 'EUR'),
      after: money(tried(), 'EUR'),
    })
  const tryIt = (id: string) => shop.owner.send('POST', `${path(id)}/aplicar`, EXPERIMENT)

  async function ads() {
    const [account] = await it.ctx.db
      .select()
      .from(adAccounts)
      .where(eq(adAccounts.customerId, CUSTOMER))
    return await adsOfAccount(it.ctx, account!)
  }

  async function experiments(): Promise<Live[]> {
    const rows = (await google(
      "SELECT experiment.resource_name, experiment.name, experiment.status, experiment.start_date, experiment.end_date FROM experiment WHERE experiment.status IN ('SETUP', 'INITIATED', 'ENABLED')",
    )) as unknown as { experiment: Live }[]
    return rows.map(({ experiment }) => experiment)
  }

  const today = () => dayInZone(it.clock.now(), 'Europe/Madrid')
  const liveTarget = async (id = base.id) => {
    const [row] = (await google(
      `SELECT campaign.maximize_conversions.target_cpa_micros FROM campaign WHERE campaign.id = ${id}`,
    )) as unknown as { campaign: { maximizeConversions: { targetCpaMicros: string } } }[]
    return Number(row!.campaign.maximizeConversions.targetCpaMicros)
  }

  const application = async () => (await it.ctx.db.select().from(recommendationApplications))[0]!

  async function resultRow() {
    const { body } = await shop.owner.get('/api/resultados?periodo=todo')
    return (body as ReplyOf<typeof getResults>).accounts[0]!.rows[0]!
  }

  async function advance(days: number) {
    it.clock.advance(days * 86_400_000)
    const far = new Date('2100-01-01')
    await it.ctx.db.update(sessions).set({ expiresAt: far, endsAt: far })
  }

  async function untilLook(weeks: number) {
    const { experiment } = await application()
    const { readyOn } = experimentWindows(addDays(experiment!.startsOn, -1), weeks)
    const days = daysInRange(today(), readyOn) - 1
    await advance(days)
    await measureApplications(it.ctx, CUSTOMER)
  }

  const given = { shop: () => shop, base: () => base }
  const acts = { google, recommend, targetOf, tried, path, tryIt, ads, advance, untilLook }
  return { ...given, ...acts, experiments, today, liveTarget, application, resultRow }
}
