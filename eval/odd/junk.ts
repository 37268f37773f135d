import { group, type OddAccount, search, tail } from './odd-account.ts'

const LEAD = [{ name: 'Llamada', category: 'PHONE_CALL_LEAD' }]
const JUNK = [
  'funeraria madrid esquelas',
  'funeraria madrid trabajo',
  'tanatorio m30',
  'tanatorio sur teléfono',
  'esquelas de hoy',
  'flores para tanatorio',
]

type Unnamed = Omit<OddAccount, 'name' | 'expects'>

const funeral: Unnamed = {
  called: 'Funeraria Paz',
  rough: 25,
  actions: LEAD,
  goal: 60,
  campaigns: [
    {
      ...{ name: 'Funerarias', bidding: 'MANUAL_CPC', budget: 150 },
      groups: [
        {
          ...{ name: 'funeraria madrid', bid: 3.2 },
          keywords: [
            {
              ...{ text: 'funeraria madrid', match: 'PHRASE' },
              searches: [
                search('funeraria madrid', 10, 3, 0.09),
                search('funeraria madrid precios', 6, 3.2, 0.12),
                search('funeraria madrid esquelas', 9, 2.4, 0.001),
                search('funeraria madrid trabajo', 3, 2, 0),
              ],
            },
          ],
        },
        {
          ...{ name: 'tanatorio', bid: 3 },
          keywords: [
            {
              ...{ text: 'tanatorio', match: 'BROAD' },
              searches: [
                search('tanatorio m30', 20, 1.8, 0.002),
                search('tanatorio sur teléfono', 14, 1.7, 0.001),
                search('esquelas de hoy', 18, 1.2, 0),
                search('contratar entierro', 5, 3.4, 0.14),
                search('precio incineración', 8, 3, 0.11),
                search('flores para tanatorio', 9, 1.4, 0.001),
              ],
            },
          ],
        },
      ],
    },
  ],
}

/** `clicks` a day: for repairs, bargains, manuals, codes of errors and technicians. */
const washers = (budget: number, cheap: number, clicks: readonly number[]): Unnamed => ({
  called: 'Reparaciones Sol',
  rough: 25,
  actions: LEAD,
  goal: 40,
  campaigns: [
    {
      ...{ name: 'Lavadoras', bidding: 'TARGET_CPA', targetCpa: 40, budget },
      groups: [
        {
          name: 'reparar lavadora',
          keywords: [
            {
              ...{ text: 'reparar lavadora', match: 'BROAD' },
              searches: [
                search('reparar lavadora', clicks[0]!, 2, 0.08),
                search('lavadoras baratas', clicks[1]!, 1.6, cheap),
                search('manual lavadora bosch', clicks[2]!, 1.2, 0),
                search('código error lavadora', clicks[3]!, 1.1, 0),
                search('técnico lavadoras', clicks[4]!, 2.2, 0.09),
              ],
            },
          ],
        },
      ],
    },
    {
      ...{ name: 'Calderas', bidding: 'TARGET_CPA', targetCpa: 40, budget: 150 },
      groups: [
        group('reparar caldera', ['gas', 'urgente', 'precio'], {
          ...{ clicks: 40, cpc: 2.2, rate: 0.07 },
        }),
      ],
    },
  ],
})

/** Each of few clicks: what they have in common is a word for work, and towns that the account sells in too. */
const jobSearches = ['empleo', 'sueldo', 'oferta de empleo', 'trabajar', 'curso', 'oposiciones']
  .flatMap((job) =>
    ['barcelona', 'badalona', 'mañanas', 'sin experiencia', 'urgente'].map(
      (more) => `${job} limpieza ${more}`,
    ),
  )
  .map((text) => search(text, 0.8, 0.9, 0))

const bargains = washers(250, 0.0003, [4, 60, 45, 35, 3])

/** Most of what a keyword costs goes to searches that it is not for. */
export const JUNK_SEARCHES: OddAccount[] = [
  {
    ...funeral,
    name: 'funeral home whose broad keyword brings mourners',
    expects: {
      first: 'wasted-search-terms',
      must: [['wasted-search-terms', /tanatorio m30/]],
      mustNot: [['keyword-bids', /Baja/]],
    },
  },
  {
    ...funeral,
    name: 'the same once they are excluded',
    excluded: JUNK,
    expects: {
      mustNot: [['keyword-bids', /Baja/], ['wasted-search-terms'], ['match-type-mix']],
    },
  },
  {
    ...washers(150, 0.0005, [10, 40, 30, 25, 8]),
    name: 'a target CPA missed for manuals and bargains',
    expects: {
      first: 'wasted-search-terms',
      must: [['wasted-search-terms', /lavadoras baratas/]],
      mustNot: [
        ['wasted-search-terms', /técnico lavadoras/],
        ['bid-targets', /no se alcanza/],
      ],
    },
  },
  {
    name: 'covers and telephones under one target CPA',
    called: 'MóvilYa',
    rough: 25,
    campaigns: [
      {
        ...{ name: 'Todo', bidding: 'TARGET_CPA', targetCpa: 12, budget: 200 },
        groups: [
          group('funda iphone', ['15', '16', 'silicona', 'barata'], {
            ...{ clicks: 90, cpc: 0.25, rate: 0.04, value: 14 },
          }),
          group('iphone reacondicionado', ['15', '14', 'barato', 'pro'], {
            ...{ clicks: 60, cpc: 0.7, rate: 0.02, value: 480 },
          }),
        ],
      },
    ],
    expects: { must: [['value-bidding', /iphone reacondicionado/]] },
  },
  {
    name: 'those who look for work where cleaning is sold',
    ...{ called: 'Plantea Servicios', rough: 25, actions: LEAD },
    campaigns: [
      {
        ...{ name: 'Limpieza', bidding: 'MAXIMIZE_CONVERSIONS', budget: 160 },
        groups: [
          {
            name: 'limpieza oficinas',
            keywords: [
              {
                ...{ text: 'limpieza oficinas', match: 'BROAD' },
                searches: [
                  ...tail('limpieza oficinas', ['empresa', 'precio', 'barcelona'], {
                    ...{ clicks: 36, cpc: 2.2, rate: 0.055 },
                  }),
                  ...jobSearches,
                ],
              },
            ],
          },
        ],
      },
    ],
    expects: {
      first: 'wasted-ngrams',
      must: [['wasted-ngrams', /«empleo».*«sueldo»|«sueldo».*«empleo»/]],
      mustNot: [
        ['wasted-ngrams', /badalona|barcelona|mañanas|urgente/],
        ['wasted-search-terms', /empresa|precio/],
      ],
      mostCards: 4,
    },
  },
  {
    ...bargains,
    name: 'a campaign that sells nothing but by the searches it is for',
    expects: {
      first: 'wasted-search-terms',
      mustNot: [['campaigns-without-return'], ['bid-targets'], ['dear-keywords']],
    },
  },
  {
    ...bargains,
    name: 'that campaign once the others are excluded',
    excluded: ['lavadoras baratas', 'manual lavadora bosch', 'código error lavadora'],
    expects: {
      mustNot: [
        ['campaigns-without-return'],
        ['budget-shift'],
        ['bid-targets'],
        ['dear-keywords'],
        ['keyword-bids'],
      ],
    },
  },
]
