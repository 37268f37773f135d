import { group, type OddAccount } from './odd-account.ts'

const LEAD = [{ name: 'Formulario', category: 'SUBMIT_LEAD_FORM' }]
const YOGA = [
  { name: 'Yoga centro', text: 'clases de yoga', clicks: 38, rate: 0.06 },
  { name: 'Pilates', text: 'pilates máquinas', clicks: 28, rate: 0.065 },
  { name: 'Retiros', text: 'retiro de yoga', clicks: 30, rate: 0.016 },
]

/** Where what bidding is asked for, or what a conversion may cost, is what is odd. */
export const ASKED: OddAccount[] = [
  {
    name: 'a target ROAS far beyond what is reached',
    ...{ called: 'Lámparas Lumen', rough: 25 },
    campaigns: [
      {
        ...{ name: 'Lámparas', bidding: 'TARGET_ROAS', targetRoas: 12, budget: 200 },
        groups: [
          group('lámparas de techo', ['modernas', 'led', 'salón', 'baratas'], {
            ...{ clicks: 210, cpc: 0.5, rate: 0.02, value: 112 },
          }),
          group('apliques', ['pared', 'exterior', 'led'], {
            ...{ clicks: 90, cpc: 0.45, rate: 0.016, value: 115 },
          }),
        ],
      },
    ],
    expects: {
      must: [['bid-targets', /no se alcanza/]],
      mustNot: [['wasted-search-terms'], ['dear-keywords'], ['low-roas']],
    },
  },
  {
    name: 'subscribers who are worth five first orders',
    ...{ called: 'CajaVerde', rough: 25, worth: 120 },
    actions: [{ name: 'Alta', category: 'SUBSCRIBE_PAID', countingType: 'MANY_PER_CLICK' }],
    campaigns: [
      {
        ...{ name: 'Verduras', bidding: 'MAXIMIZE_CONVERSIONS', budget: 60, lost: 0.45 },
        groups: [
          group('caja de verduras', ['a domicilio', 'ecológica', 'precio'], {
            ...{ clicks: 62, cpc: 0.95, rate: 0.026, value: 25 },
          }),
        ],
      },
      {
        ...{ name: 'Fruta', bidding: 'MAXIMIZE_CONVERSIONS', budget: 60 },
        groups: [
          group('fruta a domicilio', ['online', 'oficina'], {
            ...{ clicks: 45, cpc: 0.8, rate: 0.017, value: 25 },
          }),
        ],
      },
    ],
    expects: {
      must: [['limited-budgets', /Verduras/]],
      mustNot: [['low-roas'], ['campaigns-without-return'], ['wasted-search-terms']],
      mostCards: 6,
    },
  },
  {
    name: 'one budget for unlike campaigns',
    ...{ called: 'Yoga Prana', rough: 25, actions: LEAD },
    campaigns: YOGA.map(({ name, text, clicks, rate }) => ({
      ...{ name, bidding: 'MAXIMIZE_CONVERSIONS', budget: 90, sharedBudget: '900', lost: 0.3 },
      groups: [group(text, ['madrid', 'precio'], { clicks, cpc: 0.95, rate })],
    })),
    expects: {
      must: [['thin-budgets', /Separa el presupuesto/]],
      mustNot: [['limited-budgets'], ['budget-shift']],
    },
  },
  {
    name: 'clicks bought for an owner who names a maximum',
    ...{ called: 'Pintores Lavapiés', rough: 25, goal: 20, actions: LEAD },
    campaigns: [
      {
        ...{ name: 'Pintores', bidding: 'TARGET_SPEND', budget: 60, lost: 0.25 },
        groups: [
          group('pintores madrid', ['precio', 'pisos', 'baratos'], {
            ...{ clicks: 34, cpc: 1.15, rate: 0.072 },
          }),
        ],
      },
    ],
    expects: {
      must: [['smart-bidding', /Pintores/]],
      mustNot: [['bid-targets'], ['wasted-search-terms'], ['campaigns-without-return']],
    },
  },
  {
    name: 'a target CPA beyond the maximum that its owner names',
    ...{ called: 'Reformas Alba', rough: 25, goal: 25 },
    actions: LEAD,
    campaigns: [
      {
        ...{ name: 'Cocinas', bidding: 'TARGET_CPA', targetCpa: 40, budget: 90, lost: 0.35 },
        groups: [
          group('reforma de cocina', ['presupuesto', 'precio', 'integral'], {
            ...{ clicks: 75, cpc: 1.2, rate: 0.032 },
          }),
        ],
      },
      {
        ...{ name: 'Baños', bidding: 'TARGET_CPA', targetCpa: 24, budget: 90 },
        groups: [
          group('reforma de baño', ['presupuesto', 'pequeño', 'ducha'], {
            ...{ clicks: 70, cpc: 1, rate: 0.044 },
          }),
        ],
      },
    ],
    expects: {
      must: [['bid-targets', /«Cocinas» es de 40.*máximo/s]],
      mustNot: [
        ['bid-targets', /Baños/],
        ['limited-budgets', /Cocinas/],
      ],
      mostCards: 4,
    },
  },
  {
    name: 'begun six weeks ago, and out of budget each day',
    ...{ called: 'Clínica Aurea', rough: 25, goal: 45 },
    actions: LEAD,
    campaigns: [
      {
        ...{ name: 'Marca', bidding: 'MAXIMIZE_CONVERSIONS', budget: 30 },
        groups: [
          group('clínica aurea', ['teléfono', 'opiniones'], {
            ...{ clicks: 30, cpc: 0.4, rate: 0.09 },
          }),
        ],
      },
      {
        ...{ name: 'Ortodoncia', bidding: 'MANUAL_CPC', budget: 50, lost: 0.4 },
        startedDaysAgo: 42,
        groups: [
          group(
            'ortodoncia invisible',
            ['precio', 'adultos', 'financiada'],
            { clicks: 50, cpc: 1, rate: 0.055 },
            1.2,
          ),
        ],
      },
    ],
    expects: {
      must: [
        ['limited-budgets', /«Ortodoncia».* Con [23]\d\d,\d\d\s€ más al mes/s],
        ['smart-bidding', /«Ortodoncia»: unas [6-9]\d/],
      ],
      mostCards: 4,
    },
  },
  {
    name: 'pesos without cents',
    ...{ called: 'Repuestos Andes', rough: 25, currency: 'CLP' },
    campaigns: [
      {
        ...{ name: 'Frenos', bidding: 'TARGET_CPA', targetCpa: 9_000, budget: 60_000, lost: 0.3 },
        groups: [
          group('pastillas de freno', ['precio', 'cerámicas', 'santiago'], {
            ...{ clicks: 190, cpc: 290, rate: 0.04, value: 38_000 },
          }),
        ],
      },
      {
        ...{ name: 'Amortiguadores', bidding: 'TARGET_CPA', targetCpa: 9_000, budget: 45_000 },
        groups: [
          group('amortiguadores', ['precio', 'monroe', 'delanteros'], {
            ...{ clicks: 120, cpc: 300, rate: 0.018, value: 45_000 },
          }),
        ],
      },
    ],
    expects: {
      must: [['bid-targets', /«Amortiguadores» no se alcanza/]],
      mustNot: [
        ['wasted-search-terms'],
        ['dear-keywords'],
        ['bid-targets|limited-budgets|converting-terms', /,\d\d\sCLP/],
      ],
    },
  },
  {
    name: 'lawyers by city, of which one hardly sells',
    ...{
      called: 'Abogados Vega',
      rough: 25,
      actions: [{ name: 'Formulario', category: 'SUBMIT_LEAD_FORM' }],
    },
    campaigns: ['Madrid', 'Sevilla', 'Bilbao', 'Murcia'].map((city) => ({
      ...{
        name: `Divorcio · ${city}`,
        bidding: 'TARGET_CPA',
        targetCpa: 70,
        budget: 70,
        rank: 0.4,
      },
      groups: [
        group(`abogado divorcio ${city.toLowerCase()}`, ['precio', 'express', 'opiniones'], {
          ...{ clicks: 18, cpc: 3.4, rate: city === 'Murcia' ? 0.008 : 0.055 },
        }),
      ],
    })),
    expects: {
      must: [['campaigns-without-return|dear-keywords', /[Mm]urcia/]],
      mustNot: [['wasted-search-terms']],
      mostCards: 4,
    },
  },
]
