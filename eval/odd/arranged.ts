import { group, type OddAccount, search } from './odd-account.ts'

const LEAD = [{ name: 'Formulario', category: 'SUBMIT_LEAD_FORM' }]

const sumsOf = (clicks: number, cost: number, conversions: number) => ({
  ...{ impressions: clicks * 16, clicks, costMicros: cost * 1e6 },
  ...{ conversionsMicros: conversions * 1e6, valueMicros: 0 },
})

const region = (campaignId: string, regionId: string) => ({
  ...{ campaignId, regionId, name: regionId, sums: sumsOf(3_000, 4_000, 150) },
})

const TOWNS = ['Sevilla', 'Bilbao', 'Murcia', 'Gijón', 'Lugo', 'Palma']

/** Where what looks like a fault is how the account is arranged, and where what is changed would change nothing. */
export const ARRANGED: OddAccount[] = [
  {
    name: 'bathrooms that got a campaign of their own, and a negative where they were',
    ...{ called: 'Reformas Tajo', rough: 25, goal: 60, actions: LEAD },
    excluded: ['reformas baños'],
    campaigns: [
      {
        ...{ name: 'Reformas', bidding: 'MAXIMIZE_CONVERSIONS', budget: 120 },
        when: (ago, name) => (name === 'Baños' && ago < 45 ? { clicks: 0 } : {}),
        groups: [
          group('reforma integral', ['precio', 'piso', 'madrid'], {
            ...{ clicks: 50, cpc: 1.4, rate: 0.05 },
          }),
          {
            name: 'Baños',
            keywords: [
              {
                ...{ text: 'reformas baños', match: 'EXACT' },
                searches: [search('reformas baños', 22, 1.2, 0.06)],
              },
            ],
          },
        ],
      },
      {
        ...{ name: 'Baños', bidding: 'MAXIMIZE_CONVERSIONS', budget: 60, startedDaysAgo: 45 },
        groups: [group('reformas baños', ['', 'precio'], { clicks: 30, cpc: 1.2, rate: 0.06 })],
      },
    ],
    inventory: { regions: [region('1', 'Madrid'), region('2', 'Madrid')] },
    expects: {
      must: [['blocking-negatives', /salen ya por «reformas baños»/]],
      mustNot: [['blocking-negatives', /Quita la negativa|dejarán de llegar/]],
      mostCards: 4,
    },
  },
  {
    name: 'its name bought for its place, by telephones that sell half as well',
    ...{ called: 'Óptica Lledó', rough: 25, actions: LEAD },
    campaigns: [
      {
        ...{ name: 'Lledó', bidding: 'TARGET_IMPRESSION_SHARE', budget: 90 },
        groups: [
          group('gafas progresivas', ['precio', 'baratas', 'opiniones'], {
            ...{ clicks: 90, cpc: 0.8, rate: 0.045 },
          }),
        ],
      },
    ],
    inventory: {
      devices: [
        { campaignId: '1', device: 'MOBILE', sums: sumsOf(5_400, 4_300, 170) },
        { campaignId: '1', device: 'DESKTOP', sums: sumsOf(2_700, 2_200, 195) },
      ],
      deviceModifiers: [],
    },
    expects: { mustNot: [['device-performance']], mostCards: 3 },
  },
  {
    name: 'leads with scores of less than one',
    ...{ called: 'Asesoría Lindón', rough: 25 },
    actions: [
      { name: 'Formulario', category: 'SUBMIT_LEAD_FORM', of: 'Formularios' },
      { name: 'Visita', category: 'BOOK_APPOINTMENT', of: 'Visitas' },
    ],
    campaigns: [
      {
        ...{ name: 'Formularios', bidding: 'MAXIMIZE_CONVERSION_VALUE', budget: 90 },
        groups: [
          group('asesoría autónomos', ['online', 'precio', 'barata'], {
            ...{ clicks: 60, cpc: 1.1, rate: 0.05, value: 0.3 },
          }),
        ],
      },
      {
        ...{ name: 'Visitas', bidding: 'MAXIMIZE_CONVERSION_VALUE', budget: 90 },
        groups: [
          group('asesoría fiscal empresas', ['madrid', 'precio'], {
            ...{ clicks: 40, cpc: 1.6, rate: 0.04, value: 0.9 },
          }),
        ],
      },
    ],
    expects: {
      mustNot: [
        ['missing-conversion-values', /Envía/],
        ['campaigns-without-return|low-roas|dear-keywords|wasted-search-terms'],
      ],
      mostCards: 3,
    },
  },
  {
    name: 'contacts with scores of ten and 25, at the CPA that is asked for',
    ...{ called: 'Reformas Zarza', rough: 25 },
    actions: [
      { name: 'Formulario', category: 'SUBMIT_LEAD_FORM', per: 3, value: 10 },
      { name: 'Llamada', category: 'PHONE_CALL_LEAD', value: 25 },
    ],
    campaigns: [
      {
        ...{ name: 'Reformas', bidding: 'MAXIMIZE_CONVERSIONS', budget: 65 },
        groups: [
          group('reforma integral', ['precio', 'piso', 'madrid'], {
            ...{ clicks: 33, cpc: 1.8, rate: 0.05, value: 13 },
          }),
        ],
      },
      {
        ...{ name: 'Baños', bidding: 'TARGET_CPA', targetCpa: 40, budget: 60 },
        groups: [
          group('cambiar bañera por ducha', ['precio', 'madrid'], {
            ...{ clicks: 28, cpc: 1.8, rate: 0.05, value: 14.5 },
          }),
        ],
      },
    ],
    expects: {
      mustNot: [['campaigns-without-return|low-roas|dear-keywords|wasted-search-terms']],
      mostCards: 3,
    },
  },
  {
    name: 'six towns of one franchise on 15 € a day each',
    ...{ called: 'Pinta10 Franquicias', rough: 25, actions: LEAD },
    campaigns: TOWNS.map((town) => ({
      ...{ name: `Pintores ${town}`, bidding: 'TARGET_CPA', targetCpa: 45 },
      ...{ budget: 15, lost: 0.3 },
      groups: [
        group(`pintores ${town.toLowerCase()}`, ['precio', 'pisos'], {
          ...{ clicks: 5, cpc: 2.6, rate: 0.04 },
        }),
      ],
    })),
    inventory: {
      regions: TOWNS.map((town, i) => region(`${i + 1}`, town)),
      chosenPlaces: TOWNS.map((town, i) => ({
        ...{ campaignId: `${i + 1}`, targeted: [town], excluded: [] },
      })),
    },
    expects: {
      must: [['thin-budgets', /cartera de pujas/]],
      mustNot: [['thin-budgets', /^Junta/]],
      mostCards: 3,
    },
  },
  {
    name: 'the same words for who speaks Spanish and for who speaks English',
    ...{ called: 'Nave Estudio', rough: 25, actions: LEAD },
    campaigns: [
      { name: 'ES - Coworking', rate: 0.03 },
      { name: 'EN - Coworking', rate: 0.07 },
    ].map(({ name, rate }) => ({
      ...{ name, bidding: 'MAXIMIZE_CONVERSIONS', budget: 90 },
      groups: [
        {
          name: 'Coworking',
          keywords: ['coworking valencia', 'coworking ruzafa'].map((text) => ({
            ...{ text, match: 'EXACT' as const },
            searches: [search(text, 22, 1.1, rate)],
          })),
        },
      ],
    })),
    inventory: {
      regions: [region('1', 'Valencia'), region('2', 'Valencia')],
      languages: [
        { campaignId: '1', ids: ['1003'] },
        { campaignId: '2', ids: ['1000'] },
      ],
    },
    expects: { mustNot: [['duplicate-keywords|duplicate-search-terms']], mostCards: 3 },
  },
]
