import { expect, test } from 'vitest'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../samples/sample-account.ts'
import { isBrandCampaign, protectionOf } from './brand.ts'

const account = sampleAccount({
  campaigns: [
    campaign({ id: '1', name: 'Zapatos' }),
    campaign({ id: '2', name: 'ES | Marca | Exacta' }),
    campaign({ id: '3', name: 'Competencia' }),
  ],
  keywords: [
    ...sampleAccount().keywords,
    keyword('pisafirme', sums(9, 1), { campaignId: '2' }),
    keyword('pisafirme zapatos', sums(9, 1), { campaignId: '2' }),
  ],
})
const { reasonFor } = protectionOf(account)

test('words of the account name and of its brand campaigns are the brand', () => {
  expect(reasonFor('opiniones Lumbre', '1')).toBe('marca')
  expect(reasonFor('calzadoslumbre', '1')).toBe('marca')
  expect(reasonFor('pisafirme rebajas', '1')).toBe('marca')
  expect(reasonFor('alumbrado navideño', '1')).toBeNull()
})

test('what the client names counts: his brand by word or phrase, and what he wants left alone', () => {
  const { reasonFor } = protectionOf({
    ...account,
    ownWords: { brand: ['Zapatos', 'la casa azul', '!!'], protected: ['novia', 'bota alta'] },
  })
  expect(reasonFor('zapato rojo', '1')).toBe('marca')
  expect(reasonFor('casa azul de la playa', '1')).toBe('marca')
  expect(reasonFor('casa roja', '1')).toBeNull()
  expect(reasonFor('vestidos de novias', '1')).toBe('protegida')
  expect(reasonFor('botas altas baratas', '1')).toBe('protegida')
  expect(reasonFor('botas bajas', '1')).toBeNull()
})

test('a word of the name that neither sells better nor costs less is a place or a thing', () => {
  const ofName = (sold: number, price: number) =>
    protectionOf(
      sampleAccount({
        account: { ...account.account, name: 'Viajes Altamira' },
        campaigns: [campaign({ id: '1', name: 'Excursiones' })],
        keywords: [
          ...['picos de europa', 'santander', 'cabárceno', 'liébana', 'santillana'].map((place) =>
            keyword(`excursión ${place}`, sums(400, 20)),
          ),
          keyword('excursión cuevas altamira', sums(900, sold, price)),
        ],
      }),
    )
  const reasonOf = (sold: number, price: number) =>
    ofName(sold, price).reasonFor('entradas cuevas altamira', '1')
  expect(reasonOf(14, 0.5)).toBeNull()
  expect(reasonOf(180, 0.5)).toBe('marca')
  expect(reasonOf(14, 0.1)).toBe('marca')
  expect(ofName(14, 0.5).reasonFor('viajes altamira opiniones', '1')).toBe('marca')
})

test('trade words in the name, and what half the keywords say, are not', () => {
  expect(reasonFor('calzados baratos', '1')).toBeNull()
  expect(reasonFor('zapatos rojos', '1')).toBeNull()
})

test('everything in a brand or competitor campaign is left alone', () => {
  expect(reasonFor('zapatos rojos', '2')).toBe('marca')
  expect(reasonFor('otra tienda', '3')).toBe('competencia')
})

test.each([
  ['Marca', true],
  ['Search_Brand_ES', true],
  ['No marca - genéricas', false],
  ['Non-brand', false],
  ['Search_Non_Brand', false],
  ['Genérico - Marca excluida', false],
  ['Genérico marca', false],
  ['Sense marca', false],
  ['Marca | Exacta', true],
  ['Marcadores', false],
])('%s is a brand campaign: %s', (name, expected) => {
  expect(isBrandCampaign({ name })).toBe(expected)
})

test('a place in the name is no brand where other campaigns live on it; the whole name is', () => {
  const word = (text: string, campaignId = '1') => keyword(text, sums(9, 1), { campaignId })
  const hotel = sampleAccount({
    account: { ...sampleAccount().account, name: 'Hotel Mirador del Cabo' },
    campaigns: [campaign({ id: '1', name: 'Destino' }), campaign({ id: '2', name: 'Marca · ES' })],
    keywords: [
      ...['hotel cabo de gata', 'hoteles cabo de gata', 'playas de níjar', 'hotel almería'].map(
        (t) => word(t),
      ),
      ...['mirador del cabo', 'hotel mirador del cabo'].map((text) => word(text, '2')),
    ],
  })
  const brand = protectionOf(hotel)
  expect(brand.reasonFor('vacaciones cabo de gata', '1')).toBeNull()
  expect(brand.reasonFor('mirador del cabo opiniones', '1')).toBe('marca')
  expect(brand.reasonFor('hotel mirador', '1')).toBe('marca')
  const places = hotel.keywords.map((one) => ({
    ...one,
    text: one.text.replace('gata', 'mirador'),
  }))
  const common = protectionOf({
    ...hotel,
    keywords: [...places, word('mirador'), word('mirador hotel')],
  })
  expect(common.reasonFor('hotel mirador', '1')).toBeNull()
  expect(common.reasonFor('mirador del cabo opiniones', '1')).toBe('marca')
})

const bikes = (name: string, brand: string[] = []) =>
  protectionOf(
    sampleAccount({
      account: { ...sampleAccount().account, name },
      keywords: ['bicicleta eléctrica', 'bicicleta paseo', 'urbanización', 'bikes'].map((text) =>
        keyword(text, sums(9, 1)),
      ),
      ownWords: { brand, protected: [] },
    }),
  )

test.each([
  ['urban', 'marca'],
  ['urban madrid', 'marca'],
  ['urbanbikes', 'marca'],
  ['www.urbanbikes.es', 'marca'],
  ['urbanshop', 'marca'],
  ['bicicleta eléctrica urbana', null],
  ['bicicletas urbanas', null],
  ['bici urbano', null],
  ['suburban', null],
  ['bicicleta para urbanización', null],
])('the brand Urban, by whole words: «%s» %s', (query, reason) => {
  expect(bikes('Urban').reasonFor(query, '1')).toBe(reason)
})

test.each([
  ['urbanbikes.es', 'urban bikes opiniones', 'marca'],
  ['urbanbikes.es', 'urban bici', null],
  ['Urban Bikes', 'urbanbikes', 'marca'],
  ['Marin', 'submarine', null],
  ['Marin', 'marine nationale', null],
  ['Marin', 'camisa marinera', null],
])('%s: «%s» %s', (name, query, reason) => {
  expect(bikes(name).reasonFor(query, '1')).toBe(reason)
})

test('where the owner says his brand is a phrase, its words alone are not', () => {
  expect(bikes('Cristal Roble').reasonFor('mesa roble', '1')).toBe('marca')
  const { reasonFor } = bikes('Cristal Roble', ['cristal roble'])
  expect(reasonFor('mesa roble', '1')).toBeNull()
  expect(reasonFor('cristalroble', '1')).toBe('marca')
  expect(reasonFor('roble cristal tienda', '1')).toBe('marca')
})

test('a word of the name that many keywords have is the brand where these sell far better', () => {
  const words = (clicks: number, conversions: number) => (text: string) =>
    keyword(text, sums(clicks, conversions))
  const shop = (conversions: number) =>
    protectionOf(
      sampleAccount({
        account: { ...sampleAccount().account, name: 'Muebles Alerce' },
        keywords: [
          ...['alerce', 'alerce mesas', 'alerce sillas'].map(words(100, conversions)),
          ...['mesa roble', 'silla pino', 'cama', 'sofá', 'espejo'].map(words(400, 12)),
        ],
      }),
    )
  expect(shop(25).reasonFor('alerce catálogo', '1')).toBe('marca')
  expect(shop(4).reasonFor('alerce catálogo', '1')).toBeNull()
})

test('so is one in half of them that sells better for less than half of the price', () => {
  const clinic = (cpc: number, sold = 160) =>
    protectionOf(
      sampleAccount({
        account: { ...sampleAccount().account, name: 'Fisio Nexum' },
        keywords: [
          keyword('nexum', sums(1_000, sold, cpc)),
          keyword('fisioterapeuta bilbao', sums(1_500, 100, 1.2)),
        ],
      }),
    )
  expect(clinic(0.3).reasonFor('nexum teléfono', '1')).toBe('marca')
  expect(clinic(1).reasonFor('nexum teléfono', '1')).toBeNull()
  expect(clinic(0.3, 80).reasonFor('nexum teléfono', '1')).toBeNull()
  // What the trade is called for short is no half of a brand.
  expect(clinic(0.3).reasonFor('fisioclinic', '1')).toBeNull()
})

test.each([
  ['Tornillería Industrial Vega', ['tornillería industrial', 'tornillos a medida'], 'vega'],
  ['Casa Rural Los Álamos', ['casa rural sierra de gredos', 'escapada rural'], 'álamos'],
])('%s: words of the trade that stand together in keywords are no brand', (name, texts, brand) => {
  const { reasonFor } = protectionOf(
    sampleAccount({
      account: { ...sampleAccount().account, name },
      keywords: texts.map((text) => keyword(text, sums(400, 4))),
    }),
  )
  expect(reasonFor(`${texts[0]} precio`, '1')).toBeNull()
  expect(reasonFor(brand, '1')).toBe('marca')
  expect(reasonFor(`${name} opiniones`, '1')).toBe('marca')
})

test('without keywords, in Shopping alone, the trade of the name is known all the same', () => {
  const { reasonFor } = protectionOf(
    sampleAccount({
      account: { ...sampleAccount().account, name: 'Colchones Lirio' },
      campaigns: [campaign({ channelType: 'SHOPPING' })],
      keywords: [],
    }),
  )
  expect(reasonFor('colchón viscoelástico', '1')).toBeNull()
  expect(reasonFor('colchones baratos', '1')).toBeNull()
  expect(reasonFor('lirio opiniones', '1')).toBe('marca')
})

test('without keywords, what people search tells what the name says of the trade', () => {
  const { reasonFor } = protectionOf(
    sampleAccount({
      account: { ...sampleAccount().account, name: 'Cafeteras Moka' },
      campaigns: [campaign({ channelType: 'SHOPPING' })],
      keywords: [],
      searchTerms: ['italiana', 'barata', 'superautomática', 'repuestos'].map((word) =>
        searchTerm(`cafetera ${word}`, sums(400, 4)),
      ),
    }),
  )
  expect(reasonFor('repuestos cafetera', '1')).toBeNull()
  expect(reasonFor('moka opiniones', '1')).toBe('marca')
})

test('two words of a longer name that sell far better than the rest are the brand', () => {
  const { reasonFor } = protectionOf(
    sampleAccount({
      account: { ...sampleAccount().account, name: 'Gabinete Pilar Gómez' },
      keywords: [
        ...['pilar gómez', 'pilar gómez cita'].map((text) => keyword(text, sums(300, 60))),
        ...['ortodoncia', 'implantes', 'carillas'].map((text) => keyword(text, sums(900, 9))),
      ],
    }),
  )
  expect(reasonFor('pilar gómez teléfono', '1')).toBe('marca')
})

test('a name that says what is sold is no brand: keywords with it cost no less than the others', () => {
  const tours = (cpc: number, clicks = 3_000) =>
    protectionOf(
      sampleAccount({
        account: { ...sampleAccount().account, name: 'Kyoto Tours' },
        keywords: [
          keyword('kyoto tour', sums(clicks, clicks / 30, cpc)),
          keyword('free walking tour', sums(1_200, 2, 0.9)),
        ],
      }),
    )
  expect(tours(1.2).reasonFor('kyoto tours private', '1')).toBeNull()
  expect(tours(1.2).isKnown).toBe(false)
  expect(tours(0.3).reasonFor('kyoto tours private', '1')).toBe('marca')
  // A few clicks may be dear by chance.
  expect(tours(1.2, 60).reasonFor('kyoto tours private', '1')).toBe('marca')
})

test.each([
  ['3M España', ['cinta adhesiva', 'mascarillas'], 'cinta 3m', 'cinta adhesiva'],
  ['O2 Fitness', ['gimnasio granada', 'fitness granada'], 'o2 fitness granada', 'fitness granada'],
  ['Turrón 1880', ['turrón de jijona', 'turrón duro'], 'turron 1880 precio', 'turrón blando'],
  ['Turrón 2024', ['turrón de jijona', 'turrón duro'], null, 'turrón 2024'],
])('%s is named by its sign or number, not by its trade', (name, texts, brand, trade) => {
  const { reasonFor } = protectionOf(
    sampleAccount({
      account: { ...sampleAccount().account, name },
      keywords: texts.map((text) => keyword(text, sums(400, 4))),
    }),
  )
  if (brand) expect(reasonFor(brand, '1')).toBe('marca')
  expect(reasonFor(trade, '1')).toBeNull()
})

test('two letters or a number that all keywords of the brand campaign have are the brand', () => {
  const { reasonFor } = protectionOf({
    ...account,
    keywords: [
      ...sampleAccount().keywords,
      ...['hp zapatos', 'zapatos hp mujer', 'hp'].map((text) =>
        keyword(text, sums(9, 1), { campaignId: '2' }),
      ),
    ],
  })
  expect(reasonFor('botas hp', '1')).toBe('marca')
  expect(reasonFor('botas mujer', '1')).toBeNull()
})

test.each([
  ['Fontaneros 24 Horas Valencia', 'fontanero 24 horas gratis'],
  ['Cerrajeros 24h', 'cerrajero 24h precio'],
  ['Cerrajería Urgente 24h', 'cerrajería urgente 24h'],
  ['Servei 24 Hores', 'fontaner 24 hores'],
  ['Créditos Rápidos Online', 'créditos rápidos sin nómina'],
])('«%s» is named by no hours and no hurry', (name, query) => {
  const { reasonFor } = protectionOf(
    sampleAccount({
      account: { ...sampleAccount().account, name },
      keywords: [
        'servicio a domicilio',
        'reformas',
        'presupuesto',
        'crédito',
        'préstamo',
        query,
      ].map((text) => keyword(text, sums(400, 16))),
    }),
  )
  expect(reasonFor(query, '1')).toBeNull()
})

test.each([
  ['Cerrajeros 24h Ortiz', 'ortiz cerrajero'],
  ['Turrón 1880', 'turron 1880 24 horas'],
  ['3M España', 'cinta 3m'],
  ['Relojería La Hora', 'la hora opiniones'],
  ['American Express', 'american express'],
])('what else «%s» is called stays its brand', (name, query) => {
  const { reasonFor } = protectionOf(
    sampleAccount({ account: { ...sampleAccount().account, name } }),
  )
  expect(reasonFor(query, '1')).toBe('marca')
})

test('what is little in one sense names nobody, whatever stands beside it', () => {
  const { reasonFor } = protectionOf(
    sampleAccount({ account: { ...sampleAccount().account, name: 'Taller Sobre Ruedas' } }),
  )
  expect(reasonFor('libros sobre motos', '1')).toBeNull()
  expect(reasonFor('sobre ruedas', '1')).toBe('marca')
})

test('a name for which rivals bid is the brand where it sells, though its clicks are a little dearer', () => {
  const olivella = (conversions: number) =>
    protectionOf(
      sampleAccount({
        account: { ...sampleAccount().account, name: 'Casa Olivella' },
        keywords: [
          keyword('casa olivella', sums(800, conversions, 0.55)),
          keyword('muebles de roble', sums(3_000, 60, 0.5)),
        ],
      }),
    )
  expect(olivella(80).reasonFor('casa olivella teléfono', '1')).toBe('marca')
  expect(olivella(16).reasonFor('casa olivella teléfono', '1')).toBeNull()
})

test('a word of the name in a campaign for rivals names the rival', () => {
  const { namesBrand } = protectionOf(
    sampleAccount({
      account: { ...sampleAccount().account, name: 'Despacho Serra' },
      campaigns: [campaign(), campaign({ id: '2', name: 'Competencia' })],
    }),
  )
  expect(namesBrand({ text: 'despacho garrigues', campaignId: '2' })).toBe(false)
  expect(namesBrand({ text: 'despacho serra', campaignId: '1' })).toBe(true)
})

test('a name of one word is the brand in a campaign for rivals too', () => {
  const { namesBrand } = protectionOf(
    sampleAccount({
      account: { ...sampleAccount().account, name: 'Zapatia' },
      campaigns: [campaign(), campaign({ id: '2', name: 'Competencia' })],
    }),
  )
  expect(namesBrand({ text: 'zapatia teléfono', campaignId: '2' })).toBe(true)
})

test('a name whose clicks are cheaper is the brand though hardly any of them buys', () => {
  const { reasonFor } = protectionOf(
    sampleAccount({
      account: { ...sampleAccount().account, name: 'Norte Sereno' },
      keywords: [
        keyword('norte sereno', sums(1_500, 0, 0.42)),
        keyword('muebles de roble', sums(3_000, 60, 0.5)),
      ],
    }),
  )
  expect(reasonFor('norte sereno clientes', '1')).toBe('marca')
})
