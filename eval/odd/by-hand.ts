import { type OddAccount, search, tail } from './odd-account.ts'

/** Where bids are set by hand, or for a name. */
export const BY_HAND: OddAccount[] = [
  {
    name: 'builder who bids by hand and says nothing',
    called: 'Reformas Vallès',
    actions: [{ name: 'Formulario', category: 'SUBMIT_LEAD_FORM' }],
    campaigns: [
      {
        ...{ name: 'Reformas', bidding: 'MANUAL_CPC', budget: 90 },
        groups: [
          {
            ...{ name: 'Reformas', bid: 1.9 },
            keywords: [
              {
                text: 'reformas integrales',
                match: 'PHRASE',
                searches: tail('reformas integrales', ['barcelona', 'precio', 'pisos'], {
                  clicks: 60,
                  cpc: 1.9,
                  rate: 0.038,
                }),
              },
              {
                text: 'reforma cocina',
                match: 'PHRASE',
                searches: tail('reforma cocina', ['precio', 'ideas'], {
                  clicks: 40,
                  cpc: 1.2,
                  rate: 0.05,
                }),
              },
              {
                text: 'reformas baratas',
                match: 'PHRASE',
                searches: [search('curso de reformas', 7, 1.5, 0.002)],
              },
            ],
          },
        ],
      },
    ],
    expects: {
      must: [['wasted-search-terms|idle-keywords', /curso de reformas|reformas baratas/]],
      mustNot: [
        ['keyword-bids', /«reformas integrales»/],
        ['wasted-search-terms', /integrales|cocina/],
      ],
    },
  },
  {
    name: 'only its own brand',
    called: 'Calzados Miralta',
    campaigns: [
      {
        ...{ name: 'Marca', bidding: 'MANUAL_CPC', budget: 40, rank: 0.04 },
        groups: [
          {
            ...{ name: 'Marca', bid: 0.3 },
            keywords: [
              {
                text: 'calzados miralta',
                match: 'EXACT',
                searches: [search('calzados miralta', 120, 0.18, 0.05, 70)],
              },
            ],
          },
        ],
      },
    ],
    expects: {
      mustNot: [
        ['term-breadth'],
        ['wasted-search-terms'],
        ['keyword-bids'],
        ['brand-mix', /Separa/],
        ['smart-bidding'],
      ],
    },
  },
  {
    name: 'names of competitors by hand',
    called: 'Gimnasios Pulso',
    actions: [{ name: 'Alta', category: 'SUBMIT_LEAD_FORM' }],
    campaigns: [
      {
        ...{ name: 'Competencia', bidding: 'MANUAL_CPC', budget: 50 },
        groups: [
          {
            ...{ name: 'Basic-Fit', bid: 1.2 },
            keywords: [
              {
                text: 'basic fit',
                match: 'PHRASE',
                searches: tail('basic fit', ['precio', 'horario', 'baja'], {
                  clicks: 30,
                  cpc: 1.1,
                  rate: 0.03,
                }),
              },
            ],
          },
        ],
      },
    ],
    expects: {
      mustNot: [['wasted-search-terms'], ['brand-mix']],
      says: [/de la marca, de la competencia/],
    },
  },
  {
    name: 'dynamic ads',
    called: 'Recambios Torque',
    campaigns: [
      {
        ...{ name: 'DSA', bidding: 'MANUAL_CPC', budget: 160 },
        groups: [
          {
            name: 'Todas las páginas',
            isDynamic: true,
            searches: [
              ...tail('pastillas de freno', ['ibiza', 'bosch'], {
                clicks: 90,
                cpc: 0.4,
                rate: 0.03,
                value: 58,
              }),
              search('batería coche 70ah', 30, 0.5, 0.06, 95),
              search('taller mecánico cerca', 25, 0.55, 0),
            ],
          },
        ],
      },
    ],
    expects: {
      must: [
        ['wasted-search-terms', /taller mecánico cerca/],
        ['converting-terms', /anuncios dinámicos/],
      ],
      mustNot: [['converting-terms', /^Añade/]],
    },
  },
]
