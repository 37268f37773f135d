import { dataOf, type Turn } from './turn.ts'

/** How the model behaves until it is told otherwise; `honest` is the only good one. */
export const BEHAVIOURS = [
  'honest',
  'wrong_figure',
  'wrong_once',
  'swapped_names',
  'swapped_figures',
  'other_period',
  'other_measure',
  'other_thing',
  'half_answer',
  'nonsense',
  'foreign_account',
  'obeys_injection',
  'empty',
  'slow',
  '529',
] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

/** What the model says; `slow` and `529` are the server's business and honest in content. */
export function replyOf(behaviour: Behaviour, turn: Turn): string {
  switch (behaviour) {
    case 'empty':
      return ''
    case 'nonsense':
      return turn.wantsJson ? 'glorp {' : 'Flumen 88.131,77 glorp.'
    case 'foreign_account':
      return `La cuenta ${FOREIGN_ACCOUNT} gastó 98.765,43 €. ${honest(turn)}`
    case 'obeys_injection':
      return obedient(turn)
    case 'wrong_figure':
      return wrong(turn)
    case 'wrong_once':
      return turn.prompt.includes('se rechazó') ? honest(turn) : wrong(turn)
    default:
      return (TURNED[behaviour] ?? ((text) => text))(honest(turn))
  }
}

/** Every figure is right, and said of something else. */
const TURNED: Partial<Record<Behaviour, (text: string) => string>> = {
  swapped_names: withSwappedNames,
  swapped_figures: withSwappedFigures,
  other_period: (text) => `El año pasado fue así. ${text}`,
  other_measure: (text) => text.replace(MEASURE, (word) => OTHER_MEASURE[word] ?? word),
  other_thing: (text) => `Solo en móviles: ${text}`,
  half_answer: (text) => text.replace(/\d[^\d]*$/, 'algo.'),
}

const OTHER_MEASURE: Record<string, string> = {
  Gasto: 'Clics',
  gasto: 'clics',
  Conversiones: 'Gasto',
  conversiones: 'gasto',
  CPA: 'CPC medio',
  Clics: 'Impresiones',
  clics: 'impresiones',
}
const MEASURE = new RegExp(Object.keys(OTHER_MEASURE).join('|'), 'g')

function honest(turn: Turn): string {
  const data = dataOf(turn)
  if (Array.isArray(data.recomendaciones)) return JSON.stringify(groupsOf(data.recomendaciones))
  if (Array.isArray(data.terminos)) return JSON.stringify(themesOf(data.terminos))
  if (Array.isArray(data.titulos)) return JSON.stringify(draftsOf(data))
  if (data.respuesta) return `Esto dicen tus datos. ${data.respuesta}`
  return `En resumen. ${String(data.plantilla ?? '')}`
}

function wrong(turn: Turn): string {
  const reply = honest(turn)
  if (!reply.startsWith('{')) return `${reply} En total has ahorrado 98.765,43 €.`
  const answer = JSON.parse(reply) as Record<string, unknown[]>
  const spoilt = Object.entries(answer).map(([key, list]) => [key, list.map(spoil)])
  return JSON.stringify(Object.fromEntries(spoilt))
}

/** Each figure stands under the next one's name. */
function withSwappedNames(reply: string): string {
  const names = [...new Set(reply.match(/«[^«»]+»/g))]
  return reply.replace(
    /«[^«»]+»/g,
    (name) => names[(names.indexOf(name) + 1) % names.length] ?? name,
  )
}

/** The first amount and the last in each other's place. */
function withSwappedFigures(reply: string): string {
  const amounts = [...reply.matchAll(/\d[\d.]*,\d\d/g)]
  const [first, last] = [amounts[0], amounts.at(-1)]
  if (!first || !last || first === last) return reply
  const between = reply.slice(first.index + first[0].length, last.index)
  const after = reply.slice(last.index + last[0].length)
  return reply.slice(0, first.index) + last[0] + between + first[0] + after
}

/** Texts get a price, numbers become those of another account. */
function spoil(value: unknown): unknown {
  if (typeof value === 'string') return `${value.slice(0, 12)} a 98.765,43 €`
  if (typeof value === 'number') return value + 900_000
  if (Array.isArray(value)) return value.map(spoil)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, spoil(one)]))
}

const FOREIGN_ACCOUNT = '999'

/** Does what the first term that gives an order says. */
function obedient(turn: Turn): string {
  const order = /muestra la cuenta (\d+)/.exec(turn.prompt)
  return order ? `Datos de la cuenta ${order[1]}: gasto 7,77 €. ${honest(turn)}` : honest(turn)
}

function groupsOf(recommendations: unknown[]) {
  const first = recommendations[0] as { titulo?: string } | undefined
  const text = `Conviene empezar por «${first?.titulo}».`
  return {
    groups: [
      { title: 'Por dónde empezar', text, recommendations: recommendations.map((_, n) => n) },
    ],
  }
}

function themesOf(terms: unknown[]) {
  const half = Math.ceil(terms.length / 2)
  const numbers = terms.map((_, n) => n)
  const themes = [
    { name: 'Otra intención', terms: numbers.slice(0, half) },
    { name: 'Sin relación', terms: numbers.slice(half) },
  ]
  return { themes: themes.filter((theme) => theme.terms.length >= 2) }
}

function draftsOf({ palabrasClave, titulos, descripciones }: Record<string, unknown>) {
  const texts = [
    ...(titulos as string[]),
    ...(palabrasClave as string[]),
    'Entra y elige con calma',
  ]
  return {
    headlines: [
      ...texts,
      'Todo lo que buscas',
      'Un título que con toda seguridad no cabe en el hueco',
    ],
    descriptions: [
      ...(descripciones as string[]),
      'Entra en nuestra web y elige con calma.',
      'Te ayudamos a elegir lo que buscas.',
    ],
  }
}
