import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Person, testApp } from '../../../tests/harness.ts'
import { uploadFiles } from '../../../tests/import-files.ts'
import { cardOf, recommend } from '../../../tests/recommendation-shop.ts'
import { effectWindows, LAG_DAYS } from '../../engine/effect/effect-windows.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { campaigns } from '../../platform/db/schema/entities.ts'
import { recommendationApplications } from '../../platform/db/schema/recommendations.ts'
import { addDays, type Day, dayInZone, eachDay } from '../../shared/dates.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import { MICROS } from '../../shared/metrics.ts'
import { measureApplications } from './actions/measure-applications.ts'
import type { AppliedRecommendation } from './contract/recommendations.ts'
import type { getResults } from './contract/results.ts'

// What was done by hand in an account made of files is measured by the files that come after.
const it = testApp()
const CHANGED = 'Campaña 0'
const NAMES = Array.from({ length: 14 }, (_, i) => `Campaña ${i}`)
const DAYS_AGO = 45

type Shown = { name: string; of: (day: Day) => number }
const all = (of: Shown['of'] = () => 1): Shown[] =>
  NAMES.map((name) => ({ name, of: name === CHANGED ? of : () => 1 }))

/** 300 clicks at 1 € and six conversions a day, so many times. */
function daily(from: Day, to: Day, shown: readonly Shown[], status = 'Habilitada'): string {
  const rows = eachDay(from, to).flatMap((day, i) =>
    shown.flatMap(({ name, of }) => {
      const clicks = Math.round(300 * of(day) * (1 + 0.03 * Math.sin(i * 7 + name.length)))
      const state = name === CHANGED ? status : 'Habilitada'
      return clicks === 0
        ? []
        : `${day},${name},${state},Búsqueda,${clicks * 20},${clicks},"${clicks},00","${(clicks / 50).toFixed(2).replace('.', ',')}"`
    }),
  )
  return `Informe\nDía,Campaña,Estado de la campaña,Tipo de campaña,Impr.,Clics,Coste,Conversiones\n${rows.join('\n')}\n`
}

const pause = (campaignId: string) => ({
  campaignOperation: {
    updateMask: 'status',
    update: { resourceName: `customers/{customerId}/campaigns/${campaignId}`, status: 'PAUSED' },
  },
})
const negative = (campaignId: string) => ({
  campaignCriterionOperation: {
    create: {
      campaign: `customers/{customerId}/campaigns/${campaignId}`,
      negative: true,
      keyword: { text: 'gratis', matchType: 'PHRASE' },
    },
  },
})

type Account = { owner: Person; accountId: string; customerId: number; applied: Day }

/** 28 days and more in a file, and a card that its owner says to have done, 45 days ago. */
async function done(operation: (campaignId: string) => object): Promise<Account> {
  const owner = await it.signIn()
  const today = dayInZone(it.clock.now(), 'Europe/Madrid')
  const applied = addDays(today, -DAYS_AGO)
  const first = await uploadFiles(
    it,
    owner.cookie,
    [['antes.csv', daily(addDays(applied, -35), addDays(applied, 1), all())]],
    { currencyCode: 'EUR' },
  )
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  const { accountId } = first.body
  const ofAccount = eq(adAccounts.googleCustomerId, accountId)
  const [account] = await it.ctx.db.select().from(adAccounts).where(ofAccount)
  const { customerId } = account!
  const [campaign] = (
    await it.ctx.db.select().from(campaigns).where(eq(campaigns.customerId, customerId))
  ).filter(({ name }) => name === CHANGED)
  const campaignId = String(campaign!.campaignId)
  const card = cardOf([operation(campaignId) as never], 0)
  card.evidence.figures.push({ key: 'target', label: '', unit: 'money', value: 30 * MICROS })
  const id = await recommend(it, { ...card, campaignId }, customerId)
  const made = await owner.send('POST', `/api/recomendaciones/${id}/aplicar`, {})
  expect(made.status, made.text).toBe(200)
  await it.ctx.db
    .update(recommendationApplications)
    .set({
      appliedAt: new Date(it.clock.now().getTime() - DAYS_AGO * 86_400_000),
      measureAfter: effectWindows(applied, LAG_DAYS).readyOn,
    })
    .where(eq(recommendationApplications.customerId, customerId))
  return { owner, accountId, customerId, applied }
}

async function judgedBy({ owner, accountId, customerId }: Account, file: string) {
  const { status, body } = await uploadFiles(it, owner.cookie, [['despues.csv', file]], {
    accountId,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  await measureApplications(it.ctx, customerId)
  const history = await owner.get(`/api/recomendaciones-aplicadas/${accountId}`)
  const results = await owner.get('/api/resultados?periodo=todo')
  const [row] = (results.body as ReplyOf<typeof getResults>).accounts[0]!.rows
  const [{ measured, held }] = history.body as [AppliedRecommendation]
  return { measured, held, row: row! }
}

test('a campaign that its owner paused by hand, as the card said, is judged by what that saved and lost', async () => {
  const account = await done(pause)
  const { applied } = account
  const file = daily(
    addDays(applied, 2),
    addDays(applied, 42),
    all(() => 0),
  )
  const { measured } = await judgedBy(account, file)
  // 300 € a day for six conversions of 30 €.
  expect(measured).toMatchObject({ verdict: 'mejorado' })
  expect(measured!.monthlyMicros!.estimate / MICROS).toBeGreaterThan(2_000)
})

test('the same told by a report that still lists it, as paused', async () => {
  const account = await done(pause)
  const { applied } = account
  const before = (day: Day) => (day <= applied ? 1 : 0)
  const file = daily(addDays(applied, -35), addDays(applied, 42), all(before), 'En pausa')
  expect((await judgedBy(account, file)).measured!.verdict).toBe('mejorado')
})

test('reports of the days after that do not name what was changed tell nothing of it', async () => {
  const account = await done(negative)
  const { applied } = account
  const others = all().filter(({ name }) => name !== CHANGED)
  const { measured } = await judgedBy(
    account,
    daily(addDays(applied, 2), addDays(applied, 42), others),
  )
  expect(measured).toMatchObject({ verdict: 'no_concluyente', monthlyMicros: null })
  expect(measured!.note).toContain('se descargaron sin ella')
})

test('reports of the days after that name it alone leave nothing to hold it against', async () => {
  const account = await done(negative)
  const { applied } = account
  const alone = all().filter(({ name }) => name === CHANGED)
  const { measured } = await judgedBy(
    account,
    daily(addDays(applied, 2), addDays(applied, 42), alone),
  )
  expect(measured).toMatchObject({ verdict: 'no_concluyente', monthlyMicros: null })
  expect(measured!.note).toContain('con lo que comparar')
})

test('days replaced by a sum of all of them are asked for again, and measured once they are there', async () => {
  const account = await done(pause)
  const { applied } = account
  const [from, to] = [addDays(applied, -10), addDays(applied, 42)]
  const days = daily(
    addDays(applied, 2),
    to,
    all((day) => (day > applied ? 0 : 1)),
  )
  const sums = NAMES.map((name) => `${name},Habilitada,Búsqueda,318000,15900,"15900,00",318`)
  const period = `Informe\n"${from} - ${to}"\nCampaña,Estado de la campaña,Tipo de campaña,Impr.,Clics,Coste,Conversiones\n${sums.join('\n')}\n`
  const whole = await judgedBy(account, days)
  expect(whole.measured!.verdict).toBe('mejorado')
  await it.ctx.db
    .update(recommendationApplications)
    .set({ measured: null })
    .where(eq(recommendationApplications.customerId, account.customerId))
  const summed = await judgedBy(account, period)
  expect(summed.measured).toBeNull()
  expect(summed.row).toMatchObject({ standing: 'measuring', daysLeft: null })
  expect(summed.row.note).toContain('Los archivos no dan todos sus días')
  expect(summed.held, 'the history says the same').toBe(summed.row.note)
  const again = await judgedBy(
    account,
    daily(
      from,
      to,
      all((day) => (day > applied ? 0 : 1)),
    ),
  )
  expect(again.measured!.verdict).toBe('mejorado')
  expect(again.held).toBeNull()
})
