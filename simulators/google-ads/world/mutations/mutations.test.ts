import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { AccountSource, FactRow, FieldRow } from '../../account-source.ts'
import { enumValues } from '../../gaql/catalogue.ts'
import { NOW, readFacts, total } from '../read-facts.ts'
import { createWorld } from '../world.ts'

const DENTAL = '3319027745'
const C = `customers/${DENTAL}`
const AS = {
  validateOnly: false,
  now: NOW,
  clientType: 'GOOGLE_ADS_API',
  userEmail: 'marta.demo@gmail.test',
}
/** Mutations above happen on 21 November: traffic knows them from the 22nd. */
const LATER = new Date('2026-12-12T09:00:00Z')
const [FROM, TO] = ['2026-11-22', '2026-12-11']

function fresh(): { world: ReturnType<typeof createWorld>; account: AccountSource } {
  const world = createWorld({ seed: 7 })
  return { world, account: world.account(DENTAL) as AccountSource }
}

function rowsOf(
  account: AccountSource,
  resource: string,
  keep: (row: FieldRow) => boolean = () => true,
): FieldRow[] {
  return [...account.entities(resource, NOW)].filter(keep)
}

function campaign(account: AccountSource, name: string): FieldRow {
  return rowsOf(account, 'campaign', (row) => row['campaign.name'] === name)[0] as FieldRow
}

function laterTotal(account: AccountSource, resource: string, keep: (row: FactRow) => boolean) {
  return total(readFacts(account, resource, FROM, TO, [], LATER), keep)
}

function mustSucceed(account: AccountSource, operation: unknown): string {
  const outcome = account.mutate(operation, AS)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
  return outcome.resourceName
}

describe('traffic from the next day on', () => {
  const byCampaign = (name: string) => (row: FactRow) => row.fields['campaign.name'] === name

  test('none from a place that was excluded, until it is allowed again', () => {
    const { account } = fresh()
    const seen = (resource: string, field: string, segments: string[] = []) => {
      const rows = readFacts(account, resource, FROM, TO, segments, LATER)
      return new Map(rows.map((row) => [String(row.fields[field]), row.fields['campaign.id']]))
    }
    const where = [
      ['detail_placement_view', 'detail_placement_view.placement', 'foro-de-vecinos.test'],
      [
        'detail_placement_view',
        'detail_placement_view.placement',
        'mobileapp::2-com.linterna.plus',
      ],
    ] as const
    const message = [
      { placement: { url: 'foro-de-vecinos.test' } },
      { mobileApplication: { appId: '2-com.linterna.plus' } },
    ]
    for (const [i, [resource, field, place]] of where.entries()) {
      const live = rowsOf(account, 'campaign', (row) => row['campaign.status'] !== 'REMOVED')
      const campaigns = live.map((row) => row['campaign.resource_name'])
      expect(seen(resource, field).has(place)).toBe(true)
      const made = campaigns.map((campaign) =>
        mustSucceed(account, {
          campaignCriterionOperation: { create: { campaign, negative: true, ...message[i] } },
        }),
      )
      expect(seen(resource, field).has(place)).toBe(false)
      for (const resourceName of made)
        mustSucceed(account, { campaignCriterionOperation: { remove: resourceName } })
      expect(seen(resource, field).has(place)).toBe(true)
    }
    const again = { campaign: campaign(account, 'Marca')['campaign.resource_name'], ...message[0] }
    const create = { campaignCriterionOperation: { create: again } }
    expect(account.mutate(create, AS).ok, 'only ever excluded').toBe(false)
  })

  test('a negative stops its searches, yesterday stays as it was', () => {
    const { account } = fresh()
    const withWord = (row: FactRow) =>
      / empleo\b/.test(String(row.fields['search_term_view.search_term']))
    const past = () => total(readFacts(account, 'search_term_view', '2026-10-01', '2026-11-20'))
    const untouched = laterTotal(fresh().account, 'search_term_view', withWord)
    const before = past()
    for (const row of rowsOf(
      account,
      'campaign',
      (r) =>
        r['campaign.advertising_channel_type'] === 'SEARCH' && r['campaign.status'] !== 'REMOVED',
    ))
      mustSucceed(account, {
        campaignCriterionOperation: {
          create: {
            campaign: row['campaign.resource_name'],
            negative: true,
            keyword: { text: 'empleo', matchType: 'BROAD' },
          },
        },
      })
    expect(untouched.impressions).toBeGreaterThan(50)
    expect(laterTotal(account, 'search_term_view', withWord).impressions).toBe(0)
    expect(past()).toEqual(before)
  })

  test('a larger budget brings a limited campaign more impressions', () => {
    const { account } = fresh()
    const limited = 'Urgencias y limpieza'
    const before = laterTotal(fresh().account, 'campaign', byCampaign(limited))
    const row = campaign(account, limited)
    const amountMicros = String(Number(row['campaign_budget.amount_micros']) * 2)
    mustSucceed(account, {
      campaignBudgetOperation: {
        updateMask: 'amountMicros',
        update: { resourceName: row['campaign.campaign_budget'], amountMicros },
      },
    })
    expect(campaign(account, limited)['campaign_budget.amount_micros']).toBe(BigInt(amountMicros))
    expect(laterTotal(account, 'campaign', byCampaign(limited)).impressions).toBeGreaterThan(
      before.impressions * 1.4,
    )
  })

  test('pausing stops, a lower bid loses, device exclusion empties the device', () => {
    const { account } = fresh()
    const brand = campaign(account, 'Marca')['campaign.resource_name']
    mustSucceed(account, {
      campaignOperation: {
        updateMask: 'status',
        update: { resourceName: brand, status: 'PAUSED' },
      },
    })
    expect(laterTotal(account, 'campaign', byCampaign('Marca')).impressions).toBe(0)
    const districts = campaign(account, 'Barrios de Madrid')
    mustSucceed(account, {
      campaignCriterionOperation: {
        updateMask: 'bidModifier',
        update: {
          resourceName: `${C}/campaignCriteria/${districts['campaign.id']}~30001`,
          bidModifier: 0,
        },
      },
    })
    const devices = readFacts(account, 'campaign', FROM, TO, ['segments.device'], LATER).filter(
      byCampaign('Barrios de Madrid'),
    )
    const of = (device: string) =>
      total(devices, (row) => row.fields['segments.device'] === device).clicks
    expect([of('MOBILE'), of('DESKTOP') > 50]).toEqual([0, true])
    const beauty = 'Implantes y estética'
    const inBeauty = (row: FieldRow) => row['campaign.name'] === beauty
    const before = laterTotal(account, 'campaign', byCampaign(beauty))
    for (const row of rowsOf(
      account,
      'ad_group_criterion',
      (r) => inBeauty(r) && r['ad_group_criterion.type'] === 'KEYWORD',
    ))
      mustSucceed(account, {
        adGroupCriterionOperation: {
          updateMask: 'cpcBidMicros',
          update: { resourceName: row['ad_group_criterion.resource_name'], cpcBidMicros: '400000' },
        },
      })
    expect(laterTotal(account, 'campaign', byCampaign(beauty)).impressions).toBeLessThan(
      before.impressions * 0.5,
    )
  })

  test('an added exact keyword takes over its search', () => {
    const { account } = fresh()
    const term = 'urgencias dentales 24 horas domingo'
    const group = readFacts(account, 'search_term_view', '2026-11-01', '2026-11-20').find(
      (r) => r.fields['search_term_view.search_term'] === term,
    )?.fields
    const resourceName = mustSucceed(account, {
      adGroupCriterionOperation: {
        create: {
          adGroup: group?.['ad_group.resource_name'],
          status: 'ENABLED',
          keyword: { text: term, matchType: 'EXACT' },
        },
      },
    })
    const keyword = (row: FactRow) =>
      row.fields['ad_group_criterion.resource_name'] === resourceName
    expect(laterTotal(account, 'keyword_view', keyword).clicks).toBeGreaterThan(3)
  })
})

test('every example operation is accepted with this account’s ids', () => {
  const { account } = fresh()
  const first = (resource: string, field: string, keep?: (row: FieldRow) => boolean) =>
    String(rowsOf(account, resource, keep)[0]?.[field])
  const campaignId = String(campaign(account, 'Odontología general')['campaign.id'])
  const inCampaign = (row: FieldRow) => String(row['campaign.id']) === campaignId
  const groupId = first('ad_group', 'ad_group.id', inCampaign)
  const inGroup = (row: FieldRow) => String(row['ad_group.id']) === groupId
  const keyword = first(
    'ad_group_criterion',
    'ad_group_criterion.criterion_id',
    (r) => inGroup(r) && r['ad_group_criterion.type'] === 'KEYWORD',
  )
  const audience = first(
    'ad_group_criterion',
    'ad_group_criterion.criterion_id',
    (r) => inGroup(r) && r['ad_group_criterion.type'] === 'USER_LIST',
  )
  const ad = first('ad_group_ad', 'ad_group_ad.ad.id', inGroup)
  const ids: [RegExp, string][] = [
    [/111~222/g, `${groupId}~${keyword}`],
    [/111~333/g, `${groupId}~${audience}`],
    [/111~777/g, `${groupId}~${ad}`],
    [/ads\/777/g, `ads/${ad}`],
    [/adGroups\/111/g, `adGroups/${groupId}`],
    [/campaignCriteria\/11~/g, `campaignCriteria/${campaignId}~`],
    [/campaigns\/11"/g, `campaigns/${campaignId}"`],
    [
      /campaignBudgets\/9/g,
      `campaignBudgets/${first('campaign', 'campaign_budget.id', inCampaign)}`,
    ],
    [
      /biddingStrategies\/5/g,
      `biddingStrategies/${first('bidding_strategy', 'bidding_strategy.id')}`,
    ],
    [/customers\/2/g, C],
  ]
  let text = readFileSync(new URL('./example-operations.json', import.meta.url), 'utf8')
  for (const [pattern, id] of ids) text = text.replace(pattern, id)
  const made = new Map<string, string>()
  const examples = Object.entries(JSON.parse(text) as Record<string, unknown>)
  for (const [name, example] of examples) {
    let json = JSON.stringify(example)
    for (const [temporary, real] of made) json = json.replaceAll(temporary, real)
    const operation = JSON.parse(json)
    const outcome = account.mutate(operation, AS)
    expect(outcome.ok ? 'ok' : outcome.failure, name).toBe('ok')
    const asked = (Object.values(operation)[0] as { create?: { resourceName?: string } }).create
      ?.resourceName
    if (outcome.ok && asked) made.set(asked, outcome.resourceName)
  }
  expect(examples).toHaveLength(26)
  const events = rowsOf(
    account,
    'change_event',
    (row) => row['change_event.client_type'] === 'GOOGLE_ADS_API',
  )
  const kinds = new Set(events.map((row) => row['change_event.change_resource_type']))
  expect([...kinds].filter((kind) => !TOLD_BY_GOOGLE.includes(String(kind)))).toEqual([])
  expect(kinds.size).toBeGreaterThan(6)
  const budget = events.find(
    (row) => row['change_event.change_resource_type'] === 'CAMPAIGN_BUDGET',
  )
  expect(budget?.['change_event.new_resource']).toEqual({
    campaignBudget: { amountMicros: '25000000' },
  })
  expect(rowsOf(account, 'change_status').length).toBeGreaterThan(15)
})

const TOLD_BY_GOOGLE = enumValues('change_event.change_resource_type') ?? []

test('wrong operations are refused with Google’s codes and change nothing', () => {
  const { account, world } = fresh()
  const row = campaign(account, 'Marca')
  const group = rowsOf(account, 'ad_group')[0]?.['ad_group.resource_name']
  const budget = (amountMicros: string) => ({
    campaignBudgetOperation: {
      updateMask: 'amountMicros',
      update: { resourceName: row['campaign.campaign_budget'], amountMicros },
    },
  })
  const keyword = (text: string, matchType = 'PHRASE') => ({
    adGroupCriterionOperation: { create: { adGroup: group, keyword: { text, matchType } } },
  })
  const cases: [unknown, object][] = [
    [keyword('zapatos!'), { criterionError: 'KEYWORD_HAS_INVALID_CHARS' }],
    [keyword('a b c d e f g h i j k'), { criterionError: 'KEYWORD_HAS_TOO_MANY_WORDS' }],
    [keyword('Clinica dental sonrisa'), { mutateError: 'RESOURCE_ALREADY_EXISTS' }],
    [budget('12345678'), { campaignBudgetError: 'NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT' }],
    [
      {
        campaignOperation: {
          updateMask: 'status',
          update: { resourceName: `${C}/campaigns/1`, status: 'PAUSED' },
        },
      },
      { mutateError: 'RESOURCE_NOT_FOUND' },
    ],
    [
      {
        adGroupAdOperation: {
          create: {
            adGroup: group,
            ad: {
              finalUrls: ['https://x.es'],
              responsiveSearchAd: { headlines: [{ text: 'a' }], descriptions: [] },
            },
          },
        },
      },
      { collectionSizeError: 'TOO_FEW' },
    ],
  ]
  const before = JSON.stringify(world.exportState())
  for (const [operation, code] of cases) {
    const outcome = account.mutate(operation, AS)
    expect(outcome.ok ? 'accepted' : outcome.failure.code).toEqual(code)
  }
  const invalid = account.mutate(keyword('zapatos!'), AS)
  expect(invalid.ok ? [] : invalid.failure.fieldPath).toEqual([
    'ad_group_criterion_operation',
    'create',
    'keyword',
    'text',
  ])
  expect(account.mutate(budget('90000000'), { ...AS, validateOnly: true }).ok).toBe(true)
  expect(JSON.stringify(world.exportState())).toBe(before)
  expect(campaign(account, 'Marca')['campaign_budget.amount_micros']).toBe(
    row['campaign_budget.amount_micros'],
  )
})

test('an exported world goes on where it stopped; an older export takes changes back', () => {
  const { account, world } = fresh()
  const before = structuredClone(world.exportState())
  const pause = (name: string) =>
    mustSucceed(account, {
      campaignOperation: {
        updateMask: 'status',
        update: {
          resourceName: campaign(account, name)['campaign.resource_name'],
          status: 'PAUSED',
        },
      },
    })
  pause('Competencia')
  const copy = createWorld({ seed: 7 })
  copy.importState(JSON.parse(JSON.stringify(world.exportState())))
  const restored = copy.account(DENTAL) as AccountSource
  expect(campaign(restored, 'Competencia')['campaign.status']).toBe('PAUSED')
  expect(laterTotal(restored, 'customer', () => true)).toEqual(
    laterTotal(account, 'customer', () => true),
  )
  world.importState(before)
  expect(campaign(account, 'Competencia')['campaign.status']).toBe('ENABLED')
  expect(laterTotal(account, 'customer', () => true)).toEqual(
    laterTotal(fresh().account, 'customer', () => true),
  )
})

test('Google’s recommendations can be applied and dismissed', () => {
  const { account } = fresh()
  const open = () =>
    rowsOf(account, 'recommendation', (row) => row['recommendation.dismissed'] === false)
  const [first, second] = open()
  const count = open().length
  expect(count).toBeGreaterThanOrEqual(3)
  mustSucceed(account, {
    applyRecommendationOperation: { resourceName: first?.['recommendation.resource_name'] },
  })
  mustSucceed(account, {
    dismissRecommendationOperation: { resourceName: second?.['recommendation.resource_name'] },
  })
  expect(open()).toHaveLength(count - 2)
})
