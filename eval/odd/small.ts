import { group, type OddAccount, search, tail } from './odd-account.ts'

const LEAD = [{ name: 'Formulario', category: 'SUBMIT_LEAD_FORM' }]
const VISIT = [{ name: 'Cita', category: 'BOOK_APPOINTMENT' }]
const CLINIC = [
  { name: 'Fisioterapia', clicks: 1.6, budget: 3 },
  { name: 'Podología', clicks: 1, budget: 2 },
  { name: 'Nutrición', clicks: 1, budget: 2 },
  { name: 'Psicología', clicks: 1.3, budget: 3 },
  { name: 'Estética', clicks: 0.9, budget: 2 },
]

/** Where there is little of money, or of what could be learned from. */
export const SMALL: OddAccount[] = [
  {
    name: 'clinic with five campaigns on 12 € a day',
    ...{ called: 'Clínica Vitalis', rough: 25, actions: VISIT },
    campaigns: CLINIC.map(({ name, clicks, budget }) => ({
      ...{ name, budget, bidding: 'MAXIMIZE_CONVERSIONS', lost: 0.45 },
      groups: [
        group(`${name.toLowerCase()} alcorcón`, ['precio', 'cerca de mi'], {
          ...{ clicks, cpc: 1.9, rate: 0.06 },
        }),
      ],
    })),
    expects: {
      must: [['thin-budgets', /^Junta 5 campañas/]],
      mustNot: [['campaigns-without-return'], ['budget-shift'], ['limited-budgets']],
      mostCards: 4,
    },
  },
  {
    name: 'dentist of 150 clicks a month',
    ...{ called: 'Dental Sonríe', rough: 25, actions: VISIT },
    campaigns: [
      {
        ...{ name: 'Dentista', bidding: 'MAXIMIZE_CONVERSIONS', budget: 15, lost: 0.2 },
        groups: [
          group('dentista getafe', ['urgencias', 'precios', 'opiniones'], {
            ...{ clicks: 3, cpc: 2.4, rate: 0.06 },
          }),
          group('implantes dentales', ['precio', 'financiación'], {
            ...{ clicks: 2, cpc: 3.2, rate: 0.03 },
          }),
        ],
      },
    ],
    expects: {
      mustNot: [
        ['idle-keywords'],
        ['dear-keywords'],
        ['campaigns-without-return'],
        ['budget-shift'],
      ],
      mostCards: 4,
    },
  },
  {
    name: 'two contacts a month at 30 € a click',
    ...{ called: 'Nexo ERP', rough: 25, actions: LEAD },
    campaigns: [
      {
        ...{ name: 'ERP', bidding: 'MAXIMIZE_CONVERSIONS', budget: 100, lost: 0.3 },
        groups: [
          group('software erp', ['industrial', 'pymes', 'precio'], {
            ...{ clicks: 1.5, cpc: 31, rate: 0.03 },
          }),
        ],
      },
    ],
    expects: {
      mustNot: [
        ['wasted-search-terms', /software erp/],
        ['limited-budgets'],
        ['bid-targets'],
        ['idle-keywords'],
      ],
      mostCards: 4,
    },
  },
  {
    name: 'locksmith who lives on calls',
    ...{ called: 'Cerrajeros Nou', rough: 25 },
    actions: [
      { name: 'Llamadas desde anuncios', category: 'PHONE_CALL_LEAD', type: 'AD_CALL', per: 0.8 },
      { name: 'Formulario', category: 'SUBMIT_LEAD_FORM', per: 0.2 },
    ],
    campaigns: [
      {
        ...{ name: 'Urgencias', bidding: 'TARGET_SPEND', budget: 70, lost: 0.15 },
        groups: [
          {
            name: 'cerrajero',
            keywords: [
              {
                ...{ text: 'cerrajero', match: 'PHRASE' },
                searches: [
                  ...tail('cerrajero', ['barcelona', 'urgente', '24 horas'], {
                    ...{ clicks: 6, cpc: 8, rate: 0.19 },
                  }),
                  search('curso de cerrajero', 0.9, 5, 0),
                ],
              },
            ],
          },
        ],
      },
    ],
    expects: {
      must: [
        ['wasted-search-terms', /curso de cerrajero/],
        ['smart-bidding', /Urgencias/],
      ],
      mustNot: [['wasted-search-terms', /urgente|24 horas/], ['missing-conversion-values']],
      mostCards: 7,
    },
  },
]
