import { listed } from '#shared/spanish-numbers.ts'
import { TextLeft, takeMeasures } from './asked-parts.ts'
import { shareFault } from './asked-share.ts'
import type { Thing } from './named-things.ts'
import { type Question, type Split, STEPS } from './question.ts'
import { ranksTwice } from './ranked-by.ts'

const GROUPS = '(?:campanas|grupos(?: de anuncios)?)'
/** 'En todas las campañas' is the account; it does not ask for a list of them. */
const OF_ALL = new RegExp(
  `\\b(?:mis|tus|nuestr[oa]s) ${GROUPS}|\\b(?:en|de|entre) (?:tod[oa]s )?l[oa]s ${GROUPS}`,
)
const HAS_MOVED =
  /\b(?:ha|han|he|hemos) (?:sub|baj|cambi|crec|aument|empeor|mejor|cai)\w*|\b(?:sub|baj|cambi|crec|aument|empeor|mejor|cay)(?:ieron|eron|aron|io)\b/
const BY_WHICH_WHY: readonly (Split | null)[] = [null, 'campaign', 'device', 'search_term']

/** The ways a question asks to be split. */
export function askedSplits(
  splits: readonly Split[],
  things: readonly Thing[],
  text: string,
): readonly Split[] {
  // 'La campaña de Marca' names what it speaks of; it does not ask for a list of campaigns.
  const asked = splits.filter((split) => !things.some(({ kind }) => kind === split))
  if (asked.length < 2) return asked
  const isSearched = asked.includes('keyword') && !/\bterminos?\b|\bbusquedas?\b/.test(text)
  return asked.filter(
    (split) =>
      !(split === 'search_term' && isSearched) &&
      !((split === 'campaign' || split === 'ad_group') && OF_ALL.test(text)),
  )
}

type Asked = { question: Question; splits: readonly Split[]; devices: number; text: string }

/** In Spanish why a question asks more at once than one answer can hold; null where it does not. */
export function togetherFault(asked: Asked): string | null {
  if (asked.question.isPartOf)
    return asked.question.intent === 'figures'
      ? shareFault(asked.question, asked.devices)
      : 'Qué parte del total es algo lo digo sin más: pregunta por ello por separado.'
  switch (asked.question.intent) {
    case 'results':
      return null
    case 'recommendations':
      return ofRecommendations(asked)
    case 'changes':
      return ofChanges(asked)
    case 'why':
      return ofWhy(asked)
    default:
      return ofFigures(asked)
  }
}

function ofRecommendations({ question: { things, filters }, devices }: Asked): string | null {
  return things.length > 0 || filters.weekdays.length > 0 || filters.hours.length > 0 || devices > 0
    ? 'Las recomendaciones las digo todas juntas: pregunta por ellas sin nombrar nada más, o búscalas en «Recomendaciones».'
    : null
}

function ofChanges({ question: { things, ranges, filters }, devices }: Asked): string | null {
  const [thing, ...others] = things
  const isOne = others.length === 0 && (!thing || thing.kind === 'campaign')
  const isNarrowed = filters.weekdays.length > 0 || filters.hours.length > 0 || devices > 0
  return isOne && ranges.length < 2 && !filters.region && !isNarrowed
    ? null
    : 'Los cambios los sé de toda la cuenta o de una campaña, y de un periodo cada vez.'
}

function ofWhy({ question: { measures, split, ranges, versus }, splits, devices }: Asked) {
  if (measures.length > 1)
    return 'El porqué lo explico de una cifra cada vez: pregunta por cada una por separado.'
  if (ranges.length + (versus ? 1 : 0) > 2) return TOO_MANY_PERIODS
  const isPlain = [split, ...splits].every((one) => BY_WHICH_WHY.includes(one))
  return isPlain && devices < 2
    ? null
    : 'El porqué lo reparto por campaña, dispositivo y término, siempre de todos los días y todas las horas. Pregunta sin lo demás.'
}

const TOO_MANY_PERIODS = 'Comparo un periodo con otro, no más de dos. Pregunta por separado.'

function ofFigures({ question, splits, devices, text }: Asked): string | null {
  const { things, split, ranges, versus, filters, ranked, measures } = question
  if (ranges.length + (versus ? 1 : 0) > 2) return TOO_MANY_PERIODS
  if (isTwoQuestions(question, text))
    return 'Son dos preguntas, cada una con sus días: hazme una y después la otra.'
  const isCompared = ranges.length > 1 || versus !== null
  const isNarrowed = filters.weekdays.length > 0 && split !== 'weekday'
  if (question.isMean && ((split && split !== 'weekday') || things.length > 1))
    return 'La media la digo por día y de una cosa cada vez: de la cuenta, de una campaña o de un grupo; o de cada día de la semana.'
  const parts = [
    isCompared && 'periodos que comparar',
    things.length > 1 && 'varias cosas',
    isNarrowed && 'días de la semana',
    devices > 1 && split !== 'device' && 'varios dispositivos',
    ...(split ? [...new Set([...splits, split])].map((one) => WORDS[one]) : []),
  ].filter((part) => part !== false)
  if (parts.length > 1) return `De una vez no sé juntar ${listed(parts)}. Pregunta por separado.`
  if (split && !STEPS.includes(split) && HAS_MOVED.test(text))
    return 'No sé ordenar por lo que ha cambiado. Pregunta por qué ha cambiado una cifra y verás de dónde viene.'
  if (split && ranksTwice(text)) return 'No sé ordenar por dos cifras a la vez: di por cuál.'
  const isOfNothing = ranked.withoutConversions && !split && things.length === 0
  return isOfNothing && measures.some((key) => key !== 'conversions')
    ? 'Di de qué: «campañas sin conversiones» o «términos que gastan sin convertir».'
    : null
}

const WORDS: Record<Split, string> = {
  campaign: 'campañas',
  ad_group: 'grupos de anuncios',
  keyword: 'palabras clave',
  search_term: 'términos de búsqueda',
  device: 'dispositivos',
  region: 'lugares',
  weekday: 'días de la semana',
  hour: 'horas',
  day: 'días',
  week: 'semanas',
  month: 'meses',
}

/** 'El gasto de ayer y las conversiones del mes pasado': a figure before each of both periods. */
function isTwoQuestions({ ranges, measures }: Question, text: string): boolean {
  const [one, other] = ranges
  if (!(one && other) || measures.length < 2) return false
  const between = text.slice(one.start + one.said.length, other.start)
  return [text.slice(0, one.start), between].every(
    (part) => takeMeasures(new TextLeft(part)).length > 0,
  )
}
