import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { adAccounts } from '#platform/db/schema/access.ts'
import { adGroups, campaigns, keywords } from '#platform/db/schema/entities.ts'
import { importedReports } from '#platform/db/schema/recommendations.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { uploadFiles } from '../../../tests/import-files.ts'
import { packReport, unpackReport } from './reading/packed-report.ts'

/** Recommendations, budgets and links go by the ids of an account: no later upload changes them. */

const opened = testApp()
let owner: Person

beforeAll(async () => {
  owner = await opened.signIn()
})

const BARE = 'Palabra clave;Campaña;Grupo de anuncios;Impr.;Clics;Coste (EUR)'
const WITH_IDS = `ID de campaña;ID del grupo de anuncios;${BARE}`
const SOME = '1.000;100;100,50'
const october = file('octubre', 31, BARE, `botas;Marca;Piel;${SOME}`, `gorras;Otra;Lana;${SOME}`)
const again = file(
  'octubre',
  31,
  WITH_IDS,
  `111;11;botas;Marca;Piel;${SOME}`,
  `222;22;gorras;Otra;Lana;${SOME}`,
)

test('the same days downloaded again with their ids keep those of the account, in what is uploaded later too', async () => {
  const { accountId, ids } = await upload(october)
  expect(await upload(again, accountId)).toMatchObject({ ids })
  const renamed = [`111;11;botas;Marca ES;Cuero;${SOME}`, `222;22;gorras;Otra;Lana;${SOME}`]
  expect(await upload(file('noviembre', 29, WITH_IDS, ...renamed), accountId)).toMatchObject({
    ids,
  })
  expect(await upload(file('octubre', 31, WITH_IDS, ...renamed), accountId)).toMatchObject({ ids })
  expect(await namesOf(accountId)).toEqual(['Marca ES', 'Otra'])
})

test('the same days downloaded again without the ids keep those of the account', async () => {
  const { accountId, ids } = await upload(again)
  expect(await upload(october, accountId)).toMatchObject({ ids })
})

test('a further file without ids changes none', async () => {
  const { accountId, ids } = await upload(again)
  const november = file('noviembre', 29, BARE, `botas;Marca;Piel;${SOME}`)
  expect(await upload(november, accountId)).toMatchObject({ ids })
})

test('a campaign that a file lacked comes back with its id', async () => {
  const { accountId, ids } = await upload(october)
  await upload(file('octubre', 31, WITH_IDS, `111;11;botas;Marca;Piel;${SOME}`), accountId)
  expect(await upload(again, accountId)).toMatchObject({ ids })
})

test('a new campaign of a name that another had gets an id of its own', async () => {
  const { accountId, ids } = await upload(october)
  await upload(again, accountId)
  const later = file('noviembre', 29, WITH_IDS, `333;33;botas;Marca;Piel;${SOME}`)
  const now = (await upload(later, accountId)).ids
  expect(now).toEqual(expect.arrayContaining(ids))
  expect(now).toHaveLength(ids.length + 3)
})

test('files kept before ids were read keep the ids that they gave', async () => {
  const { accountId, ids } = await upload(october)
  const { ctx } = opened
  const isOfAccount = eq(importedReports.customerId, await customerIdOf(accountId))
  const [row] = await ctx.db.select().from(importedReports).where(isOfAccount)
  const { known: _, ...asThen } = unpackReport(row?.packedRows ?? '')
  await ctx.db
    .update(importedReports)
    .set({ packedRows: packReport(asThen) })
    .where(isOfAccount)
  expect(await upload(again, accountId)).toMatchObject({ ids })
})

function file(month: string, days: number, ...lines: string[]): string {
  const period = `1 de ${month} de 2026 - ${days} de ${month} de 2026`
  return ['Informe', period, ...lines].join('\n')
}

async function upload(text: string, into?: string) {
  const { status, body } = await uploadFiles(opened, owner.cookie, [['informe.csv', text]], {
    ...(into && { accountId: into }),
  })
  expect([status, body.question]).toEqual([200, null])
  return { accountId: body.accountId, ids: await idsOf(body.accountId) }
}

async function customerIdOf(accountId: string): Promise<number> {
  const found = eq(adAccounts.googleCustomerId, accountId)
  const [account] = await opened.ctx.db.select().from(adAccounts).where(found)
  return account?.customerId ?? 0
}

/** Of campaigns, ad groups and keywords. */
async function idsOf(accountId: string): Promise<number[]> {
  const { db } = opened.ctx
  const id = await customerIdOf(accountId)
  const all = [
    await db
      .select({ id: campaigns.campaignId })
      .from(campaigns)
      .where(eq(campaigns.customerId, id)),
    await db.select({ id: adGroups.adGroupId }).from(adGroups).where(eq(adGroups.customerId, id)),
    await db.select({ id: keywords.criterionId }).from(keywords).where(eq(keywords.customerId, id)),
  ]
  return all.flatMap((rows) => rows.map((row) => row.id).toSorted((a, b) => a - b))
}

async function namesOf(accountId: string): Promise<string[]> {
  const id = await customerIdOf(accountId)
  const rows = await opened.ctx.db.select().from(campaigns).where(eq(campaigns.customerId, id))
  return rows.map(({ name }) => name).toSorted()
}
