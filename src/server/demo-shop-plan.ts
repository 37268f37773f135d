/** The invented shoe shop behind /demo: what it advertises, and how its customers search. */

export type PlannedTerm = {
  text: string
  clicksPerDay: number
  /** Fraction of clicks that buy. */
  buys: number
}
export type PlannedKeyword = {
  text: string
  match: 'EXACT' | 'PHRASE' | 'BROAD'
  /** € per click. */
  cpc: number
  quality: number
  terms: PlannedTerm[]
}
export type PlannedGroup = {
  name: string
  headlines: string[]
  /** Mean € of a purchase. */
  basket: number
  keywords: PlannedKeyword[]
}
export type PlannedCampaign = {
  name: string
  budgetEuros: number
  /** Fractions of the searches it could have been shown for. */
  lostToBudget: number
  lostToRank: number
  groups: PlannedGroup[]
}

/** One line per keyword: text | match | cpc | quality, then its terms: text = clicks per day × share that buys. */
function keywords(...lines: string[]): PlannedKeyword[] {
  return lines.map((line) => {
    const [head = '', tail = ''] = line.split(' > ')
    const [text = '', match, cpc, quality] = head.split(' | ')
    const terms = tail.split(' ; ').map((term): PlannedTerm => {
      const [words = '', clicks, buys] = term.split(/ = | × /)
      return { text: words, clicksPerDay: Number(clicks), buys: Number(buys) }
    })
    return {
      text,
      match: match as PlannedKeyword['match'],
      cpc: Number(cpc),
      quality: Number(quality),
      terms,
    }
  })
}

export const DEMO_SHOP: PlannedCampaign[] = [
  {
    name: 'Marca',
    budgetEuros: 5,
    lostToBudget: 0,
    lostToRank: 0.04,
    groups: [
      {
        name: 'Calzados Lumbre',
        headlines: ['Calzados Lumbre', 'Tienda oficial', 'Envío en 24 horas'],
        basket: 68,
        keywords: keywords(
          'calzados lumbre | EXACT | 0.14 | 10 > calzados lumbre = 9 × 0.11',
          'lumbre zapatos | PHRASE | 0.18 | 9 > lumbre zapatos mujer = 2.5 × 0.1 ; zapatos lumbre opiniones = 0.8 × 0.04 ; lumbre zapatos outlet = 1.2 × 0.09',
        ),
      },
    ],
  },
  {
    name: 'Zapatos de mujer',
    budgetEuros: 17,
    lostToBudget: 0.31,
    lostToRank: 0.12,
    groups: [
      {
        name: 'Zapatos de tacón',
        headlines: ['Zapatos de tacón cómodos', 'Hechos en Elche', 'Devolución gratis'],
        basket: 62,
        keywords: keywords(
          'zapatos de tacón | BROAD | 0.46 | 6 > zapatos de tacon comodos = 4 × 0.045 ; zapatos tacon ancho = 3 × 0.05 ; como andar con tacones = 2.4 × 0 ; dibujos de zapatos de tacon = 1.6 × 0 ; zapatos tacon fiesta plateados = 2 × 0.06',
          'tacones de fiesta | PHRASE | 0.52 | 7 > tacones de fiesta = 2.6 × 0.055 ; tacones de fiesta alquiler = 1.3 × 0',
          'salones negros | EXACT | 0.41 | 8 > salones negros = 2.2 × 0.05',
        ),
      },
      {
        name: 'Bailarinas',
        headlines: ['Bailarinas de piel', 'Desde 39 €', 'Todas las tallas'],
        basket: 45,
        keywords: keywords(
          'bailarinas de piel | PHRASE | 0.33 | 8 > bailarinas de piel mujer = 3.5 × 0.06 ; bailarinas de piel negras = 2.2 × 0.065',
          'bailarinas | BROAD | 0.29 | 5 > bailarinas mujer = 4 × 0.035 ; clases de bailarinas de ballet = 2.2 × 0 ; bailarinas dibujo = 1.7 × 0 ; manoletinas comodas = 2.8 × 0.075',
        ),
      },
    ],
  },
  {
    name: 'Zapatillas de correr',
    budgetEuros: 60,
    lostToBudget: 0,
    lostToRank: 0.28,
    groups: [
      {
        name: 'Asfalto',
        headlines: ['Zapatillas para asfalto', 'Amortiguación máxima', 'Asesoría gratis'],
        basket: 96,
        keywords: keywords(
          'zapatillas running hombre | PHRASE | 0.58 | 6 > zapatillas running hombre = 5 × 0.03 ; zapatillas running hombre baratas = 3.5 × 0.018 ; zapatillas running hombre segunda mano = 1.8 × 0',
          'zapatillas de correr | BROAD | 0.55 | 5 > zapatillas para correr asfalto = 3.5 × 0.032 ; plan para correr 10 km = 2.6 × 0 ; como lavar zapatillas de correr = 2.2 × 0 ; zapatillas pronador = 2 × 0.042',
          'zapatillas maratón | EXACT | 0.72 | 7 > zapatillas maraton = 1.8 × 0.035',
        ),
      },
      {
        name: 'Montaña',
        headlines: ['Zapatillas de trail', 'Agarre en barro', 'Envío gratis'],
        basket: 104,
        keywords: keywords(
          'zapatillas trail | PHRASE | 0.6 | 7 > zapatillas trail mujer = 3 × 0.036 ; zapatillas trail impermeables = 2.2 × 0.04',
          'zapatillas de montaña baratas | BROAD | 0.49 | 4 > zapatillas montaña baratas = 2.6 × 0 ; zapatillas montaña decathlon = 2.4 × 0',
        ),
      },
    ],
  },
  {
    name: 'Botas y botines',
    budgetEuros: 45,
    lostToBudget: 0,
    lostToRank: 0.15,
    groups: [
      {
        name: 'Botines',
        headlines: ['Botines de piel', 'Nueva temporada', 'Prueba 30 días'],
        basket: 79,
        keywords: keywords(
          'botines mujer | BROAD | 0.44 | 7 > botines mujer piel = 4.5 × 0.05 ; botines planos negros = 3.2 × 0.07 ; botines cowboy mujer = 2.6 × 0.06 ; arreglar suela botines = 1.9 × 0',
          'botines chelsea | EXACT | 0.5 | 8 > botines chelsea = 2.4 × 0.055',
        ),
      },
      {
        name: 'Botas altas',
        headlines: ['Botas altas de piel', 'Caña ancha', 'Cambios gratis'],
        basket: 112,
        keywords: keywords(
          'botas altas mujer | PHRASE | 0.53 | 6 > botas altas mujer negras = 3 × 0.034 ; botas altas mujer caña ancha = 2 × 0.048',
          'botas militares | BROAD | 0.47 | 4 > botas militares ejercito = 2.4 × 0 ; botas militares mujer = 1.6 × 0.02 ; botas militares segunda mano = 1.9 × 0',
        ),
      },
    ],
  },
]
