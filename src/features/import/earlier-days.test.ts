import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { loadSnapshot } from '#account-data/snapshot/load-snapshot.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { uploadFiles } from '../../../tests/import-files.ts'

/** Files of several periods in one account, uploaded in any order. */

const opened = testApp()
let owner: Person

beforeAll(async () => {
  owner = await opened.signIn()
})

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' }

test('an older month that is uploaded later hides no newer one, and is said not to be seen', async () => {
  const october = await upload(['octubre.csv', campaigns('octubre', 31, 'Marca;1.000;90;45,00;9')])
  const august = await upload(
    ['agosto.csv', campaigns('agosto', 31, 'Marca;500;40;20,00;4')],
    october.accountId,
  )
  expect(await shownOf(october.accountId)).toMatchObject({ ...OCTOBER, clicks: 90 })
  expect((await snapshotOf(october.accountId)).window).toEqual(OCTOBER)
  expect(august.notes).toContain(
    '«agosto.csv» (del 1 ago 2026 al 31 ago 2026) no se ve: no enlaza con los días más recientes de la cuenta; se ve del 1 oct 2026 al 31 oct 2026.',
  )
  const september = await upload(
    ['septiembre.csv', campaigns('septiembre', 30, 'Marca;700;60;30,00;6')],
    october.accountId,
  )
  expect(await shownOf(october.accountId)).toMatchObject({ from: '2026-08-01', clicks: 190 })
  expect(september.notes).not.toContain('no se ve')
})

test('a newer month names the older file that it leaves behind', async () => {
  const { accountId } = await upload(['mayo.csv', campaigns('mayo', 31, 'Marca;500;40;20,00;4')])
  const { notes } = await upload(
    ['octubre.csv', campaigns('octubre', 31, 'Marca;1.000;90;45,00;9')],
    accountId,
  )
  expect(notes).toContain('«mayo.csv» (del 1 may 2026 al 31 may 2026) no se ve')
})

test('a better kind of file of an older month does not take the place of newer days', async () => {
  const keywords = [
    'Informe',
    period('octubre', 31),
    'Palabra clave;Campaña;Grupo de anuncios;Impr.;Clics;Coste (EUR);Conversiones',
    'botas;Marca;G;1.000;100;100,50;3,00',
  ]
  const { accountId } = await upload(['palabras.csv', keywords.join('\n')])
  const { notes } = await upload(
    ['enero.csv', campaigns('enero', 31, 'Marca;500;40;20,00;4')],
    accountId,
  )
  expect(await shownOf(accountId)).toMatchObject({ ...OCTOBER, clicks: 100 })
  const { window, coverage } = await snapshotOf(accountId)
  expect(window).toEqual(OCTOBER)
  expect(coverage?.keyword).toBeDefined()
  expect(notes).toContain('«enero.csv»')
})

function campaigns(month: string, days: number, ...rows: string[]): string {
  const header = 'Campaña;Impr.;Clics;Coste (EUR);Conversiones'
  return ['Informe', period(month, days), header, ...rows].join('\n')
}

function period(month: string, days: number): string {
  return `1 de ${month} de 2026 - ${days} de ${month} de 2026`
}

async function upload(file: [string, string], accountId?: string) {
  const { status, body } = await uploadFiles(opened, owner.cookie, [file], {
    ...(accountId && { accountId }),
  })
  expect([status, body.question]).toEqual([200, null])
  return { accountId: body.accountId, notes: body.reports[0]?.notes.join(' ') ?? '' }
}

async function shownOf(accountId: string) {
  const range = 'from=2026-01-01&to=2026-11-30'
  return (await owner.get(`/api/account-metrics/${accountId}?${range}`)).body
}

async function snapshotOf(accountId: string) {
  const { ctx } = opened
  const found = eq(adAccounts.googleCustomerId, accountId)
  const [account] = await ctx.db.select().from(adAccounts).where(found)
  return (await loadSnapshot(ctx, account?.customerId ?? 0))!
}
