import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { judge, measuredShop, raisedBefore, SAME } from '../../../tests/measured-shop.ts'
import { SHOP } from '../../../tests/recommendation-shop.ts'
import { recommendationApplications } from '../../platform/db/schema/recommendations.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import { MICROS } from '../../shared/metrics.ts'
import { money } from '../../shared/spanish-numbers.ts'
import type { AccountResults, getResults } from '../recommendations/contract/results.ts'
import type { TracedText } from './contract/endpoints.ts'

// What the applied changes brought is answered from what «Resultados» shows.
const it = testApp()
const shop = measuredShop(it)

test('nothing applied, being measured, measured: as «Resultados» tells it, with the way there', async () => {
  expect((await answerTo('¿Qué he ganado con Pujante?')).text).toBe(
    'En esta cuenta todavía no se ha aplicado ninguna recomendación.',
  )
  await raisedBefore(it, shop, { clicks: 1.4, conversions: 1.4 })
  const open = await answerTo('¿Cómo van los cambios que apliqué?')
  expect(open.text).toContain(
    'Todavía no hay ningún importe medido. El primer resultado puede saberse',
  )
  expect(open.text).toContain('«Una recomendación»: Midiéndose. Se mide en la próxima revisión.')
  await judge(it, shop)
  const told = await answerTo('¿Cuánto hemos ganado con lo aplicado?')
  const { total, rows } = await results()
  const { low, high } = total!.range80
  expect(told.text).toContain(
    `De ${money(low, 'EUR')} a ${money(high, 'EUR')} al mes más que si no se hubiera tocado nada.`,
  )
  expect(told.text).toContain(`Mejorado, ${money(rows[0]!.measured!.estimate, 'EUR')} al mes (de `)
  const [table] = told.tables
  expect(table!.place.anchor).toBe('results')
  expect(table!.rows[0]!.cells.mid!.value).toBe(rows[0]!.measured!.estimate / MICROS)
  const followed = told.figures.filter(({ column }) => column !== null).map(({ column }) => column)
  expect(followed).toEqual(expect.arrayContaining(['low', 'mid', 'high']))
})

test('what may be chance is told without a middle, and of days or one campaign nothing is made up', async () => {
  await raisedBefore(it, shop, SAME)
  await judge(it, shop)
  const { rows } = await results()
  const { text, tables } = await answerTo('¿Cuánto he ahorrado en octubre?')
  expect(text).toContain('esto es de todo lo aplicado en la cuenta')
  expect(rows[0]!.verdict).not.toBe('mejorado')
  expect(text).not.toContain('Mejorado')
  expect(text).toContain(rows[0]!.note)
  if (rows[0]!.verdict === 'no_concluyente') expect(tables[0]!.rows[0]!.cells.mid!.value).toBeNull()
})

test('where a trial or a half that waits stands is told with it', async () => {
  await raisedBefore(it, shop, SAME)
  const { db } = it.ctx
  const experiment = { campaignId: String(shop.campaignId), startsOn: DAY, endsOn: DAY }
  const ended = { experimentState: 'ended', experimentNote: 'Se terminó en Google Ads.' } as const
  await db.update(recommendationApplications).set({ experiment, ...ended, measureAfter: null })
  expect((await answerTo('¿Cómo van los cambios que apliqué?')).text).toContain(
    'Sin medición. Se terminó antes de que se pudiera juzgar. Experimento de Google: terminado, la campaña sigue como estaba. Se terminó en Google Ads.',
  )
})

const DAY = '2026-11-01'

async function answerTo(question: string): Promise<TracedText> {
  const answer = await shop.owner.get(
    `/api/assistant/${SHOP}/answer?${new URLSearchParams({ question })}`,
  )
  expect(answer.status, answer.text).toBe(200)
  return answer.body as TracedText
}

async function results(): Promise<AccountResults> {
  const { body } = await shop.owner.get('/api/resultados?periodo=todo')
  return (body as ReplyOf<typeof getResults>).accounts[0]!
}
