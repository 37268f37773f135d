import { group, type OddAccount, search, tail } from './odd-account.ts'

const LEAD = [{ name: 'Formulario', category: 'SUBMIT_LEAD_FORM' }]
const CALLS = [{ name: 'Llamadas desde anuncios', category: 'PHONE_CALL_LEAD', type: 'AD_CALL' }]

const sumsOf = (clicks: number, cost: number, conversions: number) => ({
  ...{ impressions: clicks * 16, clicks, costMicros: cost * 1e6 },
  ...{ conversionsMicros: conversions * 1e6, valueMicros: 0 },
})

const callAd = (adGroupId: string) => ({
  ...{ campaignId: '1', adGroupId, adId: `7${adGroupId}`, type: 'CALL_AD' },
  ...{ status: 'ENABLED' as const, approvalStatus: 'APPROVED', policyTopics: [] },
  ...{ headlines: [], descriptions: [], finalUrls: [], sums: sumsOf(700, 4_400, 140) },
})

/** Where what looks like a fault is how the trade is done, or what looks like a measure is none. */
export const SET_UP: OddAccount[] = [
  {
    name: 'all its searches in a campaign out of budget',
    ...{ called: 'Seguros Roble', rough: 25, actions: LEAD },
    campaigns: [
      {
        ...{ name: 'Seguro coche', bidding: 'TARGET_CPA', targetCpa: 30, budget: 170, lost: 0.35 },
        groups: [
          group('seguro coche', ['barato', 'comparador', 'todo riesgo', 'jóvenes'], {
            ...{ clicks: 90, cpc: 2, rate: 0.09 },
          }),
        ],
      },
    ],
    expects: { mustNot: [['converting-terms']], mostCards: 4 },
  },
  {
    name: 'forms filled on Display beside searches',
    ...{ called: 'Inmobiliaria Faro', rough: 25, actions: LEAD },
    campaigns: [
      {
        ...{ name: 'Venta', bidding: 'MANUAL_CPC', budget: 130 },
        groups: [
          group('vender piso', ['rápido', 'madrid', 'inmobiliaria', 'valoración'], {
            ...{ clicks: 50, cpc: 2.3, rate: 0.055 },
          }),
        ],
      },
      {
        ...{ name: 'Display', channel: 'DISPLAY', bidding: 'MAXIMIZE_CONVERSIONS', budget: 40 },
        groups: [{ name: 'Display', searches: [search('', 260, 0.15, 0.05)] }],
      },
    ],
    expects: {
      mustNot: [
        ['campaigns-without-return', /Venta/],
        ['wasted-search-terms'],
        ['keyword-bids', /Baja/],
        ['idle-keywords|dear-keywords'],
        ['budget-shift', /Display/],
      ],
      mostCards: 5,
    },
  },
  {
    name: 'mobiles held at -90 % where computers are nearly all',
    ...{ called: 'Catering Delicia', rough: 25, actions: LEAD },
    campaigns: [
      {
        ...{ name: 'Catering', bidding: 'MANUAL_CPC', budget: 150 },
        groups: [
          group('catering bodas', ['madrid', 'precio', 'económico'], {
            ...{ clicks: 85, cpc: 1.55, rate: 0.04 },
          }),
        ],
      },
    ],
    inventory: {
      devices: [
        { campaignId: '1', device: 'DESKTOP', sums: sumsOf(6_900, 10_800, 255) },
        { campaignId: '1', device: 'MOBILE', sums: sumsOf(610, 900, 48) },
      ],
      deviceModifiers: [{ campaignId: '1', device: 'MOBILE', criterionId: '1', modifier: 0.1 }],
    },
    expects: { mustNot: [['device-performance', /Baja la puja/]], mostCards: 4 },
  },
  {
    name: 'ads that are a telephone number',
    ...{ called: 'Fontanería 24h', rough: 25, actions: CALLS },
    campaigns: [
      {
        ...{ name: 'Solo llamada', bidding: 'MAXIMIZE_CONVERSIONS', budget: 110 },
        groups: [
          group('fontanero urgente', ['madrid', '24 horas', 'barato'], {
            ...{ clicks: 11, cpc: 6.5, rate: 0.2 },
          }),
          group('desatascos', ['madrid', 'precio'], { clicks: 5, cpc: 6, rate: 0.17 }),
        ],
      },
    ],
    inventory: { ads: [callAd('11'), callAd('12')], assets: [] },
    expects: {
      mustNot: [['missing-assets'], ['ad-strength'], ['homepage-landing'], ['landing-pages']],
      mostCards: 4,
    },
  },
  {
    name: 'Performance Max from the feed alone',
    ...{ called: 'Suplementos Fit', rough: 25 },
    actions: [{ name: 'Compra', category: 'PURCHASE', countingType: 'MANY_PER_CLICK' }],
    campaigns: [
      {
        ...{ name: 'PMax', channel: 'PERFORMANCE_MAX', bidding: 'MAXIMIZE_CONVERSION_VALUE' },
        ...{ targetRoas: 5, budget: 200 },
        groups: [{ name: 'Todo', searches: [search('', 420, 0.42, 0.03, 88)] }],
      },
    ],
    inventory: {
      assetGroups: [
        {
          ...{ id: '1', campaignId: '1', name: 'Todos', status: 'ENABLED' },
          ...{ assetCounts: {}, searchThemes: 0, audienceSignals: 0 },
        },
      ],
    },
    expects: { mustNot: [['performance-max-setup']], mostCards: 2 },
  },
  {
    name: 'standard Shopping by hand, called by what it sells',
    ...{ called: 'Cafeteras Moka', rough: 25 },
    actions: [{ name: 'Compra', category: 'PURCHASE', countingType: 'MANY_PER_CLICK' }],
    campaigns: [
      {
        ...{ name: 'Shopping', channel: 'SHOPPING', bidding: 'MANUAL_CPC', budget: 140 },
        groups: [
          {
            ...{ name: 'Italianas', bid: 0.3 },
            searches: [
              ...tail('cafetera italiana', ['', 'inducción', '6 tazas', 'acero'], {
                ...{ clicks: 130, cpc: 0.28, rate: 0.024, value: 34 },
              }),
              search('repuestos cafetera italiana', 24, 0.26, 0.0004, 34),
              search('junta cafetera oroley', 18, 0.25, 0, 34),
            ],
          },
          {
            ...{ name: 'Superautomáticas', bid: 0.5 },
            searches: [
              ...tail('cafetera superautomática', ['', 'oferta', 'delonghi'], {
                ...{ clicks: 60, cpc: 0.46, rate: 0.012, value: 410 },
              }),
              search('reparar cafetera delonghi', 12, 0.4, 0, 410),
            ],
          },
        ],
      },
    ],
    expects: {
      must: [
        ['wasted-search-terms', /repuestos|junta/],
        ['smart-bidding', /Shopping/],
      ],
      mustNot: [
        ['converting-terms'],
        ['wasted-search-terms', /inducción|superautomática/],
        ['idle-keywords'],
        ['silent-keywords'],
      ],
      mostCards: 6,
    },
  },
  {
    name: 'names of competitors, of which only the score is known',
    ...{ called: 'Facturalia', rough: 25, goal: 60, actions: LEAD },
    campaigns: [
      {
        ...{ name: 'Competidores', bidding: 'TARGET_CPA', targetCpa: 60, budget: 110 },
        groups: [
          group('holded', ['precio', 'opiniones'], { clicks: 20, cpc: 2.1, rate: 0.045 }),
          group('contasimple', ['precio', 'alternativas'], { clicks: 20, cpc: 2.1, rate: 0.04 }),
        ].map((one) => ({ ...one, score: 2 })),
      },
    ],
    expects: {
      mustNot: [['low-quality-score'], ['quality-components'], ['brand-mix']],
      mostCards: 4,
    },
  },
  {
    name: 'exact keywords alone, which are all that is searched',
    ...{ called: 'Cursos Delta', rough: 25, actions: LEAD },
    campaigns: [
      {
        ...{ name: 'Cursos', bidding: 'MAXIMIZE_CONVERSIONS', budget: 110 },
        groups: ['curso marketing digital', 'master marketing digital'].map((text) => ({
          ...{ name: text },
          keywords: [{ text, match: 'EXACT' as const, searches: [search(text, 35, 1.3, 0.06)] }],
        })),
      },
    ],
    inventory: { changes: [] },
    expects: { mustNot: [['negative-lists', /Revisa/]], mostCards: 4 },
  },
  {
    name: 'called by what it sells',
    ...{ called: 'Kyoto Tours', rough: 25 },
    actions: [{ name: 'Reserva', category: 'PURCHASE', countingType: 'MANY_PER_CLICK' }],
    campaigns: [
      {
        ...{ name: 'Tours', bidding: 'MANUAL_CPC', budget: 250 },
        groups: [
          group('kyoto tour', ['private', 'day', 'food'], {
            ...{ clicks: 110, cpc: 1.25, rate: 0.03, value: 150 },
          }),
          group('free walking tour', ['kyoto', 'osaka'], {
            ...{ clicks: 40, cpc: 0.95, rate: 0.0008, value: 90 },
          }),
        ].map((one) => ({ ...one, bid: 1.3 })),
      },
    ],
    expects: {
      must: [
        ['idle-keywords|dear-keywords|keyword-bids|wasted-search-terms|wasted-ngrams', /free/],
      ],
      mustNot: [['brand-mix'], ['brand-split']],
      mostCards: 6,
    },
  },
]
