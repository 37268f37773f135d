import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { promiseAccount } from '#account-data/erase-tenant.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { testApp } from '../../../tests/harness.ts'
import { type Imported, SEPTEMBER, uploadFiles } from '../../../tests/import-files.ts'
import { encode, FORMATS, random, randomReport } from './reading/report-samples.ts'

const EUROS = { currencyCode: 'EUR' }

const opened = testApp()
let cookieOf: Record<'owner' | 'stranger' | 'inactive', string>

beforeAll(async () => {
  cookieOf = {
    owner: (await opened.signIn()).cookie,
    stranger: (await opened.signIn()).cookie,
    inactive: (await opened.signIn({ isActive: false, plan: null })).cookie,
  }
})

test('a search-term file becomes an account whose figures are the file’s', async () => {
  const { text, listed, hidden } = randomReport(FORMATS.spain, 400, random(7))
  const { status, body } = await upload([['terminos.csv', encode(text, 'utf-16le')]])
  expect(status).toBe(200)
  const [report] = body.reports
  expect(report).toMatchObject({
    kind: 'search_terms',
    from: '2026-09-01',
    to: '2026-09-30',
    rowsUsed: 400,
    sums: listed,
    hidden,
    fileTotal: { clicks: listed.clicks + hidden.clicks },
  })
  expect(await get(`/api/import/${body.accountId}/reports`)).toEqual(body.reports)
  // The account has what the file hides, its campaigns what it lists; from any range, and by month.
  const metrics = await get(`/api/account-metrics/${body.accountId}?from=2026-11-01&to=2026-11-02`)
  expect(metrics).toMatchObject({
    clicks: listed.clicks + hidden.clicks,
    impressions: listed.impressions + hidden.impressions,
    from: '2026-09-01',
    to: '2026-09-30',
  })
  for (const level of ['campaign', 'ad_group', 'search_term'])
    for (const grain of ['day', 'month']) expect(await sums(body, level, grain)).toEqual(listed)
  expect((await sums(body, 'keyword', 'day')).clicks).toBe(0)
})

test('files add up to one account: each level from the best one, none counted twice', async () => {
  const terms =
    'Informe\n"1 de septiembre de 2026 - 30 de septiembre de 2026"\nTérmino de búsqueda,Campaña,Grupo de anuncios,Palabra clave,Añadido/excluido,Impr.,Clics,Coste,Conversiones\nzapato rojo,A,G,zapatos,Excluido,100,10,"5,50",1\nTotal: Cuenta,,,,,1.000,90,"45,00",9\n'
  const keywords =
    'Informe\n"1 de septiembre de 2026 - 30 de septiembre de 2026"\nPalabra clave,Tipo de concordancia,Campaña,Grupo de anuncios,Estado de la palabra clave,Nivel de calidad,Impr.,Clics,Coste,Conversiones\nzapatos,Concordancia amplia,A,G,Habilitada,7,300,30,"15,00",3\n[botas],Concordancia exacta,A,G,En pausa,--,100,10,"5,00",0\n'
  const campaigns =
    'Informe\n"1 de septiembre de 2026 - 30 de septiembre de 2026"\nCampaña,Estado de la campaña,Tipo de campaña,Presupuesto,Impr.,Clics,Coste,Conversiones\nA,Habilitada,Búsqueda,"20,00",600,60,"30,00",4\nB,En pausa,Máximo rendimiento,"10,00",400,30,"15,00",5\nTotal: Cuenta,,,,1.000,90,"45,00",9\n'
  const first = await upload([['terminos.csv', terms]], {
    accountName: 'Zapatos',
    currencyCode: 'EUR',
  })
  expect(first.status).toBe(200)
  expect(await sums(first.body, 'campaign', 'day')).toMatchObject({ clicks: 10 })
  expect(await sums(first.body, 'account', 'day')).toMatchObject({ clicks: 90 })
  const { accountId } = first.body
  const both = await upload(
    [
      ['palabras.csv', keywords],
      ['campañas.csv', campaigns],
    ],
    { accountId },
  )
  expect(both.body.accountId).toBe(accountId)
  expect(both.body.reports.map(({ kind }) => kind)).toEqual(['keywords', 'campaigns'])
  const clicks = async (level: string) => (await sums(both.body, level, 'month')).clicks
  expect(await clicks('account')).toBe(90)
  expect(await clicks('campaign')).toBe(90)
  expect(await clicks('ad_group')).toBe(40)
  expect(await clicks('keyword')).toBe(40)
  expect(await clicks('search_term')).toBe(10)
  const { rows } = await query(
    accountId,
    'select k.text, k.match_type, t.status from search_term_day f join keywords k using (customer_id, ad_group_id, criterion_id) join search_terms t using (customer_id, ad_group_id, term_id) where f.customer_id = ',
  )
  expect(rows).toEqual([{ text: 'zapatos', match_type: 'BROAD', status: 'EXCLUDED' }])
  const named = await query(
    accountId,
    'select name, status, channel_type, budget_micros from campaigns where customer_id = ',
  )
  expect(named.rows).toContainEqual({
    name: 'B',
    status: 'PAUSED',
    channel_type: 'PERFORMANCE_MAX',
    budget_micros: 10_000_000,
  })
  // The same file again replaces itself.
  const again = await upload([['otra.csv', campaigns]], { accountId })
  expect(again.body.reports[0]?.notes.join(' ')).toContain('Sustituye a «campañas.csv»')
  expect(await clicks('account')).toBe(90)
  expect(await get(`/api/import/${accountId}/reports`)).toHaveLength(3)
})

test('a file by days: its days sum to the range, a later file takes the days they share', async () => {
  const head = 'Informe\nDía,Campaña,Impr.,Clics,Coste,Conversiones\n'
  const day = (d: string, clicks: number) => `${d},A,${clicks * 10},${clicks},"1,00",0\n`
  const first = await upload(
    [['agosto.csv', head + day('2026-08-30', 1) + day('2026-08-31', 2) + day('2026-09-01', 4)]],
    EUROS,
  )
  expect(first.status).toBe(200)
  const { accountId } = first.body
  const clicks = async (from: string, to: string) =>
    (await get(`/api/account-metrics/${accountId}?from=${from}&to=${to}`)).clicks
  expect(await clicks('2026-08-01', '2026-09-30')).toBe(7)
  expect(await clicks('2026-08-31', '2026-08-31')).toBe(2)
  const next = await upload(
    [['septiembre.csv', head + day('2026-09-01', 8) + day('2026-09-02', 16)]],
    {
      accountId,
    },
  )
  expect(next.body.reports[0]?.notes.join(' ')).toContain('Se solapa con «agosto.csv»')
  expect(await clicks('2026-08-01', '2026-09-30')).toBe(1 + 2 + 8 + 16)
})

test('nothing is stored when a file cannot be used, and the text says which and why', async () => {
  const before = await counts()
  const good = randomReport(FORMATS.english, 20, random(1)).text
  const cases: [number, RegExp, [string, string | Uint8Array][]][] = [
    [
      422,
      /«foto\.csv»: Esto es una imagen/,
      [
        ['foto.csv', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10])],
        ['bien.csv', good],
      ].reverse() as never,
    ],
    [
      422,
      /«otro\.csv»: /,
      [
        ['bien.csv', good],
        ['otro.csv', 'hola,mundo\n1,2\n'],
      ],
    ],
    [422, /«medio\.csv»: /, [['medio.csv', good.slice(0, good.length / 2)]]],
    [
      413,
      /«grande\.csv»: El archivo ocupa 5\d MB/,
      [['grande.csv', new Uint8Array(50_000_001).fill(97)]],
    ],
    [
      413,
      /máximo 10 archivos/,
      Array.from({ length: 11 }, (_, i) => [`${i}.csv`, good] as [string, string]),
    ],
    [
      422,
      /en USD y los demás/,
      [
        ['e.csv', good],
        ['u.csv', good.replaceAll('\tEUR\t', '\tUSD\t').replaceAll('September', 'August')],
      ],
    ],
    [
      422,
      /demasiado altas/,
      [
        [
          'x.csv',
          `Campaign,Clicks,Impr.,Cost\n${'A,9007199254740991,9007199254740991,1.00\n'.repeat(2)}`,
        ],
      ],
    ],
  ]
  for (const [status, text, files] of cases) {
    const answer = await upload(files)
    expect([answer.status, answer.body]).toMatchObject([
      status,
      { message: expect.stringMatching(text) },
    ])
  }
  const huge = await send(cookieOf.owner, 'x', { 'content-length': '200000000' })
  expect(huge.statusCode).toBe(413)
  expect(huge.json().message).toContain('200 MB')
  const broken = await send(
    cookieOf.owner,
    '--b\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\nCamp',
  )
  expect(broken.statusCode).toBe(400)
  expect((await send(cookieOf.owner, '--b--\r\n')).statusCode).toBe(400)
  expect(await counts()).toEqual(before)
})

test('others are kept out: 401, 403, and 404 for a stranger’s account', async () => {
  const file: [string, string][] = [['a.csv', randomReport(FORMATS.latam, 5, random(3)).text]]
  const { accountId } = (await upload(file)).body
  expect((await upload(file, {}, '')).status).toBe(401)
  expect((await upload(file, {}, cookieOf.inactive)).status).toBe(403)
  expect((await upload(file, { accountId }, cookieOf.stranger)).status).toBe(404)
  const listed = await opened.app.inject({
    url: `/api/import/${accountId}/reports`,
    headers: { cookie: cookieOf.stranger },
  })
  expect(listed.statusCode).toBe(404)
})

test('30,000 rows become an account with recommendations, and the server answers meanwhile', async () => {
  const { text, clicks } = plausibleReport(30_000, random(5))
  const started = performance.now()
  const lags: number[] = []
  let last = performance.now()
  const watch = setInterval(() => {
    lags.push(performance.now() - last)
    last = performance.now()
  }, 10)
  const health = watchHealth()
  const { status, body } = await upload([['grande.csv', encode(text, 'utf-16le')]], EUROS)
  const answers = await health.stop()
  const imported = performance.now() - started
  clearInterval(watch)
  lags.push(performance.now() - last)
  await opened.runJobs()
  const all = performance.now() - started
  expect(status).toBe(200)
  expect(answers.length).toBeGreaterThan(5)
  expect(answers.filter((answer) => answer !== 200)).toEqual([])
  expect(await sums(body, 'search_term', 'month')).toMatchObject({ clicks })
  const cards = await get(`/api/recomendaciones/${body.accountId}`)
  expect(cards).not.toEqual([])
  process.stdout.write(
    `import ${imported.toFixed(0)} ms, with analysis ${all.toFixed(0)} ms, longest lag ${Math.max(...lags).toFixed(0)} ms, ${(cards as unknown as []).length} recommendations\n`,
  )
  // Read in the server's own thread, the file would hold it up for most of the time.
  expect(Math.max(...lags)).toBeLessThan(imported / 2)
})

test('rows of an account that was never made are gone an hour later', async () => {
  const { ctx } = opened
  const customerId = 4_000_000_001
  await promiseAccount(ctx, customerId)
  await ctx.db.insert(campaigns).values({
    customerId,
    campaignId: 1,
    name: 'Huérfana',
    status: 'ENABLED',
    channelType: 'SEARCH',
  })
  const left = () => ctx.db.select().from(campaigns).where(eq(campaigns.customerId, customerId))
  await opened.runJobs()
  expect(await left()).toHaveLength(1)
  opened.clock.advance(2 * 3_600_000)
  await opened.runJobs()
  expect(await left()).toEqual([])
})

test('files with and without conversions together are not judged by them', async () => {
  const campaigns = 'Campaign,Impr.,Clicks,Cost,Conversions\nA,1000,90,45.00,9\n'
  const terms = 'Search term,Campaign,Ad group,Impr.,Clicks,Cost\nshoes,A,G,900,80,40.00\n'
  const { body } = await upload(
    [
      ['c.csv', campaigns],
      ['t.csv', terms],
    ],
    EUROS,
  )
  await opened.runJobs()
  const { reasons } = await get(`/api/recomendaciones/${body.accountId}/silencio`)
  expect(JSON.stringify(reasons)).toContain('El informe no trae conversiones')
  expect(await get(`/api/recomendaciones/${body.accountId}`)).toEqual([])
})

/** Asks again and again whether requests can be served, which a long transaction on one connection would prevent. */
function watchHealth() {
  const answers: number[] = []
  let isWatching = true
  const watching = (async () => {
    while (isWatching) {
      answers.push((await opened.app.inject({ url: '/api/health' })).statusCode)
      await new Promise((done) => setTimeout(done, 50))
    }
  })()
  const stop = async () => {
    isWatching = false
    await watching
    return answers
  }
  return { stop }
}

/** Terms as accounts have them: most with a click or two, 3 % of clicks convert, one word in ten never does. */
function plausibleReport(rowCount: number, next: () => number): { text: string; clicks: number } {
  const stems = [
    'zapatos',
    'botas',
    'sandalias',
    'zapatillas',
    'mocasines',
    'gratis',
    'segunda mano',
  ]
  let all = 0
  const lines = Array.from({ length: rowCount }, (_, i) => {
    const stem = stems[Math.floor(next() * stems.length)]!
    const clicks = Math.floor(1 / (next() + 0.002))
    const converts = stem !== 'gratis' && stem !== 'segunda mano'
    const conversions = Array.from({ length: clicks }, next).filter((p) => converts && p < 0.03)
    all += clicks
    const cost = ((clicks * (30 + Math.floor(next() * 60))) / 100).toFixed(2)
    const place = `Campaña ${i % 12}\tGrupo ${i % 240}\t${stem}`
    return `${stem} modelo ${i}\t${place}\t${clicks * 20}\t${clicks}\t${cost}\t${conversions.length}.00`
  })
  const head =
    'Search terms report\n"September 1, 2026 - September 30, 2026"\nSearch term\tCampaign\tAd group\tKeyword\tImpr.\tClicks\tCost\tConversions'
  return { text: [head, ...lines, ''].join('\n'), clicks: all }
}

async function upload(
  files: [string, string | Uint8Array][],
  fields: Record<string, string> = {},
  cookie = cookieOf.owner,
) {
  const answers = JSON.stringify(files.slice(0, 10).map(() => SEPTEMBER))
  return await uploadFiles(opened, cookie, files, { answers, ...fields })
}

async function send(cookie: string, payload: string, headers: Record<string, string> = {}) {
  return await opened.app.inject({
    method: 'POST',
    url: '/api/import/reports',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=b', ...headers },
    payload,
  })
}

async function get(url: string): Promise<Record<string, unknown>> {
  return (await opened.app.inject({ url, headers: { cookie: cookieOf.owner } })).json()
}

async function query(accountId: string, statement: string) {
  const { ctx } = opened
  return await ctx.db.execute(
    sql`${sql.raw(statement)} (select customer_id from ad_accounts where google_customer_id = ${accountId})`,
  )
}

async function sums({ accountId }: Imported, level: string, grain: string) {
  const columns = ['impressions', 'clicks', 'cost_micros', 'conversions_micros', 'value_micros']
  const { rows } = await query(
    accountId,
    `select ${columns.map((c) => `coalesce(sum(${c}), 0)::bigint as ${c}`).join(', ')} from ${level}_${grain} where customer_id = `,
  )
  const [row] = rows as Record<string, number>[]
  return {
    impressions: row?.impressions,
    clicks: row?.clicks,
    costMicros: row?.cost_micros,
    conversionsMicros: row?.conversions_micros,
    valueMicros: row?.value_micros,
  }
}

async function counts() {
  const { rows } = await opened.ctx.db.execute(sql`
    select (select count(*) from ad_accounts) as accounts, (select count(*) from imported_reports) as reports,
      (select count(*) from account_day) as facts, (select count(*) from jobs) as jobs`)
  return rows[0]
}
