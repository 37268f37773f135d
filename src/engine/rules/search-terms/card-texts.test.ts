import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { AccountSnapshot, ConversionAction } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { numbersMissing, withTerms } from '../../samples/sample-analysis.ts'
import { RULE_NAMES } from '../rules.ts'

const base = sampleAccount()

const action = (id: string, over: Partial<ConversionAction>): ConversionAction => ({
  id,
  name: `Acción ${id}`,
  status: 'ENABLED',
  category: 'PURCHASE',
  primaryForGoal: true,
  ...over,
})

/** Every rule about tracking and search terms has something to say of one of these. */
const accounts: AccountSnapshot[] = [
  withTerms(
    searchTerm('disfraz flamenca', sums(500, 1)),
    searchTerm('sandalia playa', sums(400, 40)),
    searchTerm('sandalia playa', sums(400, 8), { adGroupId: '12' }),
    searchTerm('botín piel señora', sums(90, 14)),
    searchTerm('alpargata cuña', sums(120, 20)),
    ...['botas', 'zuecos', 'crocs', 'tacones', 'suela'].map((word) =>
      searchTerm(`${word} gratis`, sums(90, 0.1)),
    ),
  ),
  withTerms(...Array.from({ length: 130 }, (_, i) => searchTerm(`rareza${i}`, sums(150, 0)))),
  sampleAccount({
    campaigns: [campaign({ sums: sums(30_000, 360) }), campaign({ id: '2', name: 'Botas' })],
    searchTerms: base.searchTerms.map((row) => ({ ...row, matchType: 'EXACT' })),
    keywords: [
      ...base.keywords,
      keyword('zapato rojo', sums(200, 12)),
      keyword('bota', sums(0, 0)),
    ],
    negatives: [
      { scope: 'shared', text: 'rojo', matchType: 'BROAD', criterionId: '1', listId: '2' },
      { scope: 'campaign', campaignId: '1', text: 'bota', matchType: 'PHRASE' },
    ],
    inventory: {
      negativeLists: [],
      changes: [],
      tracking: {
        status: '',
        acceptedCustomerDataTerms: true,
        enhancedConversionsForLeads: false,
        autoTagging: false,
      },
      conversionLags: [
        { bucket: 'LESS_THAN_ONE_DAY', conversionsMicros: 80 * MICROS },
        { bucket: 'TWENTY_ONE_TO_THIRTY_DAYS', conversionsMicros: 20 * MICROS },
      ],
      conversionDays: base.accountDays.slice(0, 90).flatMap(({ day }, i) =>
        ['1', '2', '3'].map((actionId) => ({
          actionId,
          day,
          conversionsMicros: (actionId === '3' && i > 70 ? 0 : 6 + (i % 7)) * MICROS,
          valueMicros: 0,
        })),
      ),
    },
    conversionActions: [
      action('1', { attributionModel: 'GOOGLE_ADS_LAST_CLICK', clickLookbackDays: 30 }),
      action('2', { countingType: 'ONE_PER_CLICK' }),
      action('3', { category: 'PAGE_VIEW' }),
      ...['4', '5', '6'].map((id) => action(id, { category: 'CONTACT' })),
    ],
  }),
]

const OWN = new Set<string>(RULE_NAMES.slice(0, 13))
const own = accounts
  .flatMap((account) => analyseAccount(account).recommendations)
  .filter(({ rule }) => OWN.has(rule))

test('all thirteen are heard', () => {
  expect(new Set(own.map(({ rule }) => rule))).toEqual(OWN)
})

test('every number in the texts is on the card', () => {
  for (const one of own) expect(numbersMissing(one), one.title).toEqual([])
})

test('every card has its test, its doubts and its rows, and no sentence breaks off', () => {
  for (const { title, description, whyNow, evidence } of own) {
    expect(evidence.test.sentence.endsWith('.'), title).toBe(true)
    expect(evidence.counterEvidence.length, title).toBeGreaterThan(0)
    expect(evidence.table.rows.length, title).toBeGreaterThan(0)
    expect(description.endsWith('.') && whyNow.endsWith('.'), title).toBe(true)
    expect(title + description + whyNow, title).not.toMatch(/—|undefined|NaN|\s{2}/)
    expect(title.length, title).toBeLessThanOrEqual(140)
  }
})

test('what measures nothing in euros promises none', () => {
  const silent = [
    'negative-lists',
    'hidden-search-terms',
    'term-breadth',
    ...RULE_NAMES.slice(0, 5),
  ]
  for (const { rule, evidence, expectedValueMicros } of own) {
    if (!silent.includes(rule)) continue
    expect([rule, evidence.forecast, expectedValueMicros]).toEqual([rule, null, 0])
  }
})

test('what Google hides is doubted only where it hides any', () => {
  const doubts = (costMicros: number) =>
    accounts
      .slice(0, 1)
      .flatMap((account) => {
        const hiddenSearchTerms = { clicks: 1, costMicros, conversionsMicros: 0 } as never
        return analyseAccount({ ...account, hiddenSearchTerms }).recommendations
      })
      .flatMap(({ evidence }) => evidence.counterEvidence)
      .join(' ')
  expect(doubts(500 * MICROS)).toContain('Google solo muestra las búsquedas')
  expect(doubts(0)).not.toContain('Google solo muestra las búsquedas')
})
