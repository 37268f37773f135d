import { beforeAll, expect, test } from 'vitest'
import { type Person, testApp } from '../../../tests/harness.ts'
import { uploadFiles } from '../../../tests/import-files.ts'
import { passTime, pdfPages, reportShop } from '../../../tests/report-shop.ts'
import type { Schedule } from './contract/endpoints.ts'

// The test's present is Friday 20 Nov 2026; its weekly report tells of 16 to 22 Nov.
const it = testApp()
let owner: Person

beforeAll(async () => {
  owner = await it.signIn({ plan: 'premium' })
})

/** An account of one figure for all days of a file. */
async function fileOf(period: { from: string; to: string }) {
  const file: [string, string] = [
    'informe.csv',
    'Campaña;Impr.;Clics;Coste (EUR);Conversiones\nA;100;10;30,00;3,00',
  ]
  const answers = JSON.stringify([period])
  const { body } = await uploadFiles(it, owner.cookie, [file], { answers })
  return body.accountId
}

async function plan(name: string, accountIds: readonly string[]) {
  const wanted = { name, accountIds, frequency: 'weekly', compare: 'previous', toSelf: true }
  const made = await owner.send('POST', '/api/reports/schedules', { ...wanted, recipientIds: [] })
  expect(made.status, made.text).toBe(200)
}

test('files that end before a period are not sent as if they were of it', async () => {
  const old = await fileOf({ from: '2026-09-01', to: '2026-09-30' })
  const wide = await fileOf({ from: '2026-10-01', to: '2026-11-19' })
  const shop = await reportShop(it, owner, 'Zapatería')
  await plan('Sin archivos', [old])
  await plan('De varias', [old, wide, shop.accountId])
  await passTime(it, 7)
  const mails = it.simulators.smtp.outbox().filter(({ to }) => to === owner.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['De varias: del 16 nov 2026 al 22 nov 2026'])
  const [mail] = mails
  expect(mail!.attachments.map(({ filename }) => filename)).toContain(
    'informe-de-varias-2026-11-22.pdf',
  )
  expect(mail!.text).toContain('todavía no hay datos de este periodo.')
  expect(mail!.text).toContain('(del 1 oct 2026 al 19 nov 2026): 30,00\u00a0€')
  const { schedules } = (await owner.get('/api/reports/schedules')).body as {
    schedules: Schedule[]
  }
  expect(schedules.find(({ name }) => name === 'Sin archivos')).toMatchObject({
    pausedBecause: null,
    last: { state: 'failed', text: expect.stringMatching(/^No se envió: los archivos/) },
  })
})

test('a report at once tells a file of other days, and says so', async () => {
  const old = await fileOf({ from: '2026-09-01', to: '2026-09-30' })
  const url = `/api/reports/file.pdf?cuentas=${old}&periodo=last_week`
  const { rawPayload } = await it.app.inject({ url, headers: { cookie: owner.cookie } })
  const text = (await pdfPages(rawPayload)).join(' ').replaceAll(/\s+/g, ' ')
  expect(text).toContain('1 sept 2026 – 30 sept 2026')
  expect(text).toContain('No es el periodo pedido: es el del archivo.')
  expect(text).toContain('3 conversiones por 30,00 €')
})
