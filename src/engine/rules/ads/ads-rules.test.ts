import { describe, expect, test } from 'vitest'
import type { AccountInventory, LandingPage } from '../../account/inventory.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { reasonOf } from '../../samples/sample-analysis.ts'
import { ad, equippedAccount, healthyInventory, settings } from '../../samples/sample-inventory.ts'
import type { RuleName } from '../rules.ts'

const found = (rule: RuleName, inventory: Partial<AccountInventory>, over = {}) =>
  analyseAccount(equippedAccount(inventory, over)).recommendations.filter((r) => r.rule === rule)
describe('ad-strength', () => {
  const rule = 'ad-strength'

  test('fires below 60 % of impressions with good ads, never high, never with an amount', () => {
    const weak = (clicks: number) => [
      ad({ strength: 'POOR', sums: sums(clicks, 1) }),
      ad({ adId: '902', sums: sums(1_000, 40) }),
    ]
    expect(found(rule, { ads: weak(600) })).toEqual([])
    const [one] = found(rule, { ads: weak(700) })
    expect([one!.priority, one!.evidence.forecast]).toEqual(['low', null])
    expect(one!.category).toBe('ads')
  })

  test('an unrated ad is judged by its texts, and the card says what is missing', () => {
    const short = ad({
      strength: 'PENDING',
      headlines: [{ text: 'Uno', pinnedField: 'HEADLINE_1' }],
    })
    const [one] = found(rule, { ads: [short] })
    expect(one!.evidence.table.rows[0]!.lacks).toBe('más títulos y menos títulos fijados')
    expect(found(rule, { ads: [ad({ strength: 'PENDING' })] })).toEqual([])
  })

  test('a group with only old text ads needs a responsive one; paused ads do not count', () => {
    const ads = [ad({ type: 'EXPANDED_TEXT_AD' }), ad({ adId: '902', status: 'PAUSED' })]
    expect(found(rule, { ads }).map(({ priority }) => priority)).toEqual(['low'])
  })

  test('a group that never had an ad has no clicks either, and is told', () => {
    const base = equippedAccount()
    const bare = { ...base.adGroups[0]!, id: '99', name: 'Cordones' }
    const never = keyword('cordones', sums(0, 0), { adGroupId: '99' })
    const over = { adGroups: [...base.adGroups, bare], keywords: [...base.keywords, never] }
    const [one] = found(rule, {}, over)
    expect(one!.title).toContain('1 grupo sin ninguno')
    expect(one!.description).toContain('no salen en ninguna búsqueda')
    expect(one!.evidence.table.rows[0]!.adGroup).toBe('Cordones')
    expect(one!.priority).toBe('medium')
    const refused = ad({ adId: '990', adGroupId: '99', approvalStatus: 'DISAPPROVED' })
    // Its card tells that no ad of the group is left.
    expect(found(rule, { ads: [...healthyInventory().ads!, refused] }, over)).toEqual([])
  })
})

describe('disapproved-ads', () => {
  const rule = 'disapproved-ads'
  const rejected = { approvalStatus: 'DISAPPROVED', policyTopics: ['DESTINATION_NOT_WORKING'] }

  test('a group without any other ad is urgent, with one it is not', () => {
    const [silent] = found(rule, { ads: [ad(rejected)] })
    const [covered] = found(rule, { ads: [ad(rejected), ad({ adId: '902' })] })
    expect([silent!.priority, covered!.priority]).toEqual(['high', 'medium'])
    expect(silent!.title).toMatch(/lo ha rechazado, y «.+» se queda sin anuncios$/)
    expect(silent!.description).toMatch(/no puede salir en ninguna búsqueda: con ese anuncio trajo/)
    expect(unsupportedNumbers(silent!)).toEqual([])
    expect(silent!.estimatedImpact).toContain('todo lo que estos grupos traerían')
    expect(covered!.title).toMatch(/lo ha rechazado$/)
    expect(covered!.estimatedImpact).toContain('qué otros anuncios lo sustituyan')
    expect(silent!.evidence.table.rows[0]!.topics).toBe('la página no funciona')
    expect(silent!.fingerprint).toBe(covered!.fingerprint)
  })

  test('limited ads and plain http are minor; paused ones are nothing', () => {
    const limited = found(rule, { ads: [ad({ approvalStatus: 'APPROVED_LIMITED' })] })
    const wine = { approvalStatus: 'APPROVED_LIMITED', policyTopics: ['ALCOHOL'] }
    expect(found(rule, { ads: [ad(wine)] })).toEqual([])
    expect(reasonOf(equippedAccount({ ads: [ad(wine)] }), rule)).toContain('por lo que se vende')
    const also = { ...wine, policyTopics: ['ALCOHOL', 'TRADEMARK'] }
    expect(found(rule, { ads: [ad(also)] })).toHaveLength(1)
    const insecure = found(rule, { ads: [ad({ finalUrls: ['http://lumbre.example/a'] })] })
    expect([...limited, ...insecure].map(({ priority }) => priority)).toEqual(['low', 'low'])
    expect(insecure[0]!.description).toContain('hay 1 anuncio que lleva a una')
    expect(found(rule, { ads: [ad({ ...rejected, status: 'PAUSED' })] })).toEqual([])
  })
})

describe('missing-assets', () => {
  const rule = 'missing-assets'
  const assets = healthyInventory().assets!
  const moved = (scope: 'campaign' | 'ad_group', scopeId: string) =>
    assets.map((link) => (link.fieldType === 'SITELINK' ? { ...link, scope, scopeId } : link))

  test('an ad that is a telephone number shows none', () => {
    const calls = { ads: [ad({ type: 'CALL_AD' }), ad({ adId: '902', type: 'CALL_AD' })] }
    expect(found(rule, { assets: [] })).not.toEqual([])
    expect(found(rule, { assets: [], ...calls })).toEqual([])
    const mixed = [...calls.ads, ad({ adId: '903' })]
    expect(found(rule, { assets: [], ads: mixed })).not.toEqual([])
  })

  test('what is inherited from the account, the campaign or in the group counts', () => {
    expect(found(rule, { assets: moved('campaign', '1') })).toEqual([])
    expect(found(rule, { assets: moved('ad_group', '11') })).toEqual([])
    const titles = found(rule, { assets: moved('ad_group', '12') }).map(({ title }) => title)
    expect(titles).toEqual(['Añade enlaces de sitio a 1 campaña de búsqueda'])
  })

  test('who counts calls as sales lacks a telephone number beside the ad', () => {
    const action = { id: '5', name: 'Llamadas', status: 'ENABLED' as const, primaryForGoal: true }
    const titles = (category: string, more: typeof assets = []) => {
      const over = { conversionActions: [{ ...action, category }] }
      return found(rule, { assets: [...assets, ...more] }, over).map(({ title }) => title)
    }
    expect(titles('PHONE_CALL_LEAD')).toEqual(['Añade números de teléfono a 1 campaña de búsqueda'])
    const call = { ...assets[0]!, assetId: 'c', fieldType: 'CALL', scope: 'account', scopeId: '' }
    expect(titles('PHONE_CALL_LEAD', [call as (typeof assets)[number]])).toEqual([])
    expect(titles('PURCHASE')).toEqual([])
  })

  test('the same asset twice is one asset', () => {
    const three = assets.filter(({ assetId }) => assetId !== 'CALLOUT3')
    const again = {
      ...three.find(({ assetId }) => assetId === 'CALLOUT0')!,
      scope: 'campaign' as const,
      scopeId: '1',
    }
    expect(found(rule, { assets: [...three, again] })).toHaveLength(1)
  })
})

describe('automatic-changes', () => {
  const rule = 'automatic-changes'
  const autoApply = [{ id: '1~KEYWORD', type: 'KEYWORD', status: 'ENABLED' }]
  const change = {
    at: '2026-11-10 09:00:00',
    clientType: 'GOOGLE_ADS_RECOMMENDATIONS_SUBSCRIPTION',
    resourceType: 'CAMPAIGN_BUDGET',
    operation: 'UPDATE' as const,
    changedFields: ['amountMicros'],
    campaignId: '1',
    beforeMicros: 50_000_000,
    afterMicros: 80_000_000,
  }

  test('what Google already changed by itself raises it, and is told in money', () => {
    const [idle] = found(rule, { autoApply })
    const [busy] = found(rule, { autoApply, changes: [change] })
    expect([idle!.priority, busy!.priority]).toEqual(['low', 'low'])
    expect(busy!.description).toContain('30,00')
    expect(busy!.evidence.change!.operations).toEqual([
      {
        recommendationSubscriptionOperation: {
          updateMask: 'status',
          update: {
            resourceName: 'customers/{customerId}/recommendationSubscriptions/1~KEYWORD',
            status: 'PAUSED',
          },
        },
      },
    ])
    const byHand = { ...change, clientType: 'GOOGLE_ADS_WEB_CLIENT' }
    expect(found(rule, { autoApply, changes: [byHand] })[0]!.priority).toBe('low')
  })

  test('rotation matters with two ads, and not under smart bidding', () => {
    const campaignSettings = [settings({ adRotation: 'ROTATE_INDEFINITELY' })]
    expect(found(rule, { campaignSettings })).toHaveLength(1)
    expect(found(rule, { campaignSettings, ads: [ad()] })).toEqual([])
    expect(found(rule, { campaignSettings }, { campaigns: [campaign()] })).toEqual([])
  })
})

describe('landing-pages', () => {
  const rule = 'landing-pages'
  const page = (url: string, clicks: number, conversions: number, over = {}): LandingPage => ({
    url: `https://lumbre.example/${url}`,
    campaignId: '1',
    adGroupId: '11',
    device: 'MOBILE',
    speedScore: 9,
    mobileFriendlyShare: 1,
    sums: sums(clicks, conversions),
    ...over,
  })

  test('a page that converts worse than its peers, more surely with more clicks', () => {
    const pair = (scale: number) => [
      page('a', 3_000 * scale, 150 * scale),
      page('b', 3_000 * scale, 60 * scale),
    ]
    const [less] = found(rule, { landingPages: pair(1) })
    const [more] = found(rule, { landingPages: pair(3) })
    expect(less!.title).toContain('https://lumbre.example/b')
    expect(less!.category).toBe('landing-pages')
    expect(more!.probability).toBeGreaterThanOrEqual(less!.probability)
    expect(more!.expectedValueMicros).toBeGreaterThan(less!.expectedValueMicros)
    expect(found(rule, { landingPages: pair(0.05) })).toEqual([])
  })

  test('where other pages of the account are far apart, a gap is believed sooner', () => {
    const doubtful = [page('a', 5_000, 286), page('b', 5_000, 204)]
    const others = (conversions: number) =>
      ['12', '13', '14'].flatMap((adGroupId) => [
        page(`${adGroupId}/a`, 3_000, 220, { adGroupId }),
        page(`${adGroupId}/b`, 3_000, conversions, { adGroupId }),
      ])
    const titles = (conversions: number) =>
      found(rule, { landingPages: [...doubtful, ...others(conversions)] })
        .map(({ title }) => title)
        .filter((title) => title.includes('https://lumbre.example/b:'))
    expect(titles(90)).toHaveLength(1)
    expect(titles(220)).toEqual([])
  })

  test('the range knows that a page looks bad where its peers were lucky', () => {
    const [one] = found(rule, { landingPages: [page('a', 3_000, 150), page('b', 3_000, 60)] })
    const { monthlyLowMicros, monthlyMidMicros, monthlyHighMicros } = one!.evidence.forecast!
    // 210 (1 − odds) / (1 + odds) with ln odds N(−.75, .136²), and 210 a Poisson count: sd 13.4 about 75.7
    const width = (monthlyHighMicros - monthlyLowMicros) / monthlyMidMicros
    expect(width).toBeCloseTo((2.56 * 13.4) / 75.7, 1)
    expect(width).toBeGreaterThan(0.41)
  })

  test('a page without any conversion has a ratio too', () => {
    const landingPages = [page('a', 3_000, 150), page('b', 2_000, 0)]
    expect(found(rule, { landingPages })).toHaveLength(1)
  })

  test('worse only because its groups or devices are worse is no fault of the page', () => {
    const landingPages = [
      page('a', 3_000, 240, { device: 'DESKTOP' }),
      page('b', 300, 24, { device: 'DESKTOP' }),
      page('a', 300, 6),
      page('b', 3_000, 60),
    ]
    expect(found(rule, { landingPages })).toEqual([])
  })

  test('slow pages and pages that do not fit a phone, from 200 clicks', () => {
    const slow = (clicks: number) => [
      page('a', 3_000, 120),
      page('b', clicks, clicks / 25, { speedScore: 3 }),
    ]
    expect(found(rule, { landingPages: slow(150) })).toEqual([])
    expect(found(rule, { landingPages: slow(300) })[0]!.priority).toBe('low')
    const landingPages = [page('a', 300, 12, { mobileFriendlyShare: 0.4 })]
    expect(found(rule, { landingPages })[0]!.title).toContain('al móvil')
  })
})

describe('homepage-landing', () => {
  const rule = 'homepage-landing'
  const home = (url: string) => [ad({ finalUrls: [url] })]
  const others = equippedAccount().keywords.map((one) => ({ ...one, adGroupId: '12' }))
  const brand = keyword('calzados lumbre', sums(400, 16))
  const keywords = [keyword('botines piel', sums(400, 16)), brand, ...others]
  const elsewhere = (url: string, adGroupId = '12') => ({
    ...healthyInventory().landingPages![0]!,
    ...{ url, adGroupId },
  })
  const landingPages = [elsewhere('https://lumbre.example/mujer/botines-de-piel?ref=x')]

  test('specific keywords on the home page, with the page that fits them', () => {
    const urls = [
      'https://lumbre.example',
      'https://www.lumbre.example/es/',
      'https://lumbre.example/index.html',
    ]
    for (const url of urls) {
      const [one] = found(rule, { ads: home(url), landingPages }, { keywords })
      expect(one!.evidence.table.rows[0], url).toMatchObject({
        keyword: 'botines piel',
        better: 'https://lumbre.example/mujer/botines-de-piel?ref=x',
        clicks: 400,
      })
      expect(one!.priority).toBe('low')
    }
  })

  test('not where keywords have addresses of their own, which are used instead of the ad’s', () => {
    const visited = (...urls: string[]) => {
      const own = urls.map((url) => elsewhere(url, '11'))
      const ads = home('https://lumbre.example/')
      return found(rule, { ads, landingPages: [...landingPages, ...own] }, { keywords }).length
    }
    expect(visited('https://lumbre.example/botines/piel-negra')).toBe(0)
    expect(visited('https://lumbre.example/')).toBe(1)
    expect(visited('https://lumbre.example/?gclid=x', 'https://lumbre.example/botines')).toBe(1)
  })

  test('not for brand words, other pages, few clicks, or a site without other pages', () => {
    const rest = { ads: home('https://lumbre.example/'), landingPages }
    expect(found(rule, rest, { keywords: [brand, ...others] })).toEqual([])
    expect(
      found(rule, { ...rest, ads: home('https://lumbre.example/tienda') }, { keywords }),
    ).toEqual([])
    expect(found(rule, rest, { keywords: [keyword('botines piel', sums(20, 1))] })).toEqual([])
    expect(found(rule, { ...rest, landingPages: [] }, { keywords })).toEqual([])
    const strange = [
      elsewhere('{lpurl}?x=%E0%A4%A'),
      elsewhere('https://otra.example/botines/piel'),
    ]
    expect(found(rule, { ...rest, landingPages: strange }, { keywords })).toEqual([])
  })

  test('what every site has beside is no other page, nor is a single one about something else', () => {
    const told = (...paths: string[]) => {
      const pages = paths.map((path) => elsewhere(`https://lumbre.example/${path}`))
      const ads = home('https://lumbre.example/')
      return found(rule, { ads, landingPages: pages }, { keywords }).length
    }
    expect(told('contacto', 'aviso-legal', 'politica-de-privacidad', 'gracias.html')).toBe(0)
    expect(told('equipo')).toBe(0)
    expect(told('equipo', 'tienda')).toBe(1)
    expect(told('botines')).toBe(1)
  })
})

describe('unreviewed-automation', () => {
  const rule = 'unreviewed-automation'
  const added = (clicks: number, conversions: number) => ({
    keywordlessTerms: [
      {
        term: 'disfraz flamenca',
        campaignId: '1',
        source: 'AI_MAX_KEYWORDLESS',
        sums: sums(clicks, conversions),
      },
    ],
  })

  test('what its searches cost is saved by one card', () => {
    const searchTerms = [
      ...sampleAccount().searchTerms,
      searchTerm('disfraz flamenca', sums(900, 2)),
    ]
    const { recommendations } = analyseAccount(equippedAccount(added(900, 2), { searchTerms }))
    const saving = [rule, 'wasted-search-terms']
    expect(recommendations.filter((one) => saving.includes(one.rule))).toHaveLength(1)
  })

  test('AI Max is switched off where its searches do not pay', () => {
    const [one] = found(rule, added(900, 2))
    expect(one!.evidence.change!.operations[0]!.campaignOperation).toEqual({
      updateMask: 'aiMaxSetting.enableAiMax',
      update: {
        resourceName: 'customers/{customerId}/campaigns/1',
        aiMaxSetting: { enableAiMax: false },
      },
    })
    expect(found(rule, added(900, 36))).toEqual([])
    // What a negative stops by now is saved already.
    const negative = { scope: 'campaign' as const, campaignId: '1', matchType: 'EXACT' as const }
    const stopped = (text: string) =>
      found(rule, added(900, 2), { negatives: [{ ...negative, text }] }).length
    expect([stopped('disfraz flamenca'), stopped('disfraz')]).toEqual([0, 1])
    expect(found(rule, added(40, 0))).toEqual([])
    const own = added(900, 2).keywordlessTerms.map((term) => ({
      ...term,
      source: 'DYNAMIC_SEARCH_ADS',
    }))
    expect(found(rule, { keywordlessTerms: own })).toEqual([])
  })

  test('once it is off, what it brought within the window is not switched off again', () => {
    const at = (aiMaxEnabled: boolean) => [settings({ aiMaxEnabled })]
    expect(found(rule, { ...added(900, 2), campaignSettings: at(true) })).toHaveLength(1)
    expect(found(rule, { ...added(900, 2), campaignSettings: at(false) })).toEqual([])
  })

  test('texts and pages that Google chooses are mentioned until somebody touches the setting', () => {
    const campaignSettings = [settings({ automations: ['TEXT_ASSET_AUTOMATION'] })]
    expect(found(rule, { campaignSettings }).map(({ priority }) => priority)).toEqual(['low'])
    const changes = [
      {
        at: '2026-11-10 09:00:00',
        clientType: 'GOOGLE_ADS_WEB_CLIENT',
        resourceType: 'CAMPAIGN',
        operation: 'UPDATE' as const,
        changedFields: ['assetAutomationSettings'],
        campaignId: '1',
      },
    ]
    expect(found(rule, { campaignSettings, changes })).toEqual([])
  })
})
