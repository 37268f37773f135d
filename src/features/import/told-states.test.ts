import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { adAccounts } from '#platform/db/schema/access.ts'
import { campaigns, keywords } from '#platform/db/schema/entities.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { uploadFiles } from '../../../tests/import-files.ts'

/** What campaigns and keywords are set to, where files or rows say different things. */

const opened = testApp()
let owner: Person

beforeAll(async () => {
  owner = await opened.signIn()
})

const CAMPAIGNS = 'Estado de la campaña;Campaña;Presupuesto;Impr.;Clics;Coste (EUR);Conversiones'
const WASTE = '1.000;400;900,00;0,00'

test('of a campaign and a removed one of its name, the one that serves counts, whichever comes first', async () => {
  const rows = ['Habilitada;Marca;45,00', 'Retirada;Marca;5,00']
  for (const twins of [rows, rows.toReversed()]) {
    const { accountId } = await upload([
      file('octubre', CAMPAIGNS, ...twins.map((r) => `${r};${WASTE}`)),
    ])
    expect(await campaignsOf(accountId)).toEqual([
      { name: 'Marca', status: 'ENABLED', budgetMicros: 45_000_000 },
    ])
  }
})

test('a removed keyword does not turn off the one that took its place, nor the campaign', async () => {
  const header = 'Palabra clave;Campaña;Grupo de anuncios;Estado;Impr.;Clics;Coste (EUR)'
  const rows = ['[botas];Marca;G;Apta;9;5;3,00', '[botas];Marca;G;Eliminada;9;5;3,00']
  const parents = ['gorras;Marca;H;Campaña eliminada;9;5;3,00', 'gafas;Nueva;G;Apta;9;5;3,00']
  const { accountId, customerId } = await upload([file('octubre', header, ...rows, ...parents)])
  const { ctx } = opened
  const stored = await ctx.db.select().from(keywords).where(eq(keywords.customerId, customerId))
  expect(stored.find(({ text }) => text === 'botas')?.status).toBe('ENABLED')
  const states = await campaignsOf(accountId)
  expect(states.map(({ name, status }) => [name, status])).toEqual([
    ['Marca', 'UNKNOWN'],
    ['Nueva', 'UNKNOWN'],
  ])
})

test('state and budget are those of the newest days, whichever file was uploaded last', async () => {
  const november = file('noviembre', CAMPAIGNS, `Habilitada;Marca;80,00;${WASTE}`)
  const october = file('octubre', CAMPAIGNS, `En pausa;Marca;10,00;${WASTE}`)
  const { accountId } = await upload([november])
  await upload([october], accountId)
  expect(await campaignsOf(accountId)).toEqual([
    { name: 'Marca', status: 'ENABLED', budgetMicros: 80_000_000 },
  ])
})

test('keywords of later days say more of their campaign than an older campaign report, of the same days less', async () => {
  const header =
    'Palabra clave;Campaña;Grupo de anuncios;Estado de la campaña;Impr.;Clics;Coste (EUR)'
  const later = file('noviembre', header, 'botas;Marca;G;En pausa;9;5;3,00')
  const { accountId } = await upload([
    file('octubre', CAMPAIGNS, `Habilitada;Marca;80,00;${WASTE}`),
  ])
  await upload([later], accountId)
  expect(await campaignsOf(accountId)).toMatchObject([{ status: 'PAUSED' }])
  await upload([file('noviembre', CAMPAIGNS, `Habilitada;Marca;80,00;${WASTE}`)], accountId)
  expect(await campaignsOf(accountId)).toMatchObject([{ status: 'ENABLED' }])
})

test('a campaign that the newest campaign report lacks is not known to serve, and is named', async () => {
  const live = 'Habilitada;Tienda;80,00;9.000;900;900,00;90,00'
  const { accountId } = await upload([
    file('octubre', CAMPAIGNS, `Habilitada;Marca;80,00;${WASTE}`, live),
  ])
  const { notes } = await upload(
    [file('noviembre', CAMPAIGNS, `Habilitada;Marca ES;80,00;${WASTE}`, live)],
    accountId,
  )
  expect(notes).toContain('Campañas que el informe de campañas más reciente no trae: «Marca».')
  const states = await campaignsOf(accountId)
  expect(states.map(({ name, status }) => [name, status])).toEqual([
    ['Marca', 'UNSPECIFIED'],
    ['Marca ES', 'ENABLED'],
    ['Tienda', 'ENABLED'],
  ])
})

function file(month: string, ...lines: string[]): [string, string] {
  const last = month === 'octubre' ? 31 : 30
  const period = `1 de ${month} de 2026 - ${last} de ${month} de 2026`
  return [`${month}.csv`, ['Informe', period, ...lines].join('\n')]
}

async function upload(files: [string, string][], accountId?: string) {
  const { status, body } = await uploadFiles(opened, owner.cookie, files, {
    ...(accountId && { accountId }),
  })
  expect([status, body.question]).toEqual([200, null])
  const [account] = await opened.ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.googleCustomerId, body.accountId))
  return {
    accountId: body.accountId,
    customerId: account?.customerId ?? 0,
    notes: body.reports.at(-1)?.notes.join(' ') ?? '',
  }
}

async function campaignsOf(accountId: string) {
  return await opened.ctx.db
    .select({
      name: campaigns.name,
      status: campaigns.status,
      budgetMicros: campaigns.budgetMicros,
    })
    .from(campaigns)
    .innerJoin(adAccounts, eq(adAccounts.customerId, campaigns.customerId))
    .where(eq(adAccounts.googleCustomerId, accountId))
    .orderBy(campaigns.name)
}
