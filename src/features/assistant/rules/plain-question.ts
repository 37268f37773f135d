import { addDays, type Day, startOfMonth, weekday } from '#shared/dates.ts'
import type { ToolName } from '../contract/data-table.ts'
import { METRIC_COLUMNS, type MetricKey } from './cells.ts'
import type { Ranking } from './ranked-rows.ts'

/** What a common question asks for: one look-up, and the metrics to speak of. */
export type Plan = {
  tool: Exclude<ToolName, 'ad_groups'>
  question: { from: Day; to: Day } & Partial<Ranking>
  metrics: MetricKey[]
}

export const WHAT_CAN_BE_ASKED =
  'Sin IA respondo a preguntas corrientes: cuánto has gastado, cuántas conversiones o clics has tenido o a qué CPA (hoy, ayer, esta semana, la semana pasada, este mes, el mes pasado o los últimos días que digas), las mejores y las peores campañas, los términos y las palabras clave que más gastan, el mejor y el peor día, las recomendaciones pendientes y los cambios recientes.'

/** Null when the question is none of those that templates can answer. */
export function planOf(question: string, today: Day): Plan | null {
  const text = plain(question)
  if (/\bpor que\b/.test(text)) return null
  const metrics = metricsOf(text)
  const days = periodOf(text, today)
  const ranking = rankingOf(text, metrics)
  const tool = toolOf(text)
  if (tool) return { tool, question: { ...days, ...ranking }, metrics }
  return metrics.length > 0 ? { tool: 'account_metrics', question: days, metrics } : null
}

function toolOf(text: string): Plan['tool'] | null {
  if (/\btermino|\bbusqueda|\bbuscan?\b/.test(text)) return 'search_terms'
  if (/\bpalabras? clave|\bkeyword/.test(text)) return 'keywords'
  if (/\bcampana/.test(text)) return 'campaigns'
  if (/\brecomend|\bque (?:puedo|debo|tengo que) (?:hacer|mejorar)/.test(text))
    return 'recommendations'
  if (/\bcambi(?:o|os|ado|aron)\b|\bha tocado\b/.test(text)) return 'changes'
  return /\b(?:que|mejor|peor) dia\b|\bdia a dia\b|\bpor dias?\b/.test(text) ? 'daily_trend' : null
}

const WORDS: [MetricKey, RegExp][] = [
  ['cpa', /\bcpa\b|coste? (?:por|de cada) (?:conversion|adquisicion)/],
  ['cpc', /\bcpc\b|coste? por clic/],
  ['spend', /\bgast|\bcuesta|\binver|\bdinero\b|\bcoste?s?\b(?! por)|\bpresupuesto/],
  ['conversions', /\bconver(?:siones|sion|tid|t)|\bventas?\b|\bleads?\b/],
  ['clicks', /\bclics?\b|\bclicks?\b|\bvisitas\b/],
  ['impressions', /\bimpresiones\b/],
  ['ctr', /\bctr\b/],
]

function metricsOf(text: string): MetricKey[] {
  const costPer = /coste? (?:por|de cada) \w+/g
  return WORDS.filter(([key, word]) =>
    word.test(key === 'cpa' || key === 'cpc' ? text : text.replace(costPer, '')),
  ).map(([key]) => key)
}

/** 'Mejor' and 'peor' are about the cost of a conversion unless a metric is named. */
function rankingOf(text: string, metrics: readonly MetricKey[]): Partial<Ranking> {
  const isWorst = /\bpeor(?:es)?\b/.test(text)
  const isBest = /\bmejor(?:es)?\b/.test(text)
  const withoutConversions = /\bsin (?:\w+ )?(?:conver|vent)|\bno convier/.test(text)
  const named = metrics.find((key) => key !== 'conversions' || !withoutConversions)
  const sortBy = named ?? (isWorst ? 'cpa' : isBest ? 'conversions' : 'spend')
  const isLess = /\bmenos\b|\bmenor\b|\bbarat/.test(text)
  const wantsLow = sortBy === 'cpa' || sortBy === 'cpc' ? isBest || isLess : isWorst || isLess
  return { sortBy, direction: wantsLow ? 'lowest' : 'highest', limit: 5, withoutConversions }
}

/** The last 30 days where none are named; today's are not over. */
function periodOf(text: string, today: Day): { from: Day; to: Day } {
  const monday = addDays(today, -weekday(today))
  const month = startOfMonth(today)
  if (/\bayer\b/.test(text)) return { from: addDays(today, -1), to: addDays(today, -1) }
  if (/\bhoy\b/.test(text)) return { from: today, to: today }
  if (/semana (?:pasada|anterior)/.test(text))
    return { from: addDays(monday, -7), to: addDays(monday, -1) }
  if (/\b(?:esta|la) semana\b/.test(text)) return { from: monday, to: today }
  if (/mes (?:pasado|anterior)/.test(text)) {
    const last = addDays(month, -1)
    return { from: startOfMonth(last), to: last }
  }
  if (/\b(?:este|el) mes\b/.test(text)) return { from: month, to: today }
  const days = Number(/(\d{1,3}) dias/.exec(text)?.[1] ?? 30)
  return { from: addDays(today, 1 - Math.max(1, days)), to: today }
}

export function metricLabel(key: string): string {
  return METRIC_COLUMNS.find((column) => column.key === key)?.label ?? key
}

function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
