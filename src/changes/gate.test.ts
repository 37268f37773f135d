import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { testContext } from '../../tests/database.ts'
import type { Account } from '../account-data/owned-account.ts'
import {
  type SharedNegatives,
  sharedNegativeOperations,
} from '../engine/findings/shared-negatives.ts'
import {
  accountInventory,
  adGroups,
  ads,
  campaigns,
  keywords,
  negativeKeywords,
  searchTerms,
} from '../platform/db/schema/entities.ts'
import { addDays, dayInZone, eachDay } from '../shared/dates.ts'
import { MICROS } from '../shared/metrics.ts'
import { money } from '../shared/spanish-numbers.ts'
import type { Card } from './card-words.ts'
import { faultsOfCards } from './check-cards.ts'

// What may not be shown, by any rule: each card here is right but for the one thing that its test names.
const it = testContext()
const CUSTOMER = 77
const ACCOUNT = { customerId: CUSTOMER, currencyCode: 'EUR', timeZone: 'UTC' } as Account
const [GIVER, TAKER, IDLE] = [1, 2, 3]
const SPENT: Record<number, number> = { [GIVER]: 105, [TAKER]: 60, [IDLE]: 20 }
const BUDGETS: Record<number, number> = { [GIVER]: 112, [TAKER]: 60, [IDLE]: 100 }
let window = { from: '', to: '', days: 12 }

// Twelve days are known: 105 € a day of 112, 60 of 60, and 20 of 100.
beforeAll(async () => {
  const { ctx } = it
  const today = dayInZone(ctx.clock.now(), 'UTC')
  window = { ...window, from: addDays(today, -12), to: addDays(today, -1) }
  const place = { customerId: CUSTOMER, campaignId: GIVER, adGroupId: 11 }
  await ctx.db.insert(campaigns).values(
    [GIVER, TAKER, IDLE].map((id) => ({
      customerId: CUSTOMER,
      campaignId: id,
      name: `Campaña ${id}`,
      status: 'ENABLED',
      channelType: 'SEARCH',
      budgetId: id,
      budgetMicros: BUDGETS[id]! * MICROS,
    })),
  )
  await ctx.db.insert(adGroups).values({ ...place, name: 'Botas', status: 'ENABLED' })
  const keyword = { ...place, matchType: 'PHRASE', finalUrls: [], status: 'ENABLED' }
  await ctx.db.insert(keywords).values([
    { ...keyword, criterionId: 21, text: 'botas de agua', cpcBidMicros: MICROS },
    { ...keyword, criterionId: 22, text: 'botas rojas', cpcBidMicros: 2 * MICROS },
  ])
  // Twice the same: in two groups, at one bid.
  const twin = { ...keyword, criterionId: 23, text: 'zuecos', cpcBidMicros: 3 * MICROS }
  await ctx.db.insert(keywords).values([twin, { ...twin, adGroupId: 12 }])
  const ad = { ...place, type: 'RESPONSIVE_SEARCH_AD', finalUrls: [], descriptions: [] }
  await ctx.db.insert(ads).values([
    {
      ...ad,
      adId: 31,
      status: 'ENABLED',
      headlines: [{ text: 'Botas' }, { text: 'Envío gratis' }],
    },
    { ...ad, adId: 32, status: 'ENABLED', headlines: [{ text: 'Tu bota' }, { text: 'Rebajas' }] },
  ])
  const terms = ['botas baratas', 'arreglar botas']
  await ctx.db
    .insert(searchTerms)
    .values(terms.map((text, i) => ({ ...place, termId: 41 + i, text, status: 'NONE' })))
  for (const day of eachDay(window.from, window.to)) {
    await ctx.db.execute(sql`
      insert into account_day (customer_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros)
      values (${CUSTOMER}, ${day}, 10, 1, 1, 0, 0)`)
    for (const id of [GIVER, TAKER, IDLE])
      await ctx.db.execute(sql`
        insert into campaign_day (customer_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros,
          value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
        values (${CUSTOMER}, ${id}, ${day}, 10, 1, ${SPENT[id]! * MICROS}, 0, 0, 0, 0, 0)`)
  }
  // «botas baratas» has sold twice, «arreglar botas» never.
  for (const [termId, conversions] of [
    [41, 2],
    [42, 0],
  ] as const)
    await ctx.db.execute(sql`
      insert into search_term_day (customer_id, campaign_id, ad_group_id, criterion_id, term_id, day, impressions, clicks,
        cost_micros, conversions_micros, value_micros)
      values (${CUSTOMER}, ${GIVER}, 11, 21, ${termId}, ${window.to}, 10, 5, ${MICROS}, ${conversions * MICROS}, 0)`)
})

type Said = Partial<{
  title: string
  description: string
  before: string
  after: string
  rows: Card['evidence']['table']['rows']
  conversions: number
}>

const COLUMNS = [
  ...['keyword', 'ad', 'campaign'].map((key) => ({ key, label: key, unit: 'text' as const })),
  ...['bid', 'newBid'].map((key) => ({ key, label: key, unit: 'money' as const })),
]

function cardOf(operations: object[], said: Said): Card {
  const { title = '', description = '', before = '', after = '', rows = [] } = said
  const { conversions = 0 } = said
  const figure = { key: 'conversions', label: 'Conversiones', unit: 'quantity', value: conversions }
  const evidence = {
    currencyCode: 'EUR',
    window,
    figures: [figure],
    table: { columns: COLUMNS, rows },
    change: { operations, before, after },
  }
  return { title, description, evidence } as unknown as Card
}

const faultsOf = async (operations: object[], said: Said) =>
  (await faultsOfCards(it.ctx, ACCOUNT, [cardOf(operations, said)]))[0]

const update = (key: string, path: string, id: string, values: object) => ({
  [key]: {
    updateMask: Object.keys(values).join(),
    update: { resourceName: `customers/{customerId}/${path}/${id}`, ...values },
  },
})

describe('budgets', () => {
  const euros = (amount: number) => money(Math.round(amount * MICROS), 'EUR')
  const line = (id: number, amount: number) => `«Campaña ${id}»: ${euros(amount)} al día.`

  /** Says what it does: [campaign, new budget]. */
  const moving = (...moves: [id: number, amount: number][]) =>
    faultsOf(
      moves.map(([id, amount]) =>
        update('campaignBudgetOperation', 'campaignBudgets', `${id}`, {
          amountMicros: String(Math.round(amount * MICROS)),
        }),
      ),
      {
        before: moves.map(([id]) => line(id, BUDGETS[id]!)).join(' '),
        after: moves.map(([id, amount]) => line(id, amount)).join(' '),
      },
    )

  test('a rate taken from too many days never takes a budget away', async () => {
    expect(await moving([GIVER, 23.42], [TAKER, 78])).toEqual([
      expect.stringMatching(/quedaría un 78\s% por debajo de lo que se gasta al día/),
    ])
  })

  test('what is spent may fall by a step, and what is not spent may be given away', async () => {
    expect(await moving([GIVER, 84], [TAKER, 78])).toEqual([])
    expect(await moving([IDLE, 15], [TAKER, 78])).toEqual([])
    expect(await moving([IDLE, 10], [TAKER, 78])).toHaveLength(1)
  })

  test('one who gets more, gets no more than a step', async () => {
    expect(await moving([GIVER, 84], [TAKER, 84])).toEqual([expect.stringContaining('sube un 40')])
  })

  test('a budget alone is neither halved nor raised beyond what is prudent, nor taken away', async () => {
    expect(await moving([GIVER, 40])).toHaveLength(1)
    expect(await moving([GIVER, 130])).toEqual([])
    expect(await moving([GIVER, 200])).toHaveLength(1)
    expect(await moving([GIVER, 0])).toEqual([expect.stringContaining('quedaría en nada')])
  })

  test('a budget moves as the card says of its campaign, not as it says of another', async () => {
    const swapped = update('campaignBudgetOperation', 'campaignBudgets', '1', {
      amountMicros: String(90 * MICROS),
    })
    const before = `${line(GIVER, 112)} ${line(IDLE, 100)}`
    const said = { before, after: `${line(GIVER, 100)} ${line(IDLE, 90)}` }
    expect(await faultsOf([swapped], said)).toEqual([
      expect.stringMatching(/no dice este cambio: Presupuesto al día de 112,00\s€ a 90,00\s€/),
    ])
  })
})

describe('keywords of one text and one bid', () => {
  const change = (group: number, fields: object) =>
    update('adGroupCriterionOperation', 'adGroupCriteria', `${group}~23`, { ...fields })
  const pause = (group: number) => change(group, { status: 'PAUSED' })
  const row = (more: object) => ({ keyword: 'zuecos', bid: 3 * MICROS, ...more })

  test('are paused but for the copy that stays, and only where a row is about them', async () => {
    const rows = [row({ kept: '11~23' }), row({ entity: '12~23' })]
    expect(await faultsOf([pause(12)], { rows })).toEqual([])
    expect((await faultsOf([pause(11)], { rows }))?.join()).toContain('«zuecos» se queda ahí')
    const other = await faultsOf([pause(12)], { rows: [row({ entity: '11~23' })] })
    expect(other).toEqual(['La tabla no habla de esta copia de «zuecos».'])
  })

  test('do not change bids with each other', async () => {
    const bid = (group: number, euros: number) =>
      change(group, { cpcBidMicros: String(euros * MICROS) })
    const moved = (entity: string, euros: number) => row({ entity, newBid: euros * MICROS })
    const rows = [moved('11~23', 2.4), moved('12~23', 3.3)]
    expect(await faultsOf([bid(11, 2.4), bid(12, 3.3)], { rows })).toEqual([])
    const swapped = await faultsOf([bid(11, 3.3), bid(12, 2.4)], { rows })
    expect(swapped).toEqual(Array(2).fill(expect.stringContaining('no dice este cambio: Puja')))
  })
})

describe('bids', () => {
  const bid = (criterion: number, euros: number) =>
    update('adGroupCriterionOperation', 'adGroupCriteria', `11~${criterion}`, {
      cpcBidMicros: String(Math.round(euros * MICROS)),
    })
  /** Of both keywords: down from 1 € to 0.80 €, up from 2 € to 2.20 €. */
  const rows = [
    { keyword: 'botas de agua', bid: MICROS, newBid: 0.8 * MICROS },
    { keyword: 'botas rojas', bid: 2 * MICROS, newBid: 2.2 * MICROS },
  ]

  test('go where the table says', async () => {
    expect(await faultsOf([bid(21, 0.8), bid(22, 2.2)], { rows })).toEqual([])
  })

  test('do not go the other way, nor where that of another keyword goes', async () => {
    const unsaid = [expect.stringContaining('no dice este cambio: Puja máxima')]
    expect(await faultsOf([bid(21, 1.2)], { rows })).toEqual(unsaid)
    expect(await faultsOf([bid(22, 1.8)], { rows })).toEqual(unsaid)
    const other = { keyword: 'botas negras', bid: MICROS, newBid: 1.1 * MICROS }
    expect(await faultsOf([bid(21, 1.1)], { rows: [...rows, other] })).toEqual(unsaid)
  })

  test('do not start from another bid than the table says', async () => {
    const stale = { ...rows[0]!, bid: 1.5 * MICROS }
    expect(await faultsOf([bid(21, 0.8)], { rows: [stale] })).toEqual([
      expect.stringMatching(/de 1,00\s€ a 0,80\s€/),
    ])
  })

  test('take no more than a step, and never nothing', async () => {
    const said = (newBid: number) => ({ rows: [{ ...rows[0]!, newBid: newBid * MICROS }] })
    expect(await faultsOf([bid(21, 1.4)], said(1.4))).toEqual([
      expect.stringMatching(/Puja máxima: sube un 40/),
    ])
    expect(await faultsOf([bid(21, 0)], said(0))).toContainEqual(
      expect.stringContaining('quedaría en nada'),
    )
  })
})

describe('negatives', () => {
  const negative = (text: string, matchType = 'PHRASE') => ({
    campaignCriterionOperation: {
      create: {
        campaign: `customers/{customerId}/campaigns/${GIVER}`,
        negative: true,
        keyword: { text, matchType },
      },
    },
  })
  const naming = (text: string, conversions = 0) => ({ title: `Excluye «${text}»`, conversions })

  test('stop what the card names and what never sold', async () => {
    expect(await faultsOf([negative('arreglar')], naming('arreglar'))).toEqual([])
  })

  test('are named by the card', async () => {
    expect(await faultsOf([negative('arreglar')], naming('reparar'))).toEqual([
      'La recomendación no habla de «arreglar».',
    ])
  })

  test('do not stop a live keyword’s own text', async () => {
    expect(await faultsOf([negative('agua')], naming('agua'))).toEqual([
      expect.stringContaining('«botas de agua» (Botas)'),
    ])
  })

  test('do not stop what has sold more than the card says', async () => {
    expect(await faultsOf([negative('baratas')], naming('baratas', 2))).toEqual([])
    expect(await faultsOf([negative('baratas')], naming('baratas', 1))).toEqual([
      expect.stringContaining('«botas baratas» (2)'),
    ])
  })
})

describe('lists of negatives', () => {
  const listed = (words: string[], campaigns: number[], list: SharedNegatives['list']) =>
    sharedNegativeOperations({
      list,
      words: words.map((text) => ({ text, matchType: 'PHRASE' })),
      campaignIds: campaigns.map(String),
    })
  const naming = (...names: string[]) => ({ title: names.map((name) => `«${name}»`).join() })
  const NEW = { name: 'Lista nueva' }
  const USED = { id: '51' }

  // One that campaign 1 uses, and one of campaign 2 whose word would stop a keyword of campaign 1.
  beforeAll(async () => {
    const word = { customerId: CUSTOMER, scope: 'shared_set', matchType: 'PHRASE' } as const
    await it.ctx.db.insert(negativeKeywords).values([
      { ...word, scopeId: 51, criterionId: 1, text: 'usadas', campaignIds: [GIVER] },
      { ...word, scopeId: 52, criterionId: 1, text: 'rojas', campaignIds: [TAKER] },
    ])
  })

  test('stop what the card names, where it says', async () => {
    const said = naming('arreglar', 'Campaña 1', 'Campaña 2')
    expect(await faultsOf(listed(['arreglar'], [GIVER, TAKER], NEW), said)).toEqual([])
    expect(await faultsOf(listed(['arreglar'], [], USED), naming('arreglar'))).toEqual([])
    expect(await faultsOf(listed(['arreglar'], [GIVER, IDLE], NEW), said)).toEqual([
      'La recomendación no habla de «Campaña 3».',
    ])
    expect(await faultsOf(listed(['reparar'], [GIVER], NEW), said)).toEqual([
      'La recomendación no habla de «reparar».',
    ])
  })

  test('do not stop a live keyword where the list is used or is to be', async () => {
    const stopped = [expect.stringContaining('«botas de agua» (Botas)')]
    expect(await faultsOf(listed(['agua'], [GIVER], NEW), naming('agua', 'Campaña 1'))).toEqual(
      stopped,
    )
    expect(await faultsOf(listed(['agua'], [], USED), naming('agua'))).toEqual(stopped)
    expect(await faultsOf(listed(['agua'], [TAKER], NEW), naming('agua', 'Campaña 2'))).toEqual([])
  })

  test('do not bring a campaign words that stop its keywords', async () => {
    const elsewhere = listed([], [GIVER], { id: '52' })
    expect(await faultsOf(elsewhere, naming('Campaña 1'))).toEqual([
      expect.stringContaining('«botas rojas» (Botas)'),
    ])
  })

  test('one that the account has by that name counts as that one', async () => {
    const fetchedAt = it.ctx.clock.now()
    await it.ctx.db.insert(accountInventory).values({
      customerId: CUSTOMER,
      part: 'negativeLists',
      rows: [
        { id: '51', name: 'Usadas', memberCount: 1 },
        { id: '52', name: 'Rojas', memberCount: 1 },
      ],
      fetchedAt,
      problem: null,
    })
    const agua = listed(['agua'], [TAKER], { name: 'Usadas' })
    expect(await faultsOf(agua, naming('agua', 'Campaña 2'))).toEqual([
      expect.stringContaining('«botas de agua» (Botas)'),
    ])
    expect(await faultsOf(listed([], [GIVER], { name: 'Rojas' }), naming('Campaña 1'))).toEqual([
      expect.stringContaining('«botas rojas» (Botas)'),
    ])
  })

  test('do not stop what has sold more than the card says', async () => {
    const said = { ...naming('baratas', 'Campaña 1'), conversions: 1 }
    expect(await faultsOf(listed(['baratas'], [GIVER], NEW), said)).toEqual([
      expect.stringContaining('«botas baratas» (2)'),
    ])
  })
})

describe('pausing', () => {
  const pause = (criterion: number) =>
    update('adGroupCriterionOperation', 'adGroupCriteria', `11~${criterion}`, { status: 'PAUSED' })
  const pauseAd = (adId: number) =>
    update('adGroupAdOperation', 'adGroupAds', `11~${adId}`, { status: 'PAUSED' })

  test('stops the keyword that the card names, not another', async () => {
    const said = { title: 'Pausa «botas rojas»', before: '«botas rojas»: activa.' }
    expect(await faultsOf([pause(22)], said)).toEqual([])
    expect(await faultsOf([pause(21)], said)).toEqual([
      'La recomendación no habla de «botas de agua».',
    ])
  })

  test('stops the ad that loses, though the table shows both', async () => {
    const rows = [{ ad: 'Botas | Envío gratis' }, { ad: 'Tu bota | Rebajas' }]
    const said = { title: 'Pausa el anuncio «Tu bota | Rebajas»', rows }
    expect(await faultsOf([pauseAd(32)], said)).toEqual([])
    expect(await faultsOf([pauseAd(31)], said)).toHaveLength(1)
    const described = { description: 'Consiguen menos: «Tu bota | Rebajas» (Botas).', rows }
    expect(await faultsOf([pauseAd(32)], described)).toEqual([])
    expect(await faultsOf([pauseAd(31)], described)).toHaveLength(1)
  })
})

test('a modifier that is not stored is unknown, not unset: its step is looked at when it is read', async () => {
  const modifier = update('campaignCriterionOperation', 'campaignCriteria', '1~30001', {
    bidModifier: 0.63,
  })
  expect(await faultsOf([modifier], { before: 'Ajuste: -10 %.', after: 'Ajuste: -37 %.' })).toEqual(
    [],
  )
})

test('an operation that could not be shown is no part of a card', async () => {
  expect(await faultsOf([{ feedOperation: { remove: 'x' } }], {})).toHaveLength(1)
})
