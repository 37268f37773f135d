import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { ASKED_SHOP, openAskedShop, sumOfDays } from '../../../tests/asked-shop.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { money, percent, quantity } from '../../shared/spanish-numbers.ts'
import type { TracedText } from './contract/endpoints.ts'
import { textFaults } from './rules/text-faults.ts'

const t = testApp()
const OCTOBER = ['2026-10-01', '2026-10-31'] as const
let owner: Person

beforeAll(async () => {
  owner = await openAskedShop(t)
  t.clock.now = () => new Date('2026-11-20T10:00:00Z')
})

test('what each conversion costs and is worth, of the account and of each campaign', async () => {
  const conversions = (await sum('conversions_micros')) / 1e6
  const worth = await answerTo('ticket medio de octubre')
  expect(worth.text).toContain(
    `Valor por conversión: ${money((await sum('value_micros')) / conversions, 'EUR')}`,
  )
  const cost = await answerTo('¿Cuánto me costó cada venta en octubre?')
  expect(cost.text).toContain(`CPA: ${money((await sum('cost_micros')) / conversions, 'EUR')}`)
  const byCampaign = await answerTo('ticket medio por campaña en octubre')
  expect(byCampaign.tables[0]?.rows).toHaveLength(4)
  expect(byCampaign.text).not.toContain('no tienen valor registrado')
})

test('a mean without a unit is of a day, and one of a day of the week of such days', async () => {
  const mean = await answerTo('gasto medio de octubre')
  expect(mean.text).toContain(
    `Gasto al día, de media: ${money((await sum('cost_micros')) / 31, 'EUR')}`,
  )
  const sundays = ['2026-10-04', '2026-10-11', '2026-10-18', '2026-10-25']
  const spent = await Promise.all(sundays.map((day) => sumOfDays(t, 'cost_micros', [day, day])))
  const total = spent.reduce((all, one) => all + one, 0)
  const ofSundays = await answerTo('gasto medio de los domingos de octubre')
  expect(ofSundays.text).toMatch(/^Días de la semana, de media de cada uno/)
  expect(ofSundays.text).toContain(`«domingo»: gasto ${money(total / 4, 'EUR')}`)
})

test('a part of the total: of a device, of a place, of each campaign', async () => {
  const parts = [70, 71, 72, 73].map((id) => sumOfDays(t, 'conversions_micros', OCTOBER, [id]))
  const [brand = 0, boots = 0] = await Promise.all(parts)
  const all = await sum('conversions_micros')
  const mobile = await answerTo('porcentaje de conversiones de móvil en octubre')
  expect(mobile.text).toContain(`el ${percent((brand + boots) / all, 1)} (`)
  expect(mobile.text).toContain(` de ${quantity(all / 1e6)})`)
  const place = await answerTo('¿Qué porcentaje de las conversiones de octubre viene de Cataluña?')
  expect(place.text).toContain(`el ${percent(boots / all, 1)} (`)
  const { tables } = await answerTo('porcentaje del gasto por campaña en octubre')
  const shares = tables[0]?.rows.map(({ cells }) => Number(cells.spendShare?.value)) ?? []
  expect(shares).toHaveLength(4)
  expect(shares.reduce((sum, one) => sum + one, 0)).toBeCloseTo(100, 6)
  const within = await answerTo('porcentaje de clics por dispositivo en Marca en octubre')
  expect(within.tables[0]?.rows.map(({ cells }) => cells.clicksShare?.value)).toEqual([100])
})

test('the impression share is of the days on which Google gives one', async () => {
  await t.ctx.db.execute(sql`
    update campaign_day set eligible_impressions = case when day < '2026-10-16' then 2 * impressions else 0 end
    where campaign_id = 70 and customer_id =
      (select customer_id from ad_accounts where google_customer_id = ${ASKED_SHOP})`)
  const { tables } = await answerTo('cuota de impresiones por campaña en octubre')
  const brand = tables[0]?.rows.find(({ label }) => label === 'Marca')
  expect(brand?.cells.impressionShare?.value).toBe(50)
})

test('a share that Google does not tell is no figure, and has no change', async () => {
  const told = async (question: string) => (await answerTo(question)).text
  await t.ctx.db.execute(sql`
    update campaign_day set eligible_impressions = round(impressions / .0999),
      lost_rank_impressions = round(round(impressions / .0999) * .9001)
    where campaign_id = 70 and customer_id =
      (select customer_id from ad_accounts where google_customer_id = ${ASKED_SHOP})`)
  const had = await told('¿Cuál es la cuota de impresiones de la campaña Marca en octubre?')
  expect(had).toContain('Cuota de impresiones: <\u00a010\u00a0%')
  expect(had).not.toMatch(/sube|baja|9,99/)
  expect(await told('impresiones perdidas por ranking por campaña en octubre')).toContain(
    '«Marca»: impresiones perdidas por ranking >\u00a090\u00a0%',
  )
})

const sum = (column: string) => sumOfDays(t, column, OCTOBER)

async function answerTo(question: string): Promise<TracedText> {
  const query = new URLSearchParams({ question })
  const { status, body, text } = await owner.get(`/api/assistant/${ASKED_SHOP}/answer?${query}`)
  expect(status, text).toBe(200)
  const answer = body as TracedText
  expect(textFaults(answer.text, answer), answer.text).toEqual([])
  return answer
}
