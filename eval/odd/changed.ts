import { adOf, changed, group, type OddAccount, search } from './odd-account.ts'

const settings = (campaignId: string, startedOn: string) => ({
  ...{ campaignId, startedOn, primaryStatusReasons: [], automations: [], restrictedDimensions: [] },
})

/** Where something was changed or begun lately, or is limited for what it is. */
export const CHANGED: OddAccount[] = [
  {
    name: 'a web that sells twice as well since three weeks',
    ...{ called: 'Toldos Levante', rough: 25, goal: 35 },
    actions: [{ name: 'Formulario', category: 'SUBMIT_LEAD_FORM' }],
    campaigns: [
      {
        ...{ name: 'Toldos', bidding: 'MANUAL_CPC', budget: 120 },
        when: (ago) => (ago <= 21 ? { rate: 2 } : {}),
        groups: [
          group(
            'toldos',
            ['terraza', 'precio', 'a medida'],
            { clicks: 70, cpc: 1.05, rate: 0.021 },
            1.15,
          ),
          group(
            'pérgolas',
            ['bioclimáticas', 'madera'],
            { clicks: 40, cpc: 1.1, rate: 0.022 },
            1.2,
          ),
        ],
      },
    ],
    expects: { mustNot: [['wasted-search-terms'], ['keyword-bids', /Baja/], ['idle-keywords']] },
  },
  {
    name: 'a summer that ended seven weeks ago, never paused',
    ...{ called: 'Cestas Nadal', rough: 25 },
    campaigns: [
      {
        ...{ name: 'Verano', bidding: 'MAXIMIZE_CONVERSIONS', budget: 80 },
        when: (ago) => (ago > 50 ? {} : { clicks: 0 }),
        groups: [
          group('cestas verano', ['empresa', 'regalo'], {
            ...{ clicks: 50, cpc: 0.7, rate: 0.004, value: 60 },
          }),
        ],
      },
      {
        ...{ name: 'Navidad', bidding: 'MAXIMIZE_CONVERSIONS', budget: 150, startedDaysAgo: 25 },
        groups: [
          group('cestas navidad', ['empresa', 'gourmet', 'baratas'], {
            ...{ clicks: 120, cpc: 0.8, rate: 0.03, value: 90 },
          }),
        ],
      },
    ],
    expects: { mustNot: [['low-roas|dear-keywords|wasted-search-terms|idle-keywords', /verano/i]] },
  },
  {
    name: 'another way of bidding for five days',
    called: 'Mudanzas Trébol',
    campaigns: [
      {
        ...{ name: 'Mudanzas', bidding: 'MAXIMIZE_CONVERSIONS', budget: 120 },
        when: (ago) => (ago <= 5 ? { cpc: 1.6, rate: 0.55 } : {}),
        groups: [
          group('mudanzas', ['madrid', 'precio', 'baratas'], { clicks: 40, cpc: 2.5, rate: 0.08 }),
        ],
      },
    ],
    inventory: { changes: [changed('2026-11-15', 'bidding_strategy_type')] },
    expects: {
      must: [['too-many-changes', /su estrategia de puja cambió/]],
      mustNot: [['conversion-tracking'], ['bid-targets']],
    },
  },
  {
    name: 'a budget raised fourfold last week',
    called: 'Flores Jacinta',
    campaigns: [
      {
        ...{ name: 'Ramos', bidding: 'MAXIMIZE_CONVERSIONS', budget: 120 },
        when: (ago) => (ago <= 7 ? { clicks: 3, rate: 0.6, lost: 0.02 } : { lost: 0.6 }),
        groups: [
          group('enviar flores', ['hoy', 'baratas', 'rosas'], { clicks: 40, cpc: 0.8, rate: 0.05 }),
        ],
      },
    ],
    inventory: {
      changes: [changed('2026-11-13', 'amount_micros', { beforeMicros: 30e6, afterMicros: 120e6 })],
    },
    expects: {
      must: [['too-many-changes', /el presupuesto subió/]],
      mustNot: [['limited-budgets'], ['conversion-tracking']],
    },
  },
  {
    // Since then four in ten clicks are left, at a return of 4.4.
    name: 'a target ROAS doubled four weeks ago',
    ...{ called: 'Cosmética Néroli', rough: 25 },
    actions: [{ name: 'Compra', category: 'PURCHASE', countingType: 'MANY_PER_CLICK' }],
    campaigns: [
      {
        ...{ name: 'Serum', bidding: 'TARGET_ROAS', targetRoas: 6, budget: 220 },
        when: (ago) => (ago <= 28 ? { clicks: 0.4, cpc: 0.85, rate: 1.15 } : {}),
        groups: [
          group('serum facial', ['vitamina c', 'retinol', 'antiedad'], {
            ...{ clicks: 200, cpc: 0.6, rate: 0.036, value: 55 },
          }),
          group('crema hidratante', ['piel seca', 'noche'], {
            ...{ clicks: 90, cpc: 0.55, rate: 0.032, value: 50 },
          }),
        ],
      },
    ],
    inventory: {
      changes: [
        changed('2026-10-23', 'target_roas.target_roas', { beforeMicros: 3e6, afterMicros: 6e6 }),
      ],
    },
    expects: {
      must: [['bid-targets', /Desde que le pides más a «Serum»/]],
      mustNot: [
        ['bid-targets', /no se alcanza/],
        ['conversion-tracking'],
        ['wasted-search-terms'],
        ['low-roas'],
      ],
      mostCards: 5,
    },
  },
  {
    name: 'Performance Max of three days',
    called: 'Piensos Canela',
    campaigns: [
      {
        ...{
          name: 'PMax | Lanzamiento',
          channel: 'PERFORMANCE_MAX',
          bidding: 'MAXIMIZE_CONVERSION_VALUE',
          budget: 100,
          startedDaysAgo: 5,
        },
        groups: [{ name: 'Todo', searches: [search('', 200, 0.45, 0.002, 44)] }],
      },
      {
        ...{ name: 'Pienso', bidding: 'TARGET_ROAS', targetRoas: 3, budget: 90 },
        groups: [
          group('pienso perro', ['', 'barato', 'cachorro'], {
            clicks: 90,
            cpc: 0.45,
            rate: 0.035,
            value: 47,
          }),
        ],
      },
    ],
    inventory: {
      campaignSettings: [settings('1', '2026-11-15'), settings('2', '2024-01-10')],
      assetGroups: [],
    },
    expects: {
      mustNot: [
        ['performance-max-setup', /pocas conversiones/],
        ['campaigns-without-return'],
        ['low-roas', /Lanzamiento/],
        ['budget-shift'],
      ],
    },
  },
  {
    name: 'money that a card moved to the better campaign yesterday',
    ...{ called: 'Casa Lirio', rough: 25 },
    actions: [{ name: 'Compra', category: 'PURCHASE', countingType: 'MANY_PER_CLICK' }],
    campaigns: [
      {
        ...{ name: 'Lámparas', bidding: 'MAXIMIZE_CONVERSION_VALUE', budget: 56, lost: 0.15 },
        groups: [
          group('lámparas', ['techo', 'pie'], { clicks: 90, cpc: 0.85, rate: 0.02, value: 20 }),
        ],
      },
      {
        ...{ name: 'Sofás', bidding: 'MAXIMIZE_CONVERSION_VALUE', budget: 113, lost: 0.3 },
        groups: [
          group('sofás', ['cama', 'piel'], { clicks: 100, cpc: 0.85, rate: 0.02, value: 250 }),
        ],
      },
    ],
    inventory: {
      changes: [
        changed('2026-11-19', 'amount_micros', {
          ...{ isOfCard: true, beforeMicros: 80e6, afterMicros: 56e6 },
        }),
        changed('2026-11-19', 'amount_micros', {
          ...{ campaignId: '2', isOfCard: true, beforeMicros: 90e6, afterMicros: 113e6 },
        }),
      ],
    },
    expects: {
      mustNot: [
        ['limited-budgets'],
        ['budget-shift'],
        ['low-roas|campaigns-without-return', /presupuesto/],
        ['too-many-changes'],
      ],
      says: [/se vea? qué ha dado/],
    },
  },
  {
    name: 'bids lowered by hand three days ago',
    ...{ called: 'Toldos Poniente', rough: 25, goal: 35 },
    actions: [{ name: 'Formulario', category: 'SUBMIT_LEAD_FORM' }],
    campaigns: [
      {
        ...{ name: 'Toldos', bidding: 'MANUAL_CPC', budget: 200 },
        groups: [
          {
            ...{ name: 'toldos', bid: 0.8 },
            keywords: [
              {
                ...{ text: 'toldos', match: 'EXACT' },
                searches: [search('toldos', 60, 1.05, 0.02)],
              },
            ],
          },
          group('pérgolas', ['madera', 'aluminio'], { clicks: 40, cpc: 1, rate: 0.045 }, 1.2),
        ],
      },
    ],
    inventory: {
      changes: [
        changed('2026-11-17', 'cpc_bid_micros', {
          ...{ resourceType: 'AD_GROUP_CRITERION', adGroupId: '11', criterionId: '1' },
        }),
      ],
    },
    expects: { mustNot: [['keyword-bids', /«toldos»/]] },
  },
  {
    name: 'ads limited for what is sold',
    called: 'Destilería Ánima',
    campaigns: [
      {
        ...{ name: 'Ginebra', bidding: 'MAXIMIZE_CONVERSIONS', budget: 60 },
        groups: [
          group('ginebra artesana', ['', 'regalo', 'española'], {
            clicks: 60,
            cpc: 0.6,
            rate: 0.02,
            value: 68,
          }),
        ],
      },
    ],
    inventory: {
      ads: [adOf('11', 'APPROVED_LIMITED', 'ALCOHOL')],
    },
    expects: { mustNot: [['disapproved-ads']], says: [/por lo que se vende/] },
  },
]
