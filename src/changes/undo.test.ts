import { beforeAll, expect, test } from 'vitest'
import { type AccountAds, adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { entitiesQuery, isOneOf } from '#platform/google-ads/queries.ts'
import { connectAccount } from '../../tests/connected-account.ts'
import { testApp } from '../../tests/harness.ts'
import { type Json, valueAt } from '../platform/google-ads/field-paths.ts'
import { inverseOf } from './inverse.ts'
import { type Operation, targetOf } from './operations.ts'
import { namedTarget } from './read-back.ts'
import { readTargets } from './read-entities.ts'
import { send } from './send.ts'

// Applying and taking back leaves Google Ads as it was, for every kind of operation.
const it = testApp()
const SHOP = '4815162342'
const PREFIX = `customers/${SHOP}`
let ads: AccountAds

beforeAll(async () => {
  const owner = await it.signIn()
  const account = { customerId: 1, googleCustomerId: SHOP, name: 'Zapatería' }
  const row = await connectAccount(it, { ...account, userId: owner.userId })
  ads = await adsOfAccount(it.ctx, row)
})

/** Everything that a change may touch, in an order of its own. */
const WATCHED: Record<string, string[]> = {
  campaign: [
    'campaign.resource_name',
    'campaign.status',
    'campaign.bidding_strategy_type',
    'campaign.maximize_conversions.target_cpa_micros',
    'campaign.maximize_conversion_value.target_roas',
    'campaign.target_cpa.target_cpa_micros',
    'campaign_budget.amount_micros',
  ],
  ad_group: ['ad_group.resource_name', 'ad_group.status', 'ad_group.cpc_bid_micros'],
  ad_group_ad: [
    'ad_group_ad.resource_name',
    'ad_group_ad.status',
    'ad_group_ad.ad.responsive_search_ad.headlines',
  ],
  ad_group_criterion: [
    'ad_group.resource_name',
    'ad_group_criterion.type',
    'ad_group_criterion.negative',
    'ad_group_criterion.status',
    'ad_group_criterion.keyword.text',
    'ad_group_criterion.keyword.match_type',
    'ad_group_criterion.cpc_bid_micros',
    'ad_group_criterion.bid_modifier',
    'ad_group_criterion.final_urls',
  ],
  campaign_criterion: [
    'campaign.resource_name',
    'campaign_criterion.type',
    'campaign_criterion.negative',
    'campaign_criterion.keyword.text',
    'campaign_criterion.keyword.match_type',
    'campaign_criterion.bid_modifier',
  ],
  shared_set: ['shared_set.name', 'shared_set.status'],
  shared_criterion: ['shared_criterion.keyword.text', 'shared_set.name'],
  campaign_shared_set: ['campaign.resource_name', 'shared_set.name'],
  campaign_asset: ['campaign_asset.resource_name', 'campaign_asset.status'],
}

/** Names of criteria aside: what is put back gets a new one. Removed ones are history. */
async function picture(): Promise<string[]> {
  const rows: string[] = []
  for (const [from, fields] of Object.entries(WATCHED)) {
    const found = (await ads.search(entitiesQuery({ from, fields, where: [] }))) as Json[]
    for (const row of found) {
      if (['ad_group_criterion', 'campaign_criterion'].includes(from)) {
        const camel = from === 'ad_group_criterion' ? 'adGroupCriterion' : 'campaignCriterion'
        const criterion = row[camel] as Json
        if (criterion.status === 'REMOVED') continue
        delete criterion.resourceName
      }
      if (valueAt(row, 'sharedSet.status') === 'REMOVED') continue
      if (valueAt(row, 'campaignAsset.status') === 'REMOVED') continue
      rows.push(`${from} ${JSON.stringify(row)}`)
    }
  }
  return rows.sort()
}

const first = async (from: string, field: string, where: string[] = []): Promise<string> => {
  const rows = (await ads.search(entitiesQuery({ from, fields: [field], where }))) as Json[]
  const path = field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return String(valueAt(rows[0]!, path))
}

const search = "campaign.advertising_channel_type = 'SEARCH'"
const campaign = (where: string[] = []) =>
  first('campaign', 'campaign.resource_name', [search, "campaign.status = 'ENABLED'", ...where])
const adGroup = () =>
  first('ad_group', 'ad_group.resource_name', [search, "ad_group.status = 'ENABLED'"])
const keyword = (negative = 'FALSE') =>
  first('ad_group_criterion', 'ad_group_criterion.resource_name', [
    "ad_group_criterion.type = 'KEYWORD'",
    `ad_group_criterion.negative = ${negative}`,
    "ad_group_criterion.status = 'ENABLED'",
  ])
const update = (key: string, mask: string, resource: Json): Operation => ({
  [key]: { updateMask: mask, update: resource },
})

const KINDS: Record<string, () => Promise<object[]>> = {
  'pause a keyword': async () => [
    update('adGroupCriterionOperation', 'status', {
      resourceName: await keyword(),
      status: 'PAUSED',
    }),
  ],
  'bid of a keyword': async () => [
    update('adGroupCriterionOperation', 'cpcBidMicros', {
      resourceName: await keyword(),
      cpcBidMicros: '770000',
    }),
  ],
  'remove a keyword': async () => [{ adGroupCriterionOperation: { remove: await keyword() } }],
  'add a keyword and a negative': async () => [
    {
      adGroupCriterionOperation: {
        create: {
          adGroup: await adGroup(),
          status: 'ENABLED',
          keyword: { text: 'botas de agua amarillas', matchType: 'EXACT' },
          cpcBidMicros: '450000',
        },
      },
    },
    {
      campaignCriterionOperation: {
        create: {
          campaign: await campaign(),
          negative: true,
          keyword: { text: 'segunda mano barato', matchType: 'PHRASE' },
        },
      },
    },
  ],
  'remove a negative of a campaign': async () => [
    {
      campaignCriterionOperation: {
        remove: await first('campaign_criterion', 'campaign_criterion.resource_name', [
          "campaign_criterion.type = 'KEYWORD'",
        ]),
      },
    },
  ],
  'a device modifier': async () => [
    update('campaignCriterionOperation', 'bidModifier', {
      resourceName: await first('campaign_criterion', 'campaign_criterion.resource_name', [
        "campaign_criterion.type = 'DEVICE'",
      ]),
      bidModifier: 0.8,
    }),
  ],
  budget: async () => [
    update('campaignBudgetOperation', 'amountMicros', {
      resourceName: await first('campaign_budget', 'campaign_budget.resource_name'),
      amountMicros: '31000000',
    }),
  ],
  'bid and status of an ad group': async () => [
    update('adGroupOperation', 'cpc_bid_micros,status', {
      resourceName: await adGroup(),
      cpcBidMicros: '610000',
      status: 'PAUSED',
    }),
  ],
  'pause an ad': async () => [
    update('adGroupAdOperation', 'status', {
      resourceName: await first('ad_group_ad', 'ad_group_ad.resource_name', [
        "ad_group_ad.status = 'ENABLED'",
      ]),
      status: 'PAUSED',
    }),
  ],
  'target CPA of automatic bidding': async () => [
    update('campaignOperation', 'maximizeConversions.targetCpaMicros', {
      resourceName: await campaign(["campaign.bidding_strategy_type = 'MAXIMIZE_CONVERSIONS'"]),
      maximizeConversions: { targetCpaMicros: '9000000' },
    }),
  ],
  'another bidding strategy': async () => [
    update('campaignOperation', 'maximizeConversionValue.targetRoas', {
      resourceName: await campaign(["campaign.bidding_strategy_type = 'MAXIMIZE_CONVERSIONS'"]),
      maximizeConversionValue: { targetRoas: 4.2 },
    }),
  ],
  'a new list of negatives, linked to a campaign': async () => {
    const sharedSet = `${PREFIX}/sharedSets/-1`
    return [
      {
        sharedSetOperation: {
          create: { resourceName: sharedSet, name: 'Curiosos', type: 'NEGATIVE_KEYWORDS' },
        },
      },
      {
        sharedCriterionOperation: {
          create: { sharedSet, keyword: { text: 'wikipedia', matchType: 'BROAD' } },
        },
      },
      { campaignSharedSetOperation: { create: { campaign: await campaign(), sharedSet } } },
    ]
  },
  'a sitelink': async () => {
    const asset = `${PREFIX}/assets/-2`
    const sitelinkAsset = { linkText: 'Ofertas', description1: 'Todo', description2: 'Rebajado' }
    return [
      {
        assetOperation: {
          create: { resourceName: asset, finalUrls: ['https://x.es/o'], sitelinkAsset },
        },
      },
      {
        campaignAssetOperation: {
          create: { campaign: await campaign(), asset, fieldType: 'SITELINK' },
        },
      },
    ]
  },
}

/** What does not go together: it takes away what others change. */
const ALONE = ['remove a keyword', 'another bidding strategy']
const MIXED = Object.keys(KINDS).filter((kind) => !ALONE.includes(kind))
/** Every kind beside others, in ever other orders. */
const MIXES = [3, 5, 7].map((step) => MIXED.map((_, i) => MIXED[(i * step) % MIXED.length]!))

test.each([...Object.keys(KINDS).map((kind) => [kind]), ...MIXES])(
  '%s: taken back, all is as before',
  async (...kinds) => {
    const lists = await Promise.all([...new Set(kinds)].map((kind) => KINDS[kind]!()))
    await thereAndBack(lists.flat() as Operation[])
  },
)

async function thereAndBack(operations: Operation[]) {
  const before = await picture()
  const targets = operations.map(targetOf)
  const found = await readTargets(ads, targets)
  const { outcomes } = await send(ads, operations)
  expect(outcomes.map(({ message }) => message)).toEqual(operations.map(() => null))
  expect(await picture()).not.toEqual(before)

  const inverses = targets.flatMap((target, i) => {
    const inverse = inverseOf(target, found[i]?.image ?? null, outcomes[i]!.resourceName ?? '')
    return inverse ? [inverse] : []
  })
  const undone = await send(ads, inverses.toReversed())
  expect(undone.outcomes.map(({ message }) => message)).toEqual(inverses.map(() => null))
  expect(await picture()).toEqual(before)
}

test('what was made can be read by its name', async () => {
  const operations = (await KINDS.budget!()) as Operation[]
  const [target] = operations.map(targetOf)
  const [found] = await readTargets(ads, [namedTarget(target!, target!.resourceName!)])
  expect(found?.image.amountMicros).toEqual(expect.stringMatching(/^\d+$/))
  expect(() => isOneOf('campaign.resource_name', ["customers/1/campaigns/2' OR 1 = 1"])).toThrow()
})
