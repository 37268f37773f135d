import { group, type OddAccount, search } from './odd-account.ts'

/** Reported from the 20th to the 40th day after the click. */
const LATE = Array.from({ length: 60 }, (_, day) => Math.min(1, Math.max(0, (day - 20) / 20)))

/** Where conversions are of unlike kinds, counted twice, worth nothing or late. */
export const KINDS: OddAccount[] = [
  {
    name: 'accounts and mortgages counted alike',
    ...{ called: 'Banco Faro', rough: 25 },
    actions: [
      { name: 'Solicitud de hipoteca', category: 'SUBMIT_LEAD_FORM', of: 'Hipotecas' },
      { name: 'Alta de cuenta', category: 'SIGNUP', of: 'Cuentas' },
    ],
    campaigns: [
      {
        ...{ name: 'Hipotecas', bidding: 'MAXIMIZE_CONVERSIONS', budget: 260, lost: 0.1 },
        groups: [
          group('hipoteca fija', ['simulador', 'mejor', 'funcionarios'], {
            ...{ clicks: 75, cpc: 3.2, rate: 0.04 },
          }),
        ],
      },
      {
        ...{ name: 'Cuentas', bidding: 'MAXIMIZE_CONVERSIONS', budget: 160, lost: 0.3 },
        groups: [
          group('cuenta sin comisiones', ['online', 'joven', 'nómina'], {
            ...{ clicks: 160, cpc: 0.95, rate: 0.16 },
          }),
        ],
      },
    ],
    expects: {
      must: [['missing-conversion-values', /cuánto vale cada clase/]],
      mustNot: [['campaigns-without-return'], ['budget-shift'], ['limited-budgets']],
    },
  },
  {
    name: 'an app beside searches',
    ...{ called: 'Taxi Volt', rough: 25 },
    actions: [
      { name: 'Instalación (Android)', category: 'DOWNLOAD', of: 'App Android' },
      {
        ...{ name: 'Reserva', category: 'PURCHASE', of: 'Taxi aeropuerto' },
        countingType: 'MANY_PER_CLICK',
      },
    ],
    campaigns: [
      {
        ...{ name: 'App Android', channel: 'MULTI_CHANNEL', bidding: 'TARGET_CPA' },
        ...{ targetCpa: 1.5, budget: 120 },
        groups: [{ name: 'App', searches: [search('', 520, 0.22, 0.16)] }],
      },
      {
        ...{ name: 'Taxi aeropuerto', bidding: 'MAXIMIZE_CONVERSIONS', budget: 70, lost: 0.35 },
        groups: [
          group('taxi aeropuerto', ['barajas', 'precio', 'reservar'], {
            ...{ clicks: 48, cpc: 1.4, rate: 0.075, value: 38 },
          }),
        ],
      },
    ],
    expects: {
      mustNot: [
        ['campaigns-without-return'],
        ['budget-shift'],
        ['duplicate-conversions', /Deja de optimizar/],
      ],
      mostCards: 6,
    },
  },
  {
    name: 'each sale counted by two tags',
    ...{ called: 'Bicis Pedal', rough: 25 },
    actions: [
      { name: 'Compra (etiqueta)', category: 'PURCHASE', countingType: 'MANY_PER_CLICK' },
      {
        ...{ name: 'purchase (GA4)', category: 'PURCHASE', type: 'GOOGLE_ANALYTICS_4_PURCHASE' },
        ...{ countingType: 'MANY_PER_CLICK', again: 1 },
      },
    ],
    campaigns: [
      {
        ...{ name: 'Bicis', bidding: 'TARGET_ROAS', targetRoas: 5, budget: 200, lost: 0.3 },
        groups: [
          group('bicicleta eléctrica', ['plegable', 'montaña', 'barata'], {
            ...{ clicks: 170, cpc: 0.9, rate: 0.012, value: 420 },
          }),
        ],
      },
    ],
    expects: { first: 'duplicate-conversions', mustNot: [['limited-budgets'], ['budget-shift']] },
  },
  {
    name: 'each form counted again by an upload that Google matches in four of five cases',
    ...{ called: 'Alarmas Vigía', rough: 25 },
    actions: [
      { name: 'Formulario web', category: 'SUBMIT_LEAD_FORM' },
      {
        ...{ name: 'Lead mejorado', category: 'SUBMIT_LEAD_FORM', type: 'UPLOAD_CLICKS' },
        again: 0.8,
      },
    ],
    campaigns: [
      {
        ...{ name: 'Alarmas', bidding: 'TARGET_CPA', targetCpa: 25, budget: 160, lost: 0.3 },
        groups: [
          group('alarma para casa', ['precio', 'sin cuotas', 'opiniones'], {
            ...{ clicks: 80, cpc: 1.9, rate: 0.085 },
          }),
        ],
      },
    ],
    expects: {
      first: 'duplicate-conversions',
      mustNot: [['limited-budgets'], ['bid-targets'], ['budget-shift']],
      mostCards: 4,
    },
  },
  {
    name: 'contracts uploaded a month after the click',
    ...{ called: 'Solcasa', rough: 25, lag: LATE },
    actions: [{ name: 'Contrato (CRM)', category: 'CONVERTED_LEAD', type: 'UPLOAD_CLICKS' }],
    campaigns: [
      {
        ...{ name: 'Placas', bidding: 'MAXIMIZE_CONVERSIONS', budget: 250 },
        groups: [
          group('placas solares', ['precio', 'casa', 'subvenciones', 'kit'], {
            ...{ clicks: 110, cpc: 2.1, rate: 0.013 },
          }),
        ],
      },
      {
        ...{ name: 'Baterías', bidding: 'MAXIMIZE_CONVERSIONS', budget: 80 },
        groups: [
          group('batería solar', ['litio', 'precio', 'casa'], {
            ...{ clicks: 40, cpc: 1.8, rate: 0.01 },
          }),
        ],
      },
    ],
    expects: {
      mustNot: [['conversion-tracking'], ['campaigns-without-return'], ['wasted-search-terms']],
      mostCards: 5,
    },
  },
]
