import { adOf, changed, group, type OddAccount } from './odd-account.ts'

const LEAD = [{ name: 'Formulario', category: 'SUBMIT_LEAD_FORM' }]
/** Today is a Friday: the day so long ago is one of Friday to Sunday. */
const isWeekend = (daysAgo: number) => [0, 5, 6].includes(daysAgo % 7)

/** Where some days, or an advertisement, are unlike the others. */
export const DISTURBED: OddAccount[] = [
  {
    name: 'a day of ten times the clicks',
    ...{ called: 'Seguros Mascota', rough: 25, actions: LEAD },
    campaigns: [
      {
        ...{ name: 'Perros', bidding: 'MANUAL_CPC', budget: 300 },
        when: (ago) => (ago === 9 ? { clicks: 10, rate: 0 } : {}),
        groups: [
          group(
            'seguro perro',
            ['precio', 'barato', 'responsabilidad civil'],
            { clicks: 80, cpc: 1.1, rate: 0.05 },
            1.3,
          ),
        ],
      },
    ],
    expects: { mustNot: [['conversion-tracking'], ['idle-keywords'], ['wasted-search-terms']] },
  },
  {
    name: 'a group whose only advertisement was rejected',
    ...{ called: 'Farmacia Alameda', rough: 25 },
    campaigns: [
      {
        ...{ name: 'Parafarmacia', bidding: 'MAXIMIZE_CONVERSION_VALUE', budget: 150 },
        when: (ago, name) => (name === 'melatonina' && ago <= 12 ? { clicks: 0 } : {}),
        groups: [
          group('melatonina', ['gotas', 'comprar'], {
            ...{ clicks: 70, cpc: 0.5, rate: 0.035, value: 42 },
          }),
          group('crema solar', ['facial', 'spf 50'], {
            ...{ clicks: 60, cpc: 0.55, rate: 0.03, value: 45 },
          }),
        ],
      },
    ],
    inventory: {
      ads: [adOf('11', 'DISAPPROVED'), adOf('12', 'APPROVED_LIMITED')],
    },
    expects: {
      must: [['disapproved-ads', /«melatonina»/]],
      mustNot: [['disapproved-ads', /limitaciones/], ['limited-budgets']],
      first: 'disapproved-ads',
    },
  },
  {
    name: 'away for seven weeks and back for ten days',
    ...{ called: 'Jardinería Brote', rough: 25, actions: LEAD },
    campaigns: [
      {
        ...{ name: 'Poda', bidding: 'MAXIMIZE_CONVERSIONS', budget: 80, lost: 0.25 },
        when: (ago) => (ago > 10 && ago < 58 ? { clicks: 0 } : {}),
        groups: [
          group('poda de árboles', ['precio', 'altura'], { clicks: 45, cpc: 1.5, rate: 0.06 }),
        ],
      },
    ],
    expects: { mustNot: [['conversion-tracking'], ['campaigns-without-return']], mostCards: 4 },
  },
  {
    name: 'what sells best out of stock for three weeks',
    ...{ called: 'Calzados Brezo', rough: 25 },
    actions: [{ name: 'Compra', category: 'PURCHASE', countingType: 'MANY_PER_CLICK' }],
    campaigns: [
      {
        ...{ name: 'Calzado', bidding: 'MANUAL_CPC', budget: 260 },
        when: (ago, name) => (name === 'botas mujer' && ago <= 21 ? { rate: 0.05 } : {}),
        groups: [
          { text: 'botas mujer', words: ['piel', 'altas'], clicks: 150, rate: 0.03, value: 85 },
          { text: 'zapatos mujer', words: ['planos', 'tacón'], clicks: 90, rate: 0.02, value: 70 },
          { text: 'zapatillas casa', words: ['lana'], clicks: 60, rate: 0.022, value: 40 },
        ].map(({ text, words, ...all }) => group(text, words, { ...all, cpc: 0.5 }, 0.6)),
      },
    ],
    expects: {
      must: [['fallen-ad-groups', /«botas mujer»/]],
      mustNot: [
        ['idle-keywords|dear-keywords|wasted-search-terms|converting-terms', /botas/],
        ['keyword-bids', /Sube la puja de «botas/],
        ['campaigns-without-return'],
      ],
      mostCards: 7,
    },
  },
  {
    name: 'shown from Friday to Sunday',
    ...{ called: 'Escapadas Finde', rough: 25 },
    campaigns: [
      {
        ...{ name: 'Escapadas', bidding: 'MAXIMIZE_CONVERSIONS', budget: 180, lost: 0.1 },
        when: (ago) => (isWeekend(ago) ? {} : { clicks: 0 }),
        groups: [
          group('escapada fin de semana', ['romántica', 'rural', 'spa'], {
            ...{ clicks: 190, cpc: 0.8, rate: 0.022, value: 210 },
          }),
        ],
      },
    ],
    expects: {
      mustNot: [['conversion-tracking'], ['hour-performance'], ['thin-budgets']],
      mostCards: 5,
    },
  },
  {
    name: 'dearer since five weeks ago',
    ...{ called: 'Muebles Olmo', rough: 25 },
    campaigns: ['Mesas', 'Sillas'].map((name) => ({
      ...{ name, bidding: 'TARGET_ROAS', targetRoas: 4, budget: 260 },
      when: (ago) => (ago <= 35 ? { rate: 0.65, value: 1.3, clicks: 0.93 } : {}),
      groups: [
        group(`${name.toLowerCase()} comedor`, ['extensible', 'madera', 'nórdica'], {
          ...{ clicks: 240, cpc: 0.7, rate: 0.017, value: 210 },
        }),
      ],
    })),
    expects: {
      mustNot: [
        ['conversion-tracking', /falló|sin conversiones/],
        ['bid-targets', /sobrado/],
      ],
      mostCards: 6,
    },
  },
  {
    name: 'gifts in late November',
    ...{ called: 'Regalos Boreal', rough: 25 },
    campaigns: [
      {
        ...{ name: 'Regalos', bidding: 'TARGET_ROAS', targetRoas: 3, budget: 140 },
        when: (ago) => (ago <= 12 ? { clicks: 2.2, rate: 1.7, cpc: 1.15, lost: 0.5 } : { lost: 0 }),
        groups: [
          group('regalos originales', ['mujer', 'hombre', 'navidad'], {
            ...{ clicks: 130, cpc: 0.5, rate: 0.03, value: 48 },
          }),
        ],
      },
    ],
    expects: {
      must: [['limited-budgets', /Regalos/]],
      mustNot: [['conversion-tracking'], ['bid-targets', /no se alcanza/]],
    },
  },
  {
    name: 'a target CPA for three weeks',
    ...{ called: 'Academia Norte', rough: 25, actions: LEAD },
    campaigns: [
      {
        ...{ name: 'Inglés', bidding: 'TARGET_CPA', targetCpa: 30, budget: 120 },
        when: (ago) =>
          ago <= 10
            ? { rate: 0.95, cpc: 1.05 }
            : ago <= 21
              ? { rate: 0.6, cpc: 1.3, clicks: 0.7 }
              : {},
        groups: [
          group('academia inglés', ['madrid', 'b2', 'precio'], {
            ...{ clicks: 48, cpc: 1.7, rate: 0.06 },
          }),
          group('clases de inglés', ['online', 'particulares'], {
            ...{ clicks: 40, cpc: 1.4, rate: 0.045 },
          }),
        ],
      },
    ],
    inventory: { changes: [changed('2026-10-30', 'bidding_strategy_type')] },
    expects: {
      mustNot: [['bid-targets'], ['keyword-bids'], ['conversion-tracking']],
      mostCards: 5,
    },
  },
]
