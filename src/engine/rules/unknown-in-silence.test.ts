import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import type { AccountInventory } from '../account/inventory.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../samples/sample-account.ts'
import { found, reasonOf } from '../samples/sample-analysis.ts'
import { equippedAccount, maxCampaign } from '../samples/sample-inventory.ts'
import type { RuleName } from './rules.ts'

// What was not read is not said to be well: each rule that is silent tells how far it looked.

const LISTS = [{ id: '1', name: 'Negativas', memberCount: 40, campaignIds: ['1'] }]
const LOOKED_AT = {
  campaignId: '1',
  at: '2026-11-20 10:00:00',
  resourceType: 'CAMPAIGN_CRITERION',
  operation: 'CREATE' as const,
  clientType: 'GOOGLE_ADS_WEB_CLIENT',
  changedFields: [],
}
const whole = () => equippedAccount({ negativeLists: LISTS, changes: [LOOKED_AT] })

const without = (...parts: (keyof AccountInventory)[]) => {
  const account = whole()
  const known = Object.entries(account.inventory!).filter(
    ([part]) => !parts.includes(part as keyof AccountInventory),
  )
  return { ...account, inventory: Object.fromEntries(known) as AccountInventory }
}

test('an account without search campaigns lacks searches, not conversions, and has no brand parted from them', () => {
  const account = sampleAccount({
    campaigns: [campaign({ channelType: 'PERFORMANCE_MAX', sums: sums(90_000, 3_600) })],
    adGroups: [],
    keywords: [],
    searchTerms: [],
  })
  for (const rule of ['converting-terms', 'duplicate-search-terms', 'term-breadth'] as const)
    expect(reasonOf(account, rule)).toMatch(/^Ninguna campaña activa tiene términos de búsqueda/)
  expect(reasonOf(account, 'brand-mix')).toMatch(/no consta ninguna campaña de marca/)
})

test('few conversions in what is compared are not few in the account', () => {
  const searchTerms = [searchTerm('zapatos', sums(60, 3))]
  const reason = (conversions: number) =>
    reasonOf(
      sampleAccount({ campaigns: [campaign({ sums: sums(9_000, conversions) })], searchTerms }),
      'converting-terms',
    )
  expect(reason(360)).toMatch(/normal en lo que aquí se compara/)
  expect(reason(3)).toMatch(/normal en esta cuenta/)
})

test('searches of an account of three days have not been left alone for a month', () => {
  const young = { from: '2026-11-17', to: '2026-11-19', isComplete: true }
  const account = equippedAccount({ changes: [], negativeLists: [] })
  const covered = { ...account, coverage: { campaign: young, searchTerm: young } }
  expect(found(account, 'negative-lists').map(({ title }) => title)[0]).toContain('30 días')
  expect(found(covered, 'negative-lists')).toEqual([])
})

test.each<[RuleName, (keyof AccountInventory)[], RegExp, RegExp]>([
  [
    'automatic-changes',
    ['campaignSettings'],
    /no consta cómo reparten/,
    /ninguna campaña reparte los anuncios por turnos/,
  ],
  [
    'unreviewed-automation',
    ['campaignSettings'],
    /no consta si alguna campaña deja/i,
    /Ninguna campaña deja/,
  ],
  [
    'unreviewed-automation',
    ['keywordlessTerms'],
    /no constan las búsquedas que añade AI Max/i,
    /no son claramente más caras/,
  ],
  ['performance-max-setup', ['assetGroups'], /no consta/, /recursos y señales suficientes/],
  ['audience-setup', ['campaignSettings'], /no consta si alguna/, /Ninguna campaña de búsqueda/],
  [
    'negative-lists',
    ['negativeLists'],
    /no consta si las negativas/i,
    /Las negativas se comparten/,
  ],
])('%s without %s', (rule, parts, said, notSaid) => {
  expect(reasonOf(whole(), rule)).toMatch(notSaid)
  const reason = reasonOf(without(...parts), rule)
  expect(reason).toMatch(said)
  expect(reason).not.toMatch(notSaid)
})

test('pages without a speed are not said to be fast', () => {
  const account = equippedAccount()
  const landingPages = account.inventory!.landingPages!.map(({ speedScore: _, ...page }) => page)
  expect(reasonOf(account, 'landing-pages')).toContain('Ninguna página va lenta')
  const reason = reasonOf(equippedAccount({ landingPages }), 'landing-pages')
  expect(reason).toContain('De lo rápidas que son no consta nada')
})

test('what rests on conversions is not judged while none is counted', () => {
  const none = { sums: sums(9_000, 0) }
  const campaigns = [
    campaign({ biddingStrategyType: 'MANUAL_CPC', ...none }),
    maxCampaign({ sums: sums(5_000, 0) }),
  ]
  const silent = equippedAccount({}, { campaigns, keywords: [], searchTerms: [] })
  expect(reasonOf(silent, 'landing-pages')).toContain('No consta ninguna conversión')
  expect(reasonOf(silent, 'audience-setup')).toContain('No consta ninguna conversión')
  expect(found(silent, 'performance-max-setup')).toEqual([])
  expect(reasonOf(silent, 'performance-max-setup')).toContain('No consta ninguna conversión')
})

test('impressions are not said to be won where Google gives no share of them', () => {
  const { impressionShare: _, ...unknown } = campaign()
  const account = sampleAccount({ campaigns: [unknown] })
  for (const rule of ['limited-budgets', 'lost-to-rank'] as const) {
    expect(reasonOf(sampleAccount(), rule)).toMatch(/^Ninguna campaña activa/)
    expect(reasonOf(account, rule)).toContain('No consta qué parte de sus impresiones')
  }
})

test('keywords are not said to be shown after a few days', () => {
  const { window, ...account } = sampleAccount()
  const keywords = [
    ...account.keywords,
    ...Array.from({ length: 20 }, (_, i) => keyword(`plantillas ${i}`, sums(0, 0))),
  ]
  const from = addDays(window.to, -13)
  const young = sampleAccount({ keywords, window: { ...window, from } })
  expect(reasonOf(young, 'silent-keywords')).toContain('cuando haya 30 días')
  expect(found(sampleAccount({ keywords }), 'silent-keywords')).toHaveLength(1)
})

test('enhanced conversions are not said to be on where only their terms are accepted', () => {
  const tracking = {
    status: 'CONVERSION_TRACKING_MANAGED_BY_SELF',
    autoTagging: true,
    acceptedCustomerDataTerms: true,
    enhancedConversionsForLeads: false,
  }
  const reason = reasonOf(equippedAccount({ tracking }), 'tracking-settings')
  expect(reason).not.toContain('conversiones mejoradas están activad')
  expect(reason).toContain('modo de consentimiento')
})
