import { group, type OddAccount, search, tail } from './odd-account.ts'

/** Where unlike searches share a campaign, and the mean of all is none of theirs. */
export const MIXED: OddAccount[] = [
  {
    name: 'optician whose brand stands among its glasses',
    ...{ called: 'Óptica Vallés', rough: 25 },
    actions: [{ name: 'Formulario', category: 'SUBMIT_LEAD_FORM' }],
    campaigns: [
      {
        ...{ name: 'Todo', bidding: 'MANUAL_CPC', budget: 90 },
        groups: [
          {
            ...{ name: 'Todo', bid: 0.9 },
            keywords: [
              {
                ...{ text: 'óptica vallés', match: 'PHRASE' },
                searches: [
                  search('óptica vallés', 14, 0.2, 0.22),
                  search('óptica vallés opiniones', 4, 0.25, 0.1),
                ],
              },
              {
                ...{ text: 'gafas graduadas', match: 'BROAD' },
                searches: [
                  search('gafas graduadas baratas', 25, 0.7, 0.02),
                  search('gafas graduadas online', 20, 0.8, 0.014),
                  search('arreglar gafas', 12, 0.6, 0.001),
                  search('gafas de sol ray ban', 18, 0.7, 0.001),
                ],
              },
              {
                ...{ text: 'lentillas', match: 'BROAD' },
                searches: [
                  search('lentillas diarias', 20, 0.5, 0.009),
                  search('lentillas de colores', 22, 0.4, 0.0004),
                ],
              },
            ],
          },
        ],
      },
    ],
    expects: {
      must: [
        ['wasted-search-terms', /colores|ray ban|arreglar/],
        ['brand-mix', /Todo/],
      ],
      mustNot: [['wasted-search-terms', /graduadas/]],
      mostCards: 7,
    },
  },
  {
    name: 'own name, a rival and the trade in one ad group',
    ...{ called: 'Fisio Nexum', rough: 25 },
    actions: [{ name: 'Cita', category: 'BOOK_APPOINTMENT' }],
    campaigns: [
      {
        ...{ name: 'Fisioterapia', bidding: 'MAXIMIZE_CONVERSIONS', budget: 60 },
        groups: [
          {
            name: 'Todo',
            keywords: [
              {
                ...{ text: 'nexum', match: 'PHRASE' },
                searches: [
                  search('fisio nexum', 8, 0.3, 0.2),
                  search('nexum opiniones', 3, 0.3, 0.1),
                ],
              },
              {
                ...{ text: 'fisioclinic', match: 'PHRASE' },
                searches: [
                  search('fisioclinic', 6, 1.4, 0.01),
                  search('fisioclinic teléfono', 4, 1.3, 0),
                ],
              },
              {
                ...{ text: 'fisioterapeuta bilbao', match: 'PHRASE' },
                searches: tail('fisioterapeuta bilbao', ['precio', 'urgente', 'espalda'], {
                  ...{ clicks: 18, cpc: 1.2, rate: 0.07 },
                }),
              },
            ],
          },
        ],
      },
    ],
    expects: {
      must: [['brand-mix', /Separa la marca/]],
      mustNot: [
        ['wasted-search-terms', /nexum|espalda|precio|urgente/],
        ['dear-keywords|idle-keywords', /nexum|fisioterapeuta/],
      ],
      mostCards: 5,
    },
  },
  {
    name: 'three hotels of one owner, each sought by its name',
    ...{ called: 'Grupo Norte', rough: 25 },
    actions: [{ name: 'Reserva pedida', category: 'SUBMIT_LEAD_FORM' }],
    campaigns: [
      { hotel: 'Hotel Playa', town: 'cádiz', rate: 0.013 },
      { hotel: 'Hotel Sierra', town: 'granada', rate: 0.011 },
      { hotel: 'Hotel Centro', town: 'madrid', rate: 0.0015 },
    ].map(({ hotel, town, rate }) => ({
      ...{ name: hotel, bidding: 'MANUAL_CPC', budget: 60 },
      groups: [
        group(
          hotel.toLowerCase(),
          ['reservas', 'teléfono', 'opiniones'],
          { clicks: 20, cpc: 0.2, rate: 0.12 },
          0.3,
        ),
        group(
          `hotel en ${town}`,
          ['barato', 'con piscina', 'ofertas'],
          { clicks: 45, cpc: 0.9, rate },
          1.1,
        ),
      ],
    })),
    expects: {
      must: [
        ['keyword-bids|wasted-search-terms|dear-keywords', /madrid/],
        ['brand-mix', /3 campañas/],
      ],
      mustNot: [
        ['wasted-search-terms', /cádiz|granada/],
        ['keyword-bids', /Sube la puja de «hotel (playa|sierra|centro)»/],
      ],
    },
  },
  {
    name: 'one order of 30,000 beside chairs at 190',
    ...{ called: 'Muebles Contract', rough: 25 },
    actions: [{ name: 'Compra', category: 'PURCHASE', countingType: 'MANY_PER_CLICK' }],
    campaigns: [
      {
        ...{ name: 'Sillas', bidding: 'TARGET_ROAS', targetRoas: 3, budget: 120 },
        groups: [
          group('silla oficina', ['ergonómica', 'barata', 'pack'], {
            ...{ clicks: 110, cpc: 0.8, rate: 0.013, value: 190 },
          }),
        ],
      },
      {
        ...{ name: 'Mesas', bidding: 'TARGET_ROAS', targetRoas: 3, budget: 120 },
        groups: [
          group('mesa reuniones', ['madera', 'redonda'], {
            ...{ clicks: 50, cpc: 0.9, rate: 0.0005, value: 30_000 },
          }),
        ],
      },
    ],
    expects: {
      mustNot: [
        ['dear-keywords|low-roas', /[Mm]esa/],
        ['wasted-search-terms', /[Mm]esa/],
      ],
    },
  },
  {
    name: 'generic words that pay for their place',
    ...{ called: 'Viajes Lira', rough: 25 },
    actions: [{ name: 'Formulario', category: 'SUBMIT_LEAD_FORM' }],
    campaigns: [
      {
        ...{ name: 'Genéricas', bidding: 'TARGET_IMPRESSION_SHARE', budget: 150 },
        groups: [
          group('viajes organizados', ['japón', 'mayores', 'perú'], {
            ...{ clicks: 50, cpc: 2.9, rate: 0.018 },
          }),
        ],
      },
      {
        ...{ name: 'Destinos', bidding: 'MAXIMIZE_CONVERSIONS', budget: 150 },
        groups: [
          group('viaje a japón', ['15 días', 'precio', 'grupo'], {
            ...{ clicks: 70, cpc: 1.2, rate: 0.025 },
          }),
        ],
      },
    ],
    expects: { must: [['smart-bidding', /Genéricas/]], mostCards: 6 },
  },
]
