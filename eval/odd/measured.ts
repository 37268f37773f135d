import { NO_METRICS } from '#shared/metrics.ts'
import { group, type OddAccount } from './odd-account.ts'

/** Where what is counted, or what its owner says of it, is what is odd. */
export const MEASURED: OddAccount[] = [
  {
    name: 'trials and subscriptions counted alike',
    called: 'Factulina Software',
    actions: [
      { name: 'Prueba', category: 'SIGNUP' },
      { name: 'Suscripción', category: 'SUBSCRIBE_PAID', per: 0.1, value: 290 },
    ],
    campaigns: [
      {
        ...{ name: 'Programa', bidding: 'MAXIMIZE_CONVERSIONS', budget: 120 },
        groups: [
          group('programa de facturación', ['', 'autónomos', 'pymes'], {
            clicks: 50,
            cpc: 2.3,
            rate: 0.07,
          }),
        ],
      },
      {
        ...{ name: 'Gratis', bidding: 'MAXIMIZE_CONVERSIONS', budget: 60, lost: 0.35 },
        groups: [
          group('facturas gratis', ['', 'excel', 'descargar'], { clicks: 55, cpc: 1, rate: 0.13 }),
        ],
      },
    ],
    expects: {
      must: [['duplicate-conversions', /son pasos de la misma persona/]],
      mustNot: [['budget-shift'], ['limited-budgets']],
    },
  },
  {
    // Two in a hundred of those who want it for nothing pay in the end, one in four of the others: nothing of it is counted.
    name: 'free trials as all that is counted',
    ...{ called: 'Turnos App', rough: 25 },
    actions: [{ name: 'Prueba gratis', category: 'SIGNUP' }],
    campaigns: [
      {
        ...{ name: 'Programa', bidding: 'MAXIMIZE_CONVERSIONS', budget: 90, lost: 0.2 },
        groups: [
          group('programa turnos', ['trabajo', 'hostelería', 'empresa'], {
            ...{ clicks: 36, cpc: 2.3, rate: 0.06 },
          }),
        ],
      },
      {
        ...{ name: 'Gratis', bidding: 'MAXIMIZE_CONVERSIONS', budget: 50, lost: 0.4 },
        groups: [
          group('cuadrante turnos gratis', ['excel', 'plantilla'], {
            ...{ clicks: 60, cpc: 0.8, rate: 0.14 },
          }),
        ],
      },
    ],
    expects: {
      mustNot: [['budget-shift', /a «?Gratis/], ['limited-budgets', /Gratis/], ['low-roas']],
      says: [/acaban en venta más a menudo/],
      mostCards: 4,
    },
  },
  {
    name: 'campaigns for a web that has no tag',
    ...{ called: 'Motos Cantábrico', rough: 25 },
    actions: [{ name: 'Formulario', category: 'SUBMIT_LEAD_FORM' }],
    campaigns: [
      {
        ...{ name: 'Motos nuevas', bidding: 'MAXIMIZE_CONVERSIONS', budget: 80 },
        groups: [
          group('moto 125', ['precio', 'financiación', 'oferta'], {
            ...{ clicks: 70, cpc: 0.7, rate: 0.03 },
          }),
        ],
      },
      ...['Recambios', 'Taller', 'Cascos'].map((name) => ({
        ...{ name, bidding: 'MANUAL_CPC', budget: 30 },
        groups: [
          group(
            `${name.toLowerCase()} moto`,
            ['barato', 'santander'],
            { clicks: 28, cpc: 0.6, rate: 0 },
            0.7,
          ),
        ],
      })),
    ],
    inventory: {
      landingPages: ['nuevas', 'tienda', 'tienda', 'tienda'].map((web, c) => ({
        ...{ url: `https://${web}.motoscantabrico.test/`, campaignId: `${c + 1}` },
        ...{ adGroupId: `${c + 1}1`, sums: NO_METRICS },
      })),
    },
    expects: {
      first: 'campaigns-without-return',
      must: [['campaigns-without-return', /Comprueba si se cuentan/]],
      mustNot: [
        ['campaigns-without-return', /Pausa|Baja|Decide/],
        ['idle-keywords'],
        ['wasted-search-terms'],
        ['keyword-bids', /Baja/],
      ],
      mostCards: 5,
    },
  },
  {
    name: 'views of a page counted as sales',
    called: 'Seguros Faro',
    actions: [
      { name: 'Formulario', category: 'SUBMIT_LEAD_FORM', per: 0.03 },
      { name: 'Vista de presupuesto', category: 'PAGE_VIEW' },
    ],
    campaigns: [
      {
        ...{ name: 'Coche', bidding: 'MAXIMIZE_CONVERSIONS', budget: 300 },
        groups: [
          group('seguro coche', ['barato', 'online', 'opiniones'], {
            clicks: 90,
            cpc: 2.5,
            rate: 0.7,
          }),
        ],
      },
    ],
    expects: {
      must: [['duplicate-conversions', /Deja de optimizar para «Vista de presupuesto»/]],
      mustNot: [['converting-terms'], ['keyword-bids'], ['limited-budgets']],
    },
  },
  {
    name: 'the upload of sales stopped three weeks ago',
    called: 'Solar Poniente',
    actions: [{ name: 'Venta (CRM)', category: 'CONVERTED_LEAD', type: 'UPLOAD_CLICKS' }],
    countedUntil: 21,
    campaigns: [
      {
        ...{ name: 'Placas', bidding: 'MAXIMIZE_CONVERSIONS', budget: 200 },
        groups: [
          group('placas solares', ['precio', 'casa', 'camper'], {
            clicks: 90,
            cpc: 2,
            rate: 0.012,
          }),
        ],
      },
    ],
    expects: {
      must: [['conversion-tracking', /sin conversiones desde/]],
      mustNot: [
        ['campaigns-without-return'],
        ['wasted-search-terms'],
        ['bid-targets'],
        ['budget-shift'],
      ],
      says: [/la importación \(de «Venta \(CRM\)»\)/],
    },
  },
  {
    name: 'a goal that nothing reaches',
    called: 'Abogados Ribera',
    actions: [{ name: 'Consulta', category: 'SUBMIT_LEAD_FORM' }],
    goal: 5,
    campaigns: [
      {
        ...{ name: 'Despidos', bidding: 'MAXIMIZE_CONVERSIONS', budget: 120, lost: 0.2 },
        groups: [
          group('abogado despido', ['madrid', 'gratis', 'precio'], {
            clicks: 30,
            cpc: 3.1,
            rate: 0.055,
          }),
        ],
      },
    ],
    expects: {
      must: [['goal-reach', /queda lejos de todas/]],
      mustNot: [['campaigns-without-return'], ['wasted-search-terms'], ['dear-keywords']],
      says: [/habría que parar casi todo/],
    },
  },
]
