import { changeText, hasTellableAmount, isDecided, type Measured } from '#shared/measured.ts'
import { money, plural } from '#shared/spanish-numbers.ts'
import type { Topic } from '../contract.ts'

/** One thing to tell; `occasion` names it, so that it is told once. */
export type Notice = {
  topic: Topic
  occasion: string
  account: { name: string; accountId: string; currencyCode: string }
  /** One Spanish line. */
  line: string
}

export type SlackBody = { text: string; blocks: Record<string, unknown>[] }

const MOST_LINES = 10

const HEADINGS: Record<Topic, (count: number) => string> = {
  recomendaciones: (count) =>
    plural(
      count,
      'recomendación nueva de prioridad alta',
      'recomendaciones nuevas de prioridad alta',
    ),
  medicion: () => 'Problema con la medición de conversiones',
  resultados: (count) => plural(count, 'resultado medido', 'resultados medidos'),
  sincronizacion: () => 'No se pudo leer Google Ads',
}

/** Everything new of one account and topic as one message in Slack's format. */
export function noticeBody(notices: readonly Notice[], origin: string): SlackBody {
  const [first] = notices
  if (!first) throw new RangeError('a message needs something to tell')
  const { account, topic } = first
  const heading = `${account.name}: ${HEADINGS[topic](notices.length)}`
  const lines = notices.slice(0, MOST_LINES).map(({ line }) => `• ${plain(line)}`)
  const left = notices.length - MOST_LINES
  if (left > 0) lines.push(`… y ${left} más`)
  const url = `${origin}/dashboard/accounts/${account.accountId}`
  return {
    text: `${plain(heading)}\n${lines.join('\n')}`,
    blocks: [
      section(`*${plain(heading)}*`),
      section(lines.join('\n').slice(0, 2_900)),
      section(`<${url}|Abrir la cuenta en Pujante>`),
    ],
  }
}

export function testBody(): SlackBody {
  const text = 'Prueba de Pujante: los avisos llegarán aquí.'
  return { text, blocks: [section(text)] }
}

/** `isTried`: still on half of a campaign's searches, in one of Google's experiments; its amount is of the whole. */
export function verdictLine(
  title: string,
  measured: Measured,
  { currencyCode, isTried }: { currencyCode: string; isTried: boolean },
): string {
  const { kpi, monthlyMicros, note, verdict } = measured
  if (note && !isDecided(measured)) return `${title}: ${VERDICTS[verdict]}. ${note}`
  const change = `${kpi.label}: ${changeText(kpi.change)}`
  const isTold = monthlyMicros && hasTellableAmount(measured)
  const effect = isTold ? `; ${money(monthlyMicros.estimate, currencyCode)} netos al mes` : ''
  const trial = isTried ? ' Sigue en prueba en la mitad de las búsquedas.' : ''
  return `${title}: ${VERDICTS[verdict]}. ${change}${effect}.${note ? ` ${note}` : ''}${trial}`
}

const VERDICTS: Record<Measured['verdict'], string> = {
  improved: 'mejorado',
  unchanged: 'sin cambios',
  worsened: 'empeorado',
  inconclusive: 'no concluyente',
}

function section(text: string) {
  return { type: 'section', text: { type: 'mrkdwn', text } }
}

/** Slack reads these three as markup: a campaign's name must not mention a channel or make a link. */
function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
