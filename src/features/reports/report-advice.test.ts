import { eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { pdfPages, reportAdvice, reportShop } from '../../../tests/report-shop.ts'
import { unzip } from '../../../tests/unzip.ts'
import {
  recommendationApplications,
  recommendations,
} from '../../platform/db/schema/recommendations.ts'

// The test's present is Friday 20 Nov 2026; what `reportAdvice` applies is applied on the 10th and measured on the 20th.
const it = testApp()

async function shopWith() {
  const person = await it.signIn()
  const { accountId, customerId } = await reportShop(it, person, 'Zapatería')
  const read = async (ending: 'pdf' | 'xlsx') => {
    const url = `/api/reports/file.${ending}?cuentas=${accountId}&periodo=last_30_days`
    return (await it.app.inject({ url, headers: { cookie: person.cookie } })).rawPayload
  }
  const pdf = async () => (await pdfPages(await read('pdf'))).join(' ').replaceAll(/\s+/g, ' ')
  const texts = async () => unzip(await read('xlsx')).get('xl/sharedStrings.xml') ?? ''
  const apply = async (
    title: string,
    values: PgUpdateSetSource<typeof recommendationApplications>,
  ) => {
    const id = await reportAdvice(it, customerId, { title, measured: true })
    await it.ctx.db
      .update(recommendationApplications)
      .set(values)
      .where(eq(recommendationApplications.id, id))
  }
  return { customerId, pdf, texts, apply }
}

test('what was put off is not told as what comes next until its day', async () => {
  const { customerId, pdf } = await shopWith()
  const id = await reportAdvice(it, customerId, { title: 'Excluye «gratis»' })
  await reportAdvice(it, customerId, { title: 'Baja la puja', priority: 'medium' })
  const putOff = (until: string) =>
    it.ctx.db
      .update(recommendations)
      .set({ snoozedUntil: new Date(until) })
      .where(eq(recommendations.id, id))
  await putOff('2026-11-24T00:00:00Z')
  const later = await pdf()
  expect(later).toContain('Lo siguiente: Baja la puja.')
  expect(later).not.toContain('gratis')
  await putOff('2026-11-20T00:00:00Z')
  expect(await pdf()).toContain('Lo siguiente: Excluye «gratis».')
})

test('results come first, and what has no room in the PDF is said and in the workbook', async () => {
  const { pdf, texts, apply } = await shopWith()
  for (let at = 0; at < 23; at++) {
    const appliedAt = new Date(`2026-11-1${at % 9}T12:00:00Z`)
    await apply(`Sin medir ${String(at).padStart(2, '0')};`, { appliedAt, measured: null })
  }
  const measured = sql`jsonb_set(${recommendationApplications.measured}, '{measuredOn}', '"2026-11-15"')`
  await apply('Con resultado;', { appliedAt: new Date('2026-10-01T12:00:00Z'), measured })
  const text = await pdf()
  expect(text).toMatch(/Con resultado;.*Sin medir/)
  expect(text.match(/Sin medir \d\d;/g)?.length).toBe(19)
  expect(text).toContain('Y 4 aplicadas más: están todas en el Excel.')
  expect((await texts()).match(/Sin medir \d\d;/g)?.length).toBe(23)
})

test('what Google refused is not told as applied, and each line says where it stands', async () => {
  const { pdf, texts, apply } = await shopWith()
  await apply('Sube la puja', { state: 'failed', measured: null })
  await apply('Mueve el presupuesto', { state: 'partly_applied' })
  await apply('Pausa la palabra', { state: 'undone' })
  await apply('Cambia la puja', { experimentState: 'running' })
  expect(await pdf()).not.toContain('Sube la puja')
  const strings = await texts()
  expect(strings).not.toContain('Sube la puja')
  for (const state of ['Aplicada en parte', 'Deshecha', 'En prueba'])
    expect(strings).toContain(`>${state}<`)
  expect(strings).not.toContain('>Aplicada<')
})
