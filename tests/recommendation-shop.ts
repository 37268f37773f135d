import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { enqueueOpenChanges, openChangeJobs } from '../src/changes/open-changes.ts'
import type { Operation } from '../src/changes/operations.ts'
import { recommendationChanges } from '../src/features/recommendations/actions/settle-application.ts'
import type {
  AppliedRecommendation,
  Recommendation,
} from '../src/features/recommendations/contract/recommendations.ts'
import { adAccounts } from '../src/platform/db/schema/access.ts'
import { accountChanges } from '../src/platform/db/schema/changes.ts'
import { campaigns } from '../src/platform/db/schema/entities.ts'
import {
  accountGoals,
  changeLimits,
  conversionValues,
  recommendationApplications,
  recommendations,
} from '../src/platform/db/schema/recommendations.ts'
import { changeCalls } from '../src/platform/google-ads/change-calls.ts'
import { googleAdsFor } from '../src/platform/google-ads/client.ts'
import { runDueJobs } from '../src/platform/jobs.ts'
import { money } from '../src/shared/spanish-numbers.ts'
import { askGoogle } from './ask-google.ts'
import { connectAccount } from './connected-account.ts'
import type { Answer, Person, TestApp } from './harness.ts'

/** The user who consented; what others change in Google is changed under the same name. */
export const IDENTITY = 'marta.demo@gmail.test'
export const SHOP = '4815162342'
export const CUSTOMER = 77

/** The seeded shop in the hands of one person, with recommendations of the test's own making. */
export type Shop = {
  owner: Person
  campaignId: number
  budget: { name: string; micros: number }
  /** Resource names of the campaign's enabled keywords, and of the first one's ad group. */
  keywords: string[]
  adGroup: string
  reset: () => Promise<void>
  recommend: (operations: Operation[], more?: More) => Promise<string>
  raise: (factor: number) => Operation
  negative: (text: string) => Operation
  preview: (id: string) => Promise<Answer>
  apply: (id: string) => Promise<Answer>
  undo: (id: string) => Promise<Answer>
  pending: () => Promise<string[]>
  history: () => Promise<AppliedRecommendation[]>
  log: () => Promise<(typeof accountChanges.$inferSelect)[]>
  liveBudget: () => Promise<number>
  liveNegatives: (text: string) => Promise<unknown[]>
  /** Another person, straight at Google. */
  mutate: (operation: Operation) => Promise<void>
  setBudget: (micros: number) => Promise<void>
}

/** `before`, `after`: what the card says; otherwise what its operations do to the budget. */
type More = { forecast?: null; before?: string; after?: string }

export async function openShop(it: TestApp): Promise<Shop> {
  const owner = await it.signIn()
  const google = (query: string) => askGoogle(it.simulators, IDENTITY, SHOP, query)
  const [row] = await google(
    "SELECT campaign.id, campaign_budget.resource_name, campaign_budget.amount_micros FROM campaign WHERE campaign.advertising_channel_type = 'SEARCH' AND campaign.status = 'ENABLED' LIMIT 1",
  )
  const found = row as unknown as {
    campaign: { id: string }
    campaignBudget: { resourceName: string; amountMicros: string }
  }
  const campaignId = Number(found.campaign.id)
  const { resourceName: name, amountMicros } = found.campaignBudget
  const budget = { name, micros: Number(amountMicros) }
  const words = await google(
    `SELECT ad_group_criterion.resource_name FROM ad_group_criterion WHERE campaign.id = ${campaignId} AND ad_group_criterion.type = 'KEYWORD' AND ad_group_criterion.negative = FALSE AND ad_group_criterion.status = 'ENABLED'`,
  )
  const keywords = words.map((one) => one.adGroupCriterion?.resourceName ?? '')
  const adGroupId = keywords[0]!.split('/').at(-1)!.split('~')[0]
  const mutate = (operation: Operation) => mutateAtGoogle(it, operation)
  const setBudget = (micros: number) => mutate(budgetOperation(budget.name, micros))
  const path = (id: string) => `/api/recomendaciones/${id}`
  return {
    owner,
    campaignId,
    budget,
    keywords,
    adGroup: `customers/${SHOP}/adGroups/${adGroupId}`,
    reset: async () => {
      await setBudget(budget.micros)
      await storeAccount(it, owner, { campaignId, budget })
    },
    recommend: (operations, more) => recommend(it, cardOf(operations, budget.micros, more)),
    raise: (factor) =>
      budgetOperation(
        budget.name.replace(SHOP, '{customerId}'),
        Math.round(budget.micros * factor),
      ),
    negative: (text) => {
      const keyword = { text, matchType: 'PHRASE' }
      const campaign = `customers/{customerId}/campaigns/${campaignId}`
      return { campaignCriterionOperation: { create: { campaign, negative: true, keyword } } }
    },
    preview: (id) => owner.get(`${path(id)}/cambio`),
    apply: (id) => owner.send('POST', `${path(id)}/aplicar`, { resultado: RESULT }),
    undo: (id) => owner.send('POST', `${path(id)}/deshacer`),
    pending: async () => {
      const { body } = await owner.get(path(SHOP))
      return (body as Recommendation[]).map(({ id }) => id)
    },
    history: async () => {
      const answer = await owner.get(`/api/recomendaciones-aplicadas/${SHOP}`)
      expect(answer.status, answer.text).toBe(200)
      return answer.body as AppliedRecommendation[]
    },
    log: () => readLog(it),
    liveBudget: async () => {
      const [live] = await google(
        `SELECT campaign_budget.amount_micros FROM campaign_budget WHERE campaign_budget.resource_name = '${budget.name}'`,
      )
      return Number((live as unknown as typeof found).campaignBudget.amountMicros)
    },
    liveNegatives: (text) =>
      google(
        `SELECT campaign_criterion.resource_name FROM campaign_criterion WHERE campaign_criterion.negative = TRUE AND campaign_criterion.keyword.text = '${text}'`,
      ),
    mutate,
    setBudget,
  }
}

/** What the account page sends. */
const RESULT = {
  estado: 'improved',
  mejora_real: 12.3,
  periodo_comparacion: '7 días',
  variacion_kpi: 12.3,
}

function budgetOperation(resourceName: string, micros: number): Operation {
  const update = { resourceName, amountMicros: String(micros) }
  return { campaignBudgetOperation: { updateMask: 'amountMicros', update } }
}

async function storeAccount(
  it: TestApp,
  owner: Person,
  { campaignId, budget }: Pick<Shop, 'campaignId' | 'budget'>,
): Promise<void> {
  const { db } = it.ctx
  for (const table of [
    adAccounts,
    campaigns,
    recommendations,
    recommendationApplications,
    changeLimits,
    accountGoals,
    conversionValues,
    accountChanges,
  ])
    await db.delete(table).where(eq(table.customerId, CUSTOMER))
  const account = { customerId: CUSTOMER, googleCustomerId: SHOP, name: 'Zapatería' }
  await connectAccount(it, { ...account, userId: owner.userId })
  await db.insert(campaigns).values({
    customerId: CUSTOMER,
    campaignId,
    name: 'Búsqueda',
    status: 'ENABLED',
    channelType: 'SEARCH',
    budgetId: Number(budget.name.split('/').at(-1)),
    budgetMicros: budget.micros,
  })
}

/** As the engine would have stored it. */
export async function recommend(
  it: TestApp,
  card: Omit<ReturnType<typeof cardOf>, 'campaignId'> & { campaignId: string | null },
  customerId = CUSTOMER,
) {
  const id = randomUUID()
  const now = it.clock.now()
  const row = {
    fingerprint: randomUUID(),
    rule: 'limited-budgets',
    expectedValueMicros: 10_000_000,
    turn: 1_000,
    stakeMicros: 10_000_000,
  }
  await it.ctx.db.insert(recommendations).values({
    ...row,
    customerId,
    id,
    category: 'budget',
    priority: 'high',
    status: 'pending',
    body: { ...row, ...card },
    createdAt: now,
    updatedAt: now,
  })
  return id
}

/** It says what its operations do, as far as a test of another thing needs. */
export function cardOf(operations: readonly Operation[], presentMicros: number, more: More = {}) {
  const json = JSON.stringify(operations)
  const said = [
    ...[...json.matchAll(/"amountMicros":"(\d+)"/g)].map(([, to]) => money(Number(to), 'EUR')),
    ...[...json.matchAll(/"text":"([^"]*)"/g)].map(([, text]) => `«${text}»`),
  ]
  const forecast = {
    monthlyLowMicros: 5_000_000,
    monthlyMidMicros: 10_000_000,
    monthlyHighMicros: 20_000_000,
    kpi: 'cost',
  }
  return {
    title: 'Una recomendación',
    description: '',
    category: 'budget',
    priority: 'high',
    estimatedImpact: '',
    objectType: 'campaign',
    objectId: '',
    campaignId: null,
    adGroupId: null,
    probability: 0.97,
    whyNow: '',
    evidence: {
      currencyCode: 'EUR',
      window: { from: '2026-08-22', to: '2026-11-19', days: 90 },
      figures: [{ key: 'cost', label: 'Coste', unit: 'money', value: 40_000_000 }],
      table: { columns: [], rows: [] },
      test: { name: '', sentence: '', numbers: [] },
      counterEvidence: [],
      change: {
        operations,
        before: more.before ?? money(presentMicros, 'EUR'),
        after: more.after ?? said.join(', '),
      },
      forecast: more.forecast === undefined ? forecast : more.forecast,
    },
  }
}

/** What is still open is looked up, as every minute. */
export async function lookLater({ ctx }: TestApp): Promise<void> {
  await enqueueOpenChanges(ctx)
  await runDueJobs(ctx, openChangeJobs([recommendationChanges]))
}

async function readLog({ ctx }: TestApp) {
  const rows = await ctx.db
    .select()
    .from(accountChanges)
    .where(and(eq(accountChanges.customerId, CUSTOMER), eq(accountChanges.kind, 'recommendation')))
  const indexOf = ({ after }: (typeof rows)[number]) => (after as { index: number }).index
  return rows.sort((a, b) => indexOf(a) - indexOf(b))
}

async function mutateAtGoogle({ ctx, simulators }: TestApp, operation: Operation): Promise<void> {
  const apiBase = simulators.environment.GOOGLE_ADS_API_BASE ?? ''
  const config = { ...ctx.config, googleAds: { ...ctx.config.googleAds, apiBase } }
  const refreshTokenSealed = ctx.vault.seal(simulators.grantGoogle(IDENTITY))
  const as = { loginCustomerId: null, customerId: 0, priority: 'interactive' as const }
  const { callJson } = googleAdsFor({ ...ctx, config }, { refreshTokenSealed }, as)
  await changeCalls(callJson, SHOP).mutate([operation])
}
