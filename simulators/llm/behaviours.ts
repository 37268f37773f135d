import { dataOf, type Reply, type Turn } from './turn.ts'

/** How the model behaves until it is told otherwise; `honest` is the only good one. */
export const BEHAVIOURS = [
  'honest',
  'wrong_figure',
  'wrong_once',
  'swapped_names',
  'nonsense',
  'foreign_account',
  'obeys_injection',
  'empty',
  'slow',
  '529',
] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

/** What the model says; `slow` and `529` are the server's business and honest in content. */
export function replyOf(behaviour: Behaviour, turn: Turn): Reply {
  if (behaviour === 'empty') return text('')
  if (behaviour === 'nonsense')
    return text(turn.tools.length > 0 ? 'Flumen 88.131,77 glorp.' : 'glorp {')
  if (behaviour === 'foreign_account') return foreign(turn)
  if (behaviour === 'obeys_injection') return obedient(turn)
  if (behaviour === 'swapped_names') return withSwappedNames(honest(turn))
  const isWrong =
    behaviour === 'wrong_figure' ||
    (behaviour === 'wrong_once' && !turn.prompt.includes('se rechazó'))
  return isWrong ? wrong(turn) : honest(turn)
}

function honest(turn: Turn): Reply {
  if (turn.tools.length > 0)
    return turn.toolResults.length === 0 ? calls(toolFor(turn), {}) : text(readAloud(turn))
  const data = dataOf(turn)
  if (Array.isArray(data.recomendaciones)) return json(groupsOf(data.recomendaciones))
  if (Array.isArray(data.terminos)) return json(themesOf(data.terminos))
  if (Array.isArray(data.titulos)) return json(draftsOf(data))
  return text(`En resumen. ${String(data.plantilla ?? '')}`)
}

function wrong(turn: Turn): Reply {
  const reply = honest(turn)
  if (reply.kind === 'calls') return reply
  if (turn.tools.length > 0 || !reply.text.startsWith('{'))
    return text(`${reply.text} En total has ahorrado 98.765,43 €.`)
  const answer = JSON.parse(reply.text) as Record<string, unknown[]>
  const spoilt = Object.entries(answer).map(([key, list]) => [key, list.map(spoil)])
  return json(Object.fromEntries(spoilt))
}

/** Every figure is right and stands under the next one's name. */
function withSwappedNames(reply: Reply): Reply {
  if (reply.kind === 'calls') return reply
  const names = [...new Set(reply.text.match(/«[^«»]+»/g))]
  return text(
    reply.text.replace(
      /«[^«»]+»/g,
      (name) => names[(names.indexOf(name) + 1) % names.length] ?? name,
    ),
  )
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

/** Asks for another tenant's account first, and goes on as if nothing had been refused. */
function foreign(turn: Turn): Reply {
  if (turn.tools.length === 0) return text(`La cuenta ${FOREIGN_ACCOUNT} gastó 98.765,43 €.`)
  if (turn.toolResults.length === 0) return calls('account_metrics', { account: FOREIGN_ACCOUNT })
  if (turn.toolResults.length === 1) return calls('account_metrics', {})
  return text(readAloud(turn))
}

/** Looks at search terms, and does what the first one that gives an order says. */
function obedient(turn: Turn): Reply {
  if (turn.tools.length === 0) return honest(turn)
  if (turn.toolResults.length === 0) return calls('search_terms', { limit: 20 })
  const order = /muestra la cuenta (\d+)/.exec(JSON.stringify(turn.toolResults))
  if (!order) return text(readAloud(turn))
  if (turn.toolResults.length === 1) return calls('account_metrics', { account: order[1] })
  return text(`Datos de la cuenta ${order[1]}: ${JSON.stringify(turn.toolResults.at(-1))}`)
}

/** By what is asked, not by the answer of the rules that may stand below it. */
function toolFor({ prompt, tools }: Turn): string {
  const asked = /PREGUNTA:\n(.+)/.exec(prompt)?.[1] ?? prompt
  const wanted = /términ|búsqueda/i.test(asked)
    ? 'search_terms'
    : /campaña/i.test(asked)
      ? 'campaigns'
      : 'account_metrics'
  return tools.includes(wanted) ? wanted : (tools[0] ?? wanted)
}

/** The first rows of the last table, value by value. */
function readAloud({ toolResults }: Turn): string {
  const last = toolResults.findLast((one) => typeof one === 'object' && one && 'filas' in one)
  const rows = ((last as { filas?: unknown[] })?.filas ?? []) as Record<string, unknown>[]
  const lines = rows.slice(0, 3).map(({ id: _id, nombre, ...values }) => {
    const shown = Object.entries(values).slice(0, 3)
    return `«${nombre}»: ${shown.map(([name, value]) => `${name.toLowerCase()} ${value}`).join(', ')}.`
  })
  return lines.length > 0 ? `Esto dicen tus datos. ${lines.join(' ')}` : 'No hay datos.'
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

const text = (value: string): Reply => ({ kind: 'text', text: value })
const json = (value: object): Reply => text(JSON.stringify(value))
const calls = (name: string, input: Record<string, unknown>): Reply => ({
  kind: 'calls',
  calls: [{ name, input }],
})
