import { type OddAccount, search } from './odd-account.ts'

const ORDERS = [{ name: 'Compra', category: 'PURCHASE', countingType: 'MANY_PER_CLICK' as const }]

const sumsOf = (clicks: number, cost: number, conversions: number) => ({
  ...{ impressions: clicks * 16, clicks, costMicros: cost * 1e6 },
  ...{ conversionsMicros: conversions * 1e6, valueMicros: 0 },
})

/** Who is shown what, and what the words of a search mean. */
export const SOUGHT: OddAccount[] = [
  {
    name: 'the same words once more for those who have been there',
    ...{ called: 'Calzados Lince', rough: 25, goal: 25, actions: ORDERS },
    campaigns: [
      {
        ...{ name: 'Zapatillas', bidding: 'TARGET_CPA', targetCpa: 25, budget: 200 },
        groups: [
          { name: 'Zapatillas', rate: 0.03, clicks: 70 },
          { name: 'Zapatillas volvieron', rate: 0.09, clicks: 30 },
        ].map(({ name, rate, clicks }) => ({
          name,
          keywords: ['zapatillas running', 'zapatillas trail'].map((text) => ({
            ...{ text, match: 'EXACT' as const },
            searches: [search(text, clicks / 2, 0.7, rate, 80)],
          })),
        })),
      },
    ],
    inventory: {
      restrictedAdGroups: [{ campaignId: '1', adGroupId: '12', dimensions: ['AUDIENCE'] }],
      audiences: [
        {
          ...{ campaignId: '1', adGroupId: '12', criterionId: '9', name: 'Visitantes 30 días' },
          ...{ type: 'USER_LIST', sums: sumsOf(2_700, 1_900, 240) },
        },
      ],
    },
    expects: {
      mustNot: [['duplicate-keywords'], ['duplicate-search-terms'], ['keyword-bids']],
      mostCards: 4,
    },
  },
]
