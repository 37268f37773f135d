import { group, type OddAccount, search, tail } from './odd-account.ts'

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
  {
    name: 'machines of other makers, each repaired in a campaign that is called after its brand',
    ...{ called: 'Servicio Técnico Alisio', rough: 25, goal: 40 },
    actions: [{ name: 'Aviso', category: 'SUBMIT_LEAD_FORM' }],
    campaigns: [
      {
        ...{ name: 'Genérica', bidding: 'MANUAL_CPC', budget: 130 },
        groups: [
          group('reparar lavadora', ['madrid', 'precio', 'urgente'], {
            ...{ clicks: 45, cpc: 1.6, rate: 0.06 },
          }),
        ],
      },
      {
        ...{ name: 'Reparación | Marca Bosch', bidding: 'MANUAL_CPC', budget: 140, lost: 0.1 },
        groups: [
          {
            ...{ name: 'Bosch', bid: 1.7 },
            keywords: [
              {
                ...{ text: 'servicio técnico bosch', match: 'PHRASE' },
                searches: [
                  ...tail('servicio técnico bosch', ['', 'madrid', 'lavadoras'], {
                    ...{ clicks: 32, cpc: 1.7, rate: 0.065 },
                  }),
                  search('servicio técnico bosch garantía oficial', 14, 1.5, 0.0004),
                ],
              },
              {
                ...{ text: 'recambios bosch', match: 'PHRASE' },
                searches: [search('recambios bosch taladro', 18, 1.3, 0.0004)],
              },
            ],
          },
        ],
      },
    ],
    expects: {
      must: [
        ['wasted-search-terms|wasted-ngrams', /garantía oficial|recambios/],
        ['idle-keywords|dear-keywords|keyword-bids|wasted-search-terms', /recambios/],
      ],
      mustNot: [['brand-mix'], ['brand-split']],
      mostCards: 8,
    },
  },
  {
    name: 'cars for those without a licence, found by those who want one',
    ...{ called: 'Microcars Duero', rough: 25, goal: 60 },
    actions: [{ name: 'Contacto', category: 'SUBMIT_LEAD_FORM' }],
    campaigns: [
      {
        ...{ name: 'Microcoches', bidding: 'MANUAL_CPC', budget: 90 },
        groups: [
          {
            ...{ name: 'Sin carnet', bid: 0.8 },
            keywords: [
              {
                ...{ text: 'coches sin carnet', match: 'BROAD' },
                searches: [
                  ...tail('coches sin carnet', ['', 'precio', 'baratos', 'segunda mano'], {
                    ...{ clicks: 40, cpc: 0.8, rate: 0.035 },
                  }),
                  search('carnet de coche', 12, 0.7, 0.0002),
                ],
              },
            ],
          },
        ],
      },
    ],
    expects: {
      must: [['wasted-search-terms', /carnet de coche/]],
      mustNot: [['wasted-search-terms', /sin carnet/]],
      mostCards: 5,
    },
  },
  {
    name: 'searches for manuals in Performance Max',
    ...{ called: 'Electro Arce', rough: 25, actions: ORDERS },
    campaigns: [
      {
        ...{ name: 'Catálogo', channel: 'PERFORMANCE_MAX', bidding: 'MAXIMIZE_CONVERSIONS' },
        ...{ budget: 260 },
        groups: [
          {
            name: 'Todo',
            searches: [
              ...tail('lavadora', ['8 kg', 'barata', 'silenciosa', 'oferta'], {
                ...{ clicks: 170, cpc: 0.6, rate: 0.03, value: 380 },
              }),
              search('manual lavadora pdf', 22, 0.5, 0.0002, 380),
              search('electro arce', 12, 0.2, 0.12, 380),
            ],
          },
        ],
      },
    ],
    expects: {
      must: [['wasted-search-terms|wasted-ngrams', /manual/]],
      mustNot: [
        ['wasted-search-terms', /barata|oferta|arce/],
        ['converting-terms'],
        ['term-breadth'],
        ['negative-lists', /Revisa/],
      ],
      mostCards: 5,
    },
  },
]
