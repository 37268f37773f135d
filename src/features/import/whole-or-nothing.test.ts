import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import writeSheets from 'write-excel-file/node'
import { adAccounts } from '#platform/db/schema/access.ts'
import { testApp } from '../../../tests/harness.ts'
import { uploadFiles } from '../../../tests/import-files.ts'
import { importReports } from './actions/import-reports.ts'
import { openReportReader, type ReportReader } from './actions/report-reader.ts'
import { inTemporaryFolder } from './actions/temporary-folder.ts'

const opened = testApp()
const PERIOD = '1 de septiembre de 2026 - 30 de septiembre de 2026'
const FIGURES = ['Impr.', 'Clics', 'Coste (EUR)', 'Conversiones']

const csv = (campaign: string, clicks: number) =>
  `Informe\n"${PERIOD}"\nCampaña,${FIGURES.join(',')}\n${campaign},900,${clicks},45,3\n`

/** What the account is made of now. */
async function stateOf(googleCustomerId: string) {
  const { db } = opened.ctx
  const [account] = await db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.googleCustomerId, googleCustomerId))
  const ofAccount = sql`where customer_id = ${account!.customerId}`
  const { rows } = await db.execute(sql`
    select (select count(*)::int from imported_reports ${ofAccount}) as reports,
      (select sum(clicks)::int from campaign_day ${ofAccount}) as clicks,
      (select string_agg(name, ',' order by name) from campaigns ${ofAccount}) as names`)
  return { version: account!.syncVersion, ...rows[0] }
}

test('a report added to an account that breaks off in the middle leaves it as it was', async () => {
  const person = await opened.signIn()
  const caller = { userId: person.userId } as never
  const ctx = { ...opened.ctx, caller }
  const read = openReportReader()
  const send = (reader: ReportReader, text: string, accountId?: string) =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, 'upload')
      await writeFile(path, text)
      const file = { fileName: 'informe.csv', path }
      return await importReports(ctx, reader, { files: [file], folder, accountId })
    })
  const { accountId } = await send(read, csv('Botas', 90))
  const before = await stateOf(accountId!)
  expect(before).toMatchObject({ reports: 1, clicks: 90, names: 'Botas' })
  const breaking: ReportReader = async (userId, task) => {
    const reply = await read(userId, task)
    // As where the disk fills up: what follows the first rows is no row.
    await appendFile(task.batchesPath, '{"table":')
    return reply
  }
  const october = csv('Sandalias', 10).replaceAll('septiembre', 'octubre').replace('30 de', '31 de')
  await expect(send(breaking, october, accountId!)).rejects.toThrow()
  expect(await stateOf(accountId!)).toEqual(before)
  await send(read, october, accountId!)
  expect(await stateOf(accountId!)).toMatchObject({
    reports: 2,
    clicks: 100,
    names: 'Botas,Sandalias',
  })
})

// A cluster makes no index of what its workers cannot compute.
const testWhereIndexed = test.skipIf(process.env.TEST_CITUS_WORKERS)

testWhereIndexed('a report is added also where its rows cannot be counted afterwards', async () => {
  const { cookie } = await opened.signIn()
  const upload = (text: string, accountId?: string) =>
    uploadFiles(opened, cookie, [['informe.csv', text]], accountId ? { accountId } : {})
  const { db } = opened.ctx
  // A server counts where its statistics know of others alone.
  await upload(csv('Zapatos', 20))
  await db.execute(sql`analyze campaigns`)
  const { accountId } = (await upload(csv('Botas', 90))).body
  // As where the server ends the statement: an index whose expression fails for who counts.
  await db.execute(sql`
    create function uncounted(bigint) returns bigint immutable language plpgsql as $$
    begin
      if current_query() ilike 'analyze%' then raise exception 'cancelled'; end if;
      return $1;
    end $$`)
  await db.execute(sql`create index uncounted on campaigns (uncounted(customer_id))`)
  try {
    const isAccount = eq(adAccounts.googleCustomerId, accountId)
    const [account] = await db.select().from(adAccounts).where(isAccount)
    const counted = opened.ctx.storage.maintain(['campaigns'], account!.customerId)
    await expect(counted).rejects.toThrow()
    const october = csv('Sandalias', 10).replaceAll('septiembre', 'octubre')
    const { status } = await upload(october.replace('30 de', '31 de'), accountId)
    expect(status).toBe(200)
  } finally {
    await db.execute(sql`drop function uncounted cascade`)
  }
  expect(await stateOf(accountId)).toMatchObject({ reports: 2, clicks: 100 })
})

test('a workbook of two reports makes an account of both', async () => {
  const { cookie } = await opened.signIn()
  const sheetOf = (sheet: string, rows: (string | number)[][]) => ({
    sheet,
    data: rows.map((row) =>
      row.map((value) => ({ value, type: typeof value === 'number' ? Number : String })),
    ),
  })
  const head = [['Informe'], [PERIOD]]
  const bytes = await writeSheets([
    sheetOf('Campañas', [...head, ['Campaña', ...FIGURES], ['Botas', 900, 90, 45, 3]]),
    sheetOf('Grupos', [
      ...head,
      ['Grupo de anuncios', 'Campaña', ...FIGURES],
      ['Rojas', 'Botas', 900, 80, 40, 3],
    ]),
  ] as never).toBuffer()
  const { status, body } = await uploadFiles(opened, cookie, [['dos.xlsx', new Uint8Array(bytes)]])
  expect(status).toBe(200)
  expect(body.reports).toMatchObject([
    { fileName: 'dos.xlsx · Campañas', kind: 'campaigns', sums: { clicks: 90 } },
    { fileName: 'dos.xlsx · Grupos', kind: 'ad_groups', sums: { clicks: 80 } },
  ])
  expect(await stateOf(body.accountId)).toMatchObject({ reports: 2, clicks: 90 })
})
