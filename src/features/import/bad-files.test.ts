import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { loadSnapshot } from '#account-data/snapshot/load-snapshot.ts'
import type { AccountSnapshot } from '#engine/account/snapshot.ts'
import { analyseAccount } from '#engine/analyse-account.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { addDays, daysInRange, eachDay } from '#shared/dates.ts'
import { FILE_LEVELS } from '#shared/file-facts.ts'
import type { Metrics } from '#shared/metrics.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { uploadFiles } from '../../../tests/import-files.ts'
import { type Dialect, HEADER_SETS, headerSetText } from './reading/header-sets.ts'
import { random } from './reading/report-samples.ts'

/** What is made of odd files: what they do not say is in no fact of the snapshot and in no card. */

const opened = testApp()
let owner: Person

beforeAll(async () => {
  owner = await opened.signIn()
})

const TODAY = '2026-11-20'
const YESTERDAY = '2026-11-19'

test.each(['spain', 'latam', 'english'] as Dialect[])(
  '%s: all reports of one account, dropped together, are one account',
  async (dialect) => {
    const files = HEADER_SETS.map((set): [string, string] => [
      `${set.kind}.csv`,
      headerSetText(set, dialect, ','),
    ])
    const { snapshot, facts } = await imported(files)
    for (const level of FILE_LEVELS) {
      expect(facts[level]?.columns).toHaveLength(5)
      expect(facts[level]).toMatchObject({ from: '2026-09-01', to: '2026-09-30', step: 'period' })
    }
    expect(
      snapshot.campaigns.map(({ name, status, channelType }) => [name, status, channelType]).sort(),
    ).toEqual([
      ['Genérica, España', 'PAUSED', 'PERFORMANCE_MAX'],
      ['Marca', 'ENABLED', 'SEARCH'],
    ])
  },
)

test('a file with impressions alone: everything else is unknown, and no card tells of it', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `zapatos ${i},A,G,${1000 + i}`)
  const { snapshot, cards, facts } = await imported([
    [
      'k.csv',
      [
        'All keywords',
        '"September 1, 2026 - September 30, 2026"',
        'Keyword,Campaign,Ad group,Impr.',
        ...rows,
      ].join('\n'),
    ],
  ])
  expect(facts.keyword?.columns).toEqual(['impressions'])
  expect(snapshot.knownColumns).toEqual(['impressions'])
  expect(cards).toEqual([])
})

test('«Unavailable» everywhere: nothing is taken for live, so nothing is advised', async () => {
  const { snapshot, cards } = await imported([
    [
      'k.csv',
      [
        'Search keyword report',
        '"September 1, 2026 - September 30, 2026"',
        'Keyword status,Keyword,Match type,Campaign,Ad group,Status,Currency code,Impr.,Clicks,Cost,Conversions',
        ...Array.from(
          { length: 30 },
          (_, i) =>
            `Unavailable,zapatos ${i},Exact match,Unavailable,Unavailable,Unavailable,USD,9000,${400 + i},500.00,${i < 3 ? 40 : 0}.00`,
        ),
      ].join('\n'),
    ],
  ])
  expect(new Set(snapshot.keywords.map(({ status }) => status))).toEqual(new Set(['UNKNOWN']))
  expect(cards).toEqual([])
})

test.each([
  [
    'by their column',
    'Campaña;Código de moneda;Impr.;Clics;Coste',
    'A;EUR;9;1;1,50',
    'B;USD;9;1;1,50',
  ],
  ['by their signs', 'Campaña;Impr.;Clics;Coste', 'A;9;1;1,50 €', 'B;9;1;US$1,50'],
])('two currencies %s are never added up', async (_name, ...lines) => {
  const { status, body } = await uploadFiles(opened, owner.cookie, [
    [
      'dos.csv',
      ['Informe', '1 de septiembre de 2026 - 30 de septiembre de 2026', ...lines].join('\n'),
    ],
  ])
  expect([status, body.message]).toEqual([
    422,
    expect.stringContaining('mezcla monedas (EUR, USD)'),
  ])
})

test('a campaign paused yesterday is not advised upon, its search terms neither', async () => {
  const live = await imported(accountOf(60, 'Habilitada'))
  const aboutB = (cards: Cards) => JSON.stringify(cards).includes('tubería')
  expect(aboutB(live.cards)).toBe(true)
  const { snapshot, cards } = await imported(accountOf(60, 'En pausa'))
  expect(snapshot.campaigns.find(({ name }) => name === 'Fontanería')?.status).toBe('PAUSED')
  expect(aboutB(cards)).toBe(false)
})

test.each([1, 5, 29, 89])('a history of %i days', async (days) => {
  const { snapshot, cards } = await imported(accountOf(days, 'Habilitada'))
  expect(daysInRange(snapshot.window.from, snapshot.window.to)).toBe(days)
  expect(snapshot.accountDays).toHaveLength(days)
  const budgets = cards.filter(({ rule }) => ['budget-shift', 'limited-budgets'].includes(rule))
  if (days < 30) expect(budgets).toEqual([])
  if (days === 89) expect(cards.length).toBeGreaterThan(0)
})

test('a file without conversions: no card judges by them, no table shows a 0', async () => {
  const files = accountOf(60, 'Habilitada').map(([name, text]): [string, string] => [
    name,
    text
      .split('\n')
      .map((line) => line.replace(/;[^;]*$/, ''))
      .join('\n'),
  ])
  const { snapshot, cards } = await imported(files)
  expect(snapshot.knownColumns).toEqual(['impressions', 'clicks', 'costMicros'])
  expect(cards.filter(({ evidence }) => evidence.forecast)).toEqual([])
})

type Cards = ReturnType<typeof analyseAccount>['recommendations']

/** A plumber and a painter, whose first campaign has searches that only cost; daily up to yesterday. */
function accountOf(days: number, state: string): [string, string][] {
  const next = random(days)
  const all = eachDay(addDays(YESTERDAY, 1 - days), YESTERDAY)
  const figures = (clicks: number, cpc: number, rate: number) => {
    const conversions = Array.from({ length: clicks }, next).filter((p) => p < rate).length
    return `${clicks * 15};${clicks};${(clicks * cpc).toFixed(2).replace('.', ',')};${conversions},00`
  }
  const campaigns = all.flatMap((day) => [
    `${day};Fontanería;${state};50,00;Búsqueda;${figures(90, 0.9, 0.05)}`,
    `${day};Pintura;Habilitada;30,00;Búsqueda;${figures(40, 0.8, 0.09)}`,
  ])
  const terms = all.flatMap((day) => [
    ...['urgente', 'barato', 'valencia', 'tarifa'].map(
      (word) => `${day};fontanero ${word};Fontanería;G;fontanero;${figures(14, 0.9, 0.08)}`,
    ),
    `${day};como arreglar una tubería gratis;Fontanería;G;fontanero;${figures(30, 0.9, 0)}`,
    `${day};pintor de pisos;Pintura;P;pintor;${figures(35, 0.8, 0.09)}`,
  ])
  return [
    [
      'campañas.csv',
      `Día;Campaña;Estado de la campaña;Presupuesto;Tipo de campaña;Impr.;Clics;Coste (EUR);Conversiones\n${campaigns.join('\n')}\n`,
    ],
    [
      'términos.csv',
      `Día;Término de búsqueda;Campaña;Grupo de anuncios;Palabra clave;Impr.;Clics;Coste (EUR);Conversiones\n${terms.join('\n')}\n`,
    ],
  ]
}

async function imported(files: [string, string][]) {
  const { status, body } = await uploadFiles(opened, owner.cookie, files)
  expect([status, body.message, body.question]).toEqual([200, undefined, null])
  const [account] = await opened.ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.googleCustomerId, body.accountId))
  const snapshot = (await loadSnapshot(opened.ctx, account!.customerId))!
  expect(snapshot.account.today).toBe(TODAY)
  const { recommendations: cards, silenced } = analyseAccount(snapshot)
  expectKnownOnly(snapshot, cards)
  expect(JSON.stringify(silenced)).not.toMatch(NOT_SAID)
  return { snapshot, cards, facts: account!.fileFacts ?? {} }
}

const NOT_SAID = /UNKNOWN|UNSPECIFIED|undefined|NaN|Infinity/

const COLUMN_OF: Partial<Record<string, keyof Metrics>> = {
  impressions: 'impressions',
  clicks: 'clicks',
  cost: 'costMicros',
  conversions: 'conversionsMicros',
  value: 'valueMicros',
}

/** Of every card: only known figures, only what is live, and no more saved than is spent. */
function expectKnownOnly(snapshot: AccountSnapshot, cards: Cards) {
  const known = snapshot.knownColumns ?? []
  const status = new Map(snapshot.campaigns.map((campaign) => [campaign.id, campaign.status]))
  const factor = 30 / daysInRange(snapshot.window.from, snapshot.window.to)
  const spend =
    snapshot.campaigns.reduce((sum, { sums }) => sum + (sums.costMicros ?? 0), 0) * factor
  for (const { rule, campaignId, evidence, ...texts } of cards) {
    expect(JSON.stringify({ evidence, texts })).not.toMatch(NOT_SAID)
    for (const { key } of evidence.table.columns) {
      const column = COLUMN_OF[key]
      if (column) expect([rule, known]).toEqual([rule, expect.arrayContaining([column])])
    }
    for (const id of [campaignId ?? [], evidence.campaignIds ?? []].flat())
      expect([rule, status.get(id)]).toEqual([rule, 'ENABLED'])
    expect(evidence.change?.operations ?? []).toEqual([])
    if (!known.includes('conversionsMicros'))
      expect([rule, evidence.forecast]).toEqual([rule, null])
  }
  const saved = cards.reduce((sum, { evidence: { forecast } }) => {
    return sum + (forecast?.kpi === 'cost' ? forecast.monthlyHighMicros : 0)
  }, 0)
  expect(saved).toBeLessThanOrEqual(spend)
}
