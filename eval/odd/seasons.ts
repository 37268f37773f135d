import { group, type OddAccount, search, tail } from './odd-account.ts'

const CITIES = Array.from({ length: 40 }, (_, i) => `Ciudad ${i + 1}`)

/** Where the time of the year, or the number of places, is what is odd. */
export const SEASONS: OddAccount[] = [
  {
    name: 'hotel after its season',
    called: 'Hotel Cala Serena Mallorca',
    campaigns: [
      {
        ...{ name: 'Hoteles', bidding: 'MAXIMIZE_CONVERSION_VALUE', budget: 120 },
        when: (ago) => (ago > 50 ? { lost: 0.35 } : { clicks: 0.25, rate: 0.35, lost: 0 }),
        groups: [
          {
            name: 'Todo incluido',
            keywords: [
              {
                ...{ text: 'hotel mallorca todo incluido', match: 'PHRASE' },
                searches: tail(
                  'hotel mallorca todo incluido',
                  ['', 'niños', 'solo adultos', 'agosto'],
                  {
                    ...{ clicks: 160, cpc: 0.8, rate: 0.018, value: 800 },
                  },
                ),
              },
            ],
          },
        ],
      },
    ],
    expects: {
      mustNot: [
        ['limited-budgets'],
        ['conversion-tracking'],
        ['bid-targets'],
        ['campaigns-without-return'],
      ],
    },
  },
  {
    name: 'a sale that ended four days ago, having run out of its budget',
    ...{ called: 'Moda Sirga', rough: 25, goal: 45 },
    actions: [{ name: 'Compra', category: 'PURCHASE', countingType: 'MANY_PER_CLICK' }],
    campaigns: [
      {
        ...{ name: 'Singles Day', bidding: 'MAXIMIZE_CONVERSIONS', budget: 140 },
        when: (ago) => (ago > 4 ? { lost: 0.45 } : { clicks: 0 }),
        startedDaysAgo: 40,
        groups: [
          group('ofertas vestidos', ['11 11', 'fiesta', 'baratos'], {
            ...{ clicks: 190, cpc: 0.7, rate: 0.1, value: 60 },
          }),
          group('ofertas bolsos', ['gratis', 'segunda mano'], {
            ...{ clicks: 80, cpc: 0.7, rate: 0.0005, value: 60 },
          }),
        ],
      },
      {
        ...{ name: 'Vestidos', bidding: 'MAXIMIZE_CONVERSIONS', budget: 120 },
        groups: [
          group('vestido de fiesta', ['largo', 'corto', 'boda'], {
            ...{ clicks: 150, cpc: 0.75, rate: 0.06, value: 60 },
          }),
        ],
      },
    ],
    inventory: {
      campaignSettings: [
        {
          ...{ campaignId: '1', primaryStatusReasons: ['CAMPAIGN_ENDED'] },
          ...{ automations: [], restrictedDimensions: [] },
        },
      ],
    },
    expects: {
      mustNot: [
        ['limited-budgets|budget-shift|converting-terms|low-roas', /Singles Day/],
        ['wasted-search-terms|wasted-ngrams|idle-keywords|dear-keywords', /ofertas|gratis|mano/],
      ],
      mostCards: 4,
    },
  },
  {
    name: 'school after its enrolment',
    called: 'Instituto Atenea',
    actions: [{ name: 'Solicitud', category: 'SUBMIT_LEAD_FORM' }],
    campaigns: [
      {
        ...{ name: 'FP Sanidad', bidding: 'TARGET_CPA', targetCpa: 28, budget: 90 },
        when: (ago) =>
          ago > 45 && ago < 95 ? { clicks: 2, rate: 1.9, lost: 0.3 } : { clicks: 0.7, rate: 0.6 },
        groups: [
          {
            name: 'Enfermería',
            keywords: [
              {
                ...{ text: 'fp enfermería', match: 'PHRASE' },
                searches: tail('fp enfermería', ['', 'online', 'sueldo', 'madrid'], {
                  clicks: 60,
                  cpc: 1.4,
                  rate: 0.055,
                }),
              },
            ],
          },
        ],
      },
    ],
    expects: {
      mustNot: [['conversion-tracking'], ['limited-budgets'], ['bid-targets', /sobrado/]],
    },
  },
  {
    name: 'ski hire two and a half weeks into its season',
    ...{ called: 'Esquí Formigal', rough: 25 },
    actions: [{ name: 'Compra', category: 'PURCHASE', countingType: 'MANY_PER_CLICK' }],
    campaigns: [
      {
        ...{ name: 'Alquiler', bidding: 'MAXIMIZE_CONVERSIONS', budget: 140 },
        when: (ago) => (ago <= 18 ? { clicks: 8, rate: 3, lost: 0.45 } : { lost: 0 }),
        groups: [
          group('alquiler esquís', ['formigal', 'precio', 'niños'], {
            ...{ clicks: 18, cpc: 0.6, rate: 0.02, value: 120 },
          }),
          group('clases de esquí', ['formigal', 'niños'], {
            ...{ clicks: 6, cpc: 0.7, rate: 0.018, value: 150 },
          }),
        ],
      },
      {
        ...{ name: 'Forfait', bidding: 'MAXIMIZE_CONVERSIONS', budget: 60 },
        when: (ago) => (ago <= 18 ? { clicks: 6, rate: 3 } : {}),
        groups: [
          group('forfait formigal', ['', 'oferta'], {
            ...{ clicks: 10, cpc: 0.4, rate: 0.012, value: 95 },
          }),
        ],
      },
    ],
    expects: {
      must: [['limited-budgets|budget-shift', /Alquiler/]],
      mustNot: [
        ['conversion-tracking'],
        ['wasted-search-terms'],
        ['campaigns-without-return'],
        ['idle-keywords'],
        ['bid-targets'],
      ],
      mostCards: 6,
    },
  },
  {
    name: 'franchise of forty cities',
    called: 'Limpia10 Franquicias',
    actions: [{ name: 'Formulario', category: 'SUBMIT_LEAD_FORM' }],
    goal: 30,
    campaigns: CITIES.map((city) => ({
      ...{ name: `Limpieza | ${city}`, bidding: 'MANUAL_CPC', budget: 15 },
      groups: [
        {
          ...{ name: 'Limpieza', bid: 2 },
          keywords: [
            {
              text: 'limpieza de oficinas',
              match: 'PHRASE' as const,
              searches: [search('limpieza de oficinas', 4, 1.6, 0.05)],
            },
            {
              text: 'empresa de limpieza',
              match: 'PHRASE' as const,
              searches: [search('empresa de limpieza', 3, 1.8, 0.02)],
            },
          ],
        },
      ],
    })),
    inventory: {
      regions: CITIES.map((_, c) => ({
        ...{ campaignId: `${c + 1}`, regionId: 'es-an', name: 'Andalucía' },
        sums: {
          impressions: 9_000,
          clicks: 600,
          costMicros: 1e9,
          conversionsMicros: 2e7,
          valueMicros: 0,
        },
      })),
    },
    expects: {
      must: [['keyword-bids', /pujas de \d+\s?campañas/]],
      mustNot: [['duplicate-keywords']],
      mostCards: 12,
    },
  },
]
