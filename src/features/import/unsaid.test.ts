import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { loadSnapshot } from '#account-data/snapshot/load-snapshot.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { uploadFiles } from '../../../tests/import-files.ts'

/** What a file does not say is unknown, in the account made of it, in its screens and in its advice. */

const opened = testApp()
let owner: Person

beforeAll(async () => {
  owner = await opened.signIn()
})

const PERIOD = '"1 de septiembre de 2026 - 30 de septiembre de 2026"'

test('search terms alone say nothing of keywords', async () => {
  const rows = Array.from(
    { length: 120 },
    (_, i) => `término ${i};A;G;clave ${i};EUR;1.000;${i + 5};${i},50;${i % 7},00`,
  )
  const accountId = await imported([
    [
      'terminos.csv',
      [
        'Informe de términos de búsqueda',
        PERIOD,
        'Término de búsqueda;Campaña;Grupo de anuncios;Palabra clave;Código de moneda;Impr.;Clics;Coste;Conversiones',
        ...rows,
      ].join('\n'),
    ],
  ])
  const { cards, reasons } = await adviceOf(accountId)
  expect(reasons.get('silent-keywords')).toContain('no trae las cifras de cada palabra clave')
  expect(cards).not.toMatch(/sin una impresión|sin impresiones/)
  const facts = await factsOf(accountId)
  expect(facts.keyword).toBeUndefined()
  expect((await snapshotOf(accountId)).coverage?.keyword).toBeUndefined()
})

test('days whose impressions no column tells are days with data all the same', async () => {
  const rows = ['C;2026-09-01;10,00;4', 'C;2026-09-02;0,00;0', 'C;2026-09-03;12,50;0']
  const columns = ['campaign', 'day', 'cost', 'clicks']
  const { status, body } = await uploadFiles(
    opened,
    owner.cookie,
    [['propio.csv', ['Nombre;Fecha;Gasto real;Pulsaciones', ...rows].join('\n')]],
    { currencyCode: 'EUR', answers: JSON.stringify([{ columns }]) },
  )
  expect([status, body.question]).toEqual([200, null])
  const days = await owner.get(`/api/fechas-con-datos/${body.accountId}`)
  expect(days.body).toEqual({ fechas: ['2026-09-01', '2026-09-03'] })
})

test('settings that no file tells reach no sentence, and their screens neither', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `C${i};${900 + i};${90 + i};${60 + i},00;4,00`)
  const head = ['Informe', PERIOD, 'Campaña;Impr.;Clics;Coste (EUR);Conversiones']
  const accountId = await imported([['c.csv', [...head, ...rows].join('\n')]])
  const { cards } = await adviceOf(accountId)
  expect(cards).not.toMatch(/UNKNOWN|UNSPECIFIED/)
  const { body } = await owner.get(`/api/campaign-metrics/${accountId}`)
  expect(JSON.stringify(body)).not.toContain('UNKNOWN')
})

test('nothing is advised upon what is paused or not known to serve, in either language', async () => {
  const waste = ';1.000;400;900,00;0,00'
  const rows = [
    `Habilitada;apta;Apta;A;G${waste}`,
    `Habilitada;parada;Campaña en pausa;B;G${waste}`,
    `Habilitada;detenida;Grupo de anuncios detenido;A;H${waste}`,
    `Habilitada;muda;No disponible;A;G${waste}`,
    `En pausa;quieta;No apta;A;G${waste}`,
    'Habilitada;vende;Apta;A;G;9.000;900;900,00;90,00',
  ]
  const head = [
    'Informe',
    PERIOD,
    'Estado de la palabra clave;Palabra clave;Estado;Campaña;Grupo de anuncios;Impr.;Clics;Coste (EUR);Conversiones',
  ]
  // The column of match types is added, so that the keywords can be named.
  const typed = [...head, ...rows].map((line, i) =>
    i < 2 ? line : `${line};${i === 2 ? 'Tipo de concordancia' : 'Concordancia exacta'}`,
  )
  const accountId = await imported([['k.csv', typed.join('\n')]])
  const { cards } = await adviceOf(accountId)
  expect(cards).toContain('«apta»')
  expect(cards).not.toMatch(/«(parada|detenida|muda|quieta)»/)
  const { keywords, campaigns } = await snapshotOf(accountId)
  const states = Object.fromEntries(keywords.map(({ text, status }) => [text, status]))
  expect(states).toMatchObject({ apta: 'ENABLED', muda: 'UNKNOWN', quieta: 'PAUSED' })
  expect(campaigns.find(({ name }) => name === 'B')?.status).toBe('PAUSED')
})

test('a figure without a column is unknown on every screen, not 0', async () => {
  const accountId = await imported([
    ['c.csv', ['Informe', PERIOD, 'Campaña;Impr.;Clics;Coste (EUR)', 'A;10;5;3,00'].join('\n')],
  ])
  expect((await factsOf(accountId)).account?.columns).toEqual([
    'impressions',
    'clicks',
    'costMicros',
  ])
  const { body: rows } = await owner.get('/api/portfolio')
  const row = (rows as { customerId: string; unknown: string[] }[]).find(
    ({ customerId }) => customerId === accountId,
  )
  expect(row?.unknown).toEqual(['conversions'])
  const { body: answer } = await owner.get(
    `/api/assistant/${accountId}/answer?question=${encodeURIComponent('¿cuántas conversiones hay?')}`,
  )
  expect(JSON.stringify(answer)).toContain('no traen lo que hace falta para «Conversiones»')
})

test('a currency that the sign leaves open is asked, and nothing is stored until it is told', async () => {
  const file: [string, string] = [
    'mx.csv',
    ['Informe', PERIOD, 'Campaña,Impr.,Clics,Costo', 'A,10,5,$3.00'].join('\n'),
  ]
  const before = await count()
  const asked = await uploadFiles(opened, owner.cookie, [file])
  expect(asked.body).toMatchObject({
    accountId: null,
    reports: [],
    question: { fileName: 'mx.csv', asksPeriod: false, currency: { sign: '$' } },
  })
  expect(await count()).toEqual(before)
  const told = await uploadFiles(opened, owner.cookie, [file], { currencyCode: 'MXN' })
  expect(await accountOf(told.body.accountId)).toMatchObject({ currencyCode: 'MXN' })
  // The account's own dollars fit the sign; euros do not.
  const euros: [string, string] = ['e.csv', file[1].replace('$3.00', '€3.00')]
  const { body } = await uploadFiles(opened, owner.cookie, [euros])
  const odd = await uploadFiles(
    opened,
    owner.cookie,
    [['mx2.csv', file[1].replaceAll('A,', 'B,')]],
    {
      accountId: body.accountId,
    },
  )
  expect(odd.body.question?.currency).toEqual({ sign: '$' })
})

test('a file of another currency does not rename the amounts of one that states none', async () => {
  const rows = (header: string, row: string): string =>
    ['Informe', PERIOD, `Campaña,Impr.,Clics,${header}`, `A,10,5,${row}`].join('\n')
  const told = { currencyCode: 'MXN' }
  const { body } = await uploadFiles(
    opened,
    owner.cookie,
    [['mx.csv', rows('Costo', '$60.00')]],
    told,
  )
  const { accountId } = body
  const dollars: [string, string] = ['us.csv', rows('Costo,Código de moneda', '3.00,USD')]
  const refused = await uploadFiles(opened, owner.cookie, [dollars], { accountId })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain(
    '«us.csv» está en USD y los demás archivos de la cuenta en MXN',
  )
  expect(await accountOf(accountId)).toMatchObject({ currencyCode: 'MXN' })
})

test('«All time» is no period: it is asked, and what is told is taken', async () => {
  const file: [string, string] = [
    'todo.csv',
    'Search keyword report\nAll time\nCampaign,Impr.,Clicks,Cost (USD)\nA,10,5,3.00\n',
  ]
  const asked = await uploadFiles(opened, owner.cookie, [file])
  expect(asked.body).toMatchObject({
    accountId: null,
    question: { asksPeriod: true, currency: null },
  })
  const answers = JSON.stringify([{ from: '2024-01-01', to: '2026-10-31' }])
  const { body } = await uploadFiles(opened, owner.cookie, [file], { answers })
  expect(await accountOf(body.accountId)).toMatchObject({
    granularity: 'period',
    dataFrom: '2024-01-01',
    dataTo: '2026-10-31',
  })
  expect((await snapshotOf(body.accountId)).window).toEqual({
    from: '2024-01-01',
    to: '2026-10-31',
  })
})

test('weeks stay weeks: a point for each, and a range takes whole ones', async () => {
  const head = ['Informe', PERIOD, 'Semana;Campaña;Impr.;Clics;Coste (EUR)']
  const weeks = ['2026-08-31', '2026-09-07', '2026-09-14', '2026-09-21', '2026-09-28']
  const rows = weeks.map((week, i) => `${week};A;100;${2 ** i};1,00`)
  const accountId = await imported([['s.csv', [...head, ...rows].join('\n')]])
  expect(await accountOf(accountId)).toMatchObject({ granularity: 'week' })
  const range = 'from=2026-09-09&to=2026-09-16'
  const metrics = (await owner.get(`/api/account-metrics/${accountId}?${range}`)).body
  expect(metrics).toMatchObject({ clicks: 2 + 4, from: '2026-09-07', to: '2026-09-20' })
  const trend = (await owner.get(`/api/account-trend/${accountId}?from=2026-09-01&to=2026-09-30`))
    .body as { current: { day: string; clicks: number }[] }
  expect(trend.current.map(({ day, clicks }) => [day, clicks])).toEqual([
    ['2026-09-01', 1],
    ['2026-09-07', 2],
    ['2026-09-14', 4],
    ['2026-09-21', 8],
    ['2026-09-28', 16],
  ])
})

test('days that a file by months and one by days share are counted once, and the note says from which', async () => {
  const head = 'Campaña;Impr.;Clics;Coste (EUR)'
  const months = ['2026-08', '2026-09'].map((month) => `${month};A;3000;300;90,00`)
  const days = ['2026-09-20', '2026-09-30', '2026-10-02'].map((day) => `${day};A;100;10;3,00`)
  const accountId = await imported([['meses.csv', [`Mes;${head}`, ...months].join('\n')]])
  const file: [string, string] = ['dias.csv', [`Día;${head}`, ...days].join('\n')]
  const { body } = await uploadFiles(opened, owner.cookie, [file], { accountId })
  expect(body.reports[0]?.notes.join(' ')).toContain(
    'Se solapa con «meses.csv», que viene por meses: los que este archivo no trae enteros se siguen tomando de aquel.',
  )
  const range = 'from=2026-08-01&to=2026-10-31'
  const metrics = (await owner.get(`/api/account-metrics/${accountId}?${range}`)).body
  expect(metrics).toMatchObject({ clicks: 610, from: '2026-08-01', to: '2026-10-02' })
})

test('asked for a part of a week, the assistant says which whole one it knows', async () => {
  const head = ['Informe', PERIOD, 'Semana;Campaña;Impr.;Clics;Coste (EUR)']
  const rows = ['2026-09-07', '2026-09-14'].map((week) => `${week};A;100;5;10,00`)
  const accountId = await imported([['s.csv', [...head, ...rows].join('\n')]])
  const answer = async (question: string) => {
    const url = `/api/assistant/${accountId}/answer?question=${encodeURIComponent(question)}`
    return (await owner.get(url)).text.replaceAll('\u00a0', ' ')
  }
  expect(await answer('gasto del 9 al 16 de septiembre de 2026')).toContain(
    'van por semanas: lo más cercano que conozco va del 7 sept 2026 al 20 sept 2026',
  )
  expect(await answer('gasto del 7 al 20 de septiembre de 2026')).toContain('20,00 €')
  expect(await answer('¿qué día gastamos más?')).toContain('no sé nada de cada día')
})

test('files of other days are not judged beside each other, and say so', async () => {
  const campaigns = [
    'Informe',
    PERIOD,
    'Campaña;Impr.;Clics;Coste (EUR);Conversiones',
    'A;9;5;3,00;1,00',
  ]
  const terms = [
    'Informe',
    '1 de julio de 2026 - 31 de julio de 2026',
    'Término de búsqueda;Campaña;Grupo de anuncios;Impr.;Clics;Coste (EUR);Conversiones',
    'zapatos;A;G;900;500;300,00;0,00',
  ]
  const files: [string, string][] = [
    ['c.csv', campaigns.join('\n')],
    ['t.csv', terms.join('\n')],
  ]
  const { body } = await uploadFiles(opened, owner.cookie, files)
  const { accountId, reports } = body
  expect(reports.map(({ notes }) => notes.some((note) => note.includes('Sus fechas')))).toEqual([
    false,
    true,
  ])
  const { window, coverage, searchTerms } = await snapshotOf(accountId)
  expect(window).toEqual({ from: '2026-09-01', to: '2026-09-30' })
  expect(coverage?.searchTerm).toBeUndefined()
  expect(searchTerms).toEqual([])
})

async function imported(files: [string, string][]): Promise<string> {
  const { status, body } = await uploadFiles(opened, owner.cookie, files)
  expect([status, body.question]).toEqual([200, null])
  return body.accountId
}

async function accountOf(accountId: string) {
  const [account] = await opened.ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.googleCustomerId, accountId))
  return account!
}

async function factsOf(accountId: string) {
  return (await accountOf(accountId)).fileFacts ?? {}
}

async function snapshotOf(accountId: string) {
  const { customerId } = await accountOf(accountId)
  return (await loadSnapshot(opened.ctx, customerId))!
}

async function adviceOf(accountId: string) {
  await opened.runJobs()
  const { body } = await owner.get(`/api/recomendaciones/${accountId}/silencio`)
  const { reasons } = body as { reasons: { rule: string; reason: string }[] }
  const cards = await owner.get(`/api/recomendaciones/${accountId}`)
  return {
    cards: cards.text,
    reasons: new Map(reasons.map(({ rule, reason }) => [rule, reason])),
  }
}

async function count() {
  const { rows } = await opened.ctx.db.execute(
    sql`select (select count(*) from ad_accounts) as accounts, (select count(*) from imported_reports) as reports`,
  )
  return rows[0]
}
