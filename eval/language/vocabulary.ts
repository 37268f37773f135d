/** What shopkeepers and searchers say in five languages; the evaluation's own lists, shared with nothing in src/. */

export type Language = 'es' | 'en' | 'ca' | 'pt' | 'fr'

/** One thing and its forms: singular, plural, other gender; they mean the same. */
export type Forms = readonly string[]

export type Tongue = {
  /** Trades: what is sold, and what buyers add to it. */
  trades: readonly { things: readonly Forms[]; wishes: readonly Forms[] }[]
  /** What people who never buy add: each stands for a whole kind of search. */
  idle: readonly Forms[]
  free: readonly Forms[]
  /** Before and after a thing, without a meaning of their own. */
  before: readonly string[]
  after: readonly string[]
  /** Places that are not served; they come with a preposition. */
  towns: readonly string[]
}

const forms = (text: string): Forms[] => text.split(', ').map((one) => one.split('/'))

export const TONGUES: Record<Language, Tongue> = {
  es: {
    trades: [
      {
        things: forms('lámpara/lámparas, ventilador/ventiladores, persiana/persianas'),
        wishes: forms('blanca/blanco/blancas, techo, salón, moderna/moderno/modernas'),
      },
      {
        things: forms('pienso/piensos, arnés/arneses, transportín'),
        wishes: forms('perro/perros, gato/gatos, adulto/adultos, cachorro/cachorros'),
      },
    ],
    idle: forms('empleo/empleos, plano/planos, averiado/averiada, wallapop, significado, dibujo'),
    free: forms('gratis/gratuito/gratuita'),
    before: ['cómo', 'para qué', 'cuál', 'dónde', 'qué', 'cuándo', 'porqué'],
    after: ['para el', 'desde', 'hasta', 'durante', 'hacia', 'según', 'entre ellos'],
    towns: ['lugo', 'teruel', 'melilla', 'badajoz'],
  },
  en: {
    trades: [
      {
        things: forms('solar/solars, panel/panels, battery/batteries'),
        wishes: forms('quote/quotes, installer/installers, roof/roofs, price/prices'),
      },
      {
        things: forms('mattress/mattresses, pillow/pillows, bed/beds'),
        wishes: forms('double, foam, cooling, guest/guests'),
      },
    ],
    idle: forms('jobs/job, diy, meaning, rental/rentals, broken, donate'),
    free: forms('free'),
    before: ['how to', 'what is the', 'where', 'which', 'why do', 'who', 'when'],
    after: ['for', 'from', 'with the', 'at', 'into', 'about my', 'of'],
    towns: ['leeds', 'austin', 'perth', 'derby'],
  },
  ca: {
    trades: [
      {
        things: forms('bicicleta/bicicletes, casc/cascos, seient/seients'),
        wishes: forms('elèctrica/elèctric/elèctriques, infantil/infantils, plegable/plegables'),
      },
    ],
    idle: forms('feina/feines, dibuix/dibuixos, trencat/trencada, wallapop, manual'),
    free: forms('gratuït/gratuïta/gratis'),
    before: ['com', 'quin', 'què', 'on', 'quant', 'quina'],
    after: ['pel', 'fins', 'amb el', 'sense', 'dins', 'entre'],
    towns: ['reus', 'manresa', 'vic', 'olot'],
  },
  pt: {
    trades: [
      {
        things: forms('colchão/colchões, almofada/almofadas, cadeira/cadeiras'),
        wishes: forms('bebê/bebês, ortopédica/ortopédico, casal, conforto'),
      },
    ],
    idle: forms('vagas/vaga, desenho/desenhos, quebrado/quebrada, olx, significado'),
    free: forms('grátis/gratuito/gratuita'),
    before: ['qual', 'quando', 'como', 'quanto', 'aonde', 'quais'],
    after: ['pelo', 'até', 'numa', 'sem', 'pela', 'num'],
    towns: ['recife', 'braga', 'faro', 'olinda'],
  },
  fr: {
    trades: [
      {
        things: forms('chauffage/chauffages, poêle/poêles, radiateur/radiateurs'),
        wishes: forms('électrique/électriques, bois, fonte, mural/murale/muraux'),
      },
    ],
    idle: forms('emploi/emplois, schéma/schémas, cassé/cassée, leboncoin, définition'),
    free: forms('gratuit/gratuite/gratuits'),
    before: ['comment', 'pourquoi', 'quel', 'où', 'quand', 'quelle'],
    after: ['pour', 'avec', 'chez', 'sans', 'dans', 'sous', 'vers'],
    towns: ['lille', 'rennes', 'nancy', 'brest'],
  },
}

/** The little word before a place. */
export const IN: Record<Language, string> = { es: 'en', en: 'in', ca: 'a', pt: 'em', fr: 'à' }

/** Numbers, sizes, units and years: no kind of search by themselves. */
export const SIZES = [
  '10',
  '10 kg',
  '40mm',
  '2x4',
  '90x190',
  '2025',
  '12 v',
  '50 cm',
  '3 m2',
  '500 ml',
  '1,5 l',
  '24 h',
] as const

export const WORDED_SIZES: Record<Language, readonly string[]> = {
  es: ['talla 42', '80 litros', '20 kilos', 'tamaño 3', 'número 38'],
  en: ['size 42', '80 litres', '20 pounds', '6 inch', '5 pack'],
  ca: ['talla 42', '80 litres', '20 quilos', 'mida 3'],
  pt: ['tamanho 42', '80 litros', '20 quilos', 'medida 3'],
  fr: ['taille 42', '80 litres', '20 kilos', 'pointure 38'],
}

/** A brand, what the shop may be called, and ordinary words of its trade that look like it. */
export type BrandCase = {
  account: string
  language: Language
  /** What the owner has listed, if anything. */
  own?: readonly string[]
  brand: readonly string[]
  others: readonly string[]
}

export const BRANDS: readonly BrandCase[] = [
  {
    account: 'Urban Ciclos',
    language: 'es',
    brand: ['urban', 'urban ciclos', 'urbanciclos', 'ciclos urban opiniones', 'urbanciclos.es'],
    others: [
      'bicicleta eléctrica urbana',
      'bicicletas urbanas',
      'bici urbano mujer',
      'patinete urbanita',
      'bicicleta suburbana',
      'ropa urbanización',
    ],
  },
  {
    account: 'Natura Cosmètics',
    language: 'ca',
    brand: ['natura', 'natura cosmetics', 'botiga natura', 'naturacosmetics.cat'],
    others: ['crema natural', 'sabó naturals', 'cosmètica naturalesa', 'pell connatural'],
  },
  {
    account: 'Solar Bright Ltd',
    language: 'en',
    own: ['bright'],
    brand: ['bright', 'solar bright reviews', 'bright solar'],
    others: ['brighter roof panels', 'brightness sensor panels', 'solar panels', 'solar quotes'],
  },
  {
    account: 'Casa Verde Móveis',
    language: 'pt',
    own: ['casa verde'],
    brand: ['casa verde', 'loja casa verde', 'casaverde', 'casaverde.pt'],
    others: ['cadeira verde', 'sofá para casa', 'casaco verdejante', 'casal cama'],
  },
  {
    account: 'Marin Chauffage',
    language: 'fr',
    brand: ['marin', 'chauffage marin avis', 'marinchauffage', 'www.marinchauffage.fr'],
    others: ['chauffage marine nationale', 'poêle submarine', 'radiateur marinade', 'marinier'],
  },
  {
    account: 'lumenclima.es',
    language: 'es',
    brand: ['lumenclima', 'lumen clima', 'lumenclima opiniones', 'www lumenclima es'],
    others: ['bombilla lumenes', 'clima laboral', 'aire climatizado', 'volumen'],
  },
  {
    account: 'Óptica Cristal',
    language: 'es',
    own: ['optica cristal', 'cristalóptica'],
    brand: ['optica cristal', 'cristal óptica', 'cristaloptica', 'optica cristal lugo'],
    others: ['gafas cristal oscuro', 'cristales progresivos', 'cristalino operación'],
  },
  {
    account: 'Apex Panels',
    language: 'en',
    brand: ['apex', 'apex panels review', 'apexpanels.co.uk', 'apexsolar'],
    others: ['apexart gallery', 'solar panels quote', 'panels', 'apexing race line'],
  },
  {
    account: 'Ostra',
    language: 'pt',
    brand: ['ostra', 'ostra colchões', 'ostracolchões'],
    others: ['mostra almofada', 'ostracismo', 'demonstra cadeira'],
  },
  {
    account: 'Brin de Bois',
    language: 'fr',
    brand: ['brin de bois', 'brindebois.fr', 'poêle brin bois avis'],
    others: ['brindille bois', 'poêle bois', 'brindisi hotel'],
  },
]
