import type { AccountTotal } from '#engine/effect/account-total.ts'
import { STATE } from '#shared/change-states.ts'
import type { Day } from '#shared/dates.ts'
import { changeText, type Measured } from '#shared/measured.ts'
import { isVague, totalSentence } from '#shared/results-text.ts'
import { longDay, money, plural } from '#shared/spanish-numbers.ts'
import type { AppliedLine } from './report.ts'

const VERDICTS: Record<Measured['verdict'], { text: string; tone: AppliedLine['tone'] }> = {
  improved: { text: 'Mejorado', tone: 'good' },
  unchanged: { text: 'Sin cambios', tone: 'neutral' },
  worsened: { text: 'Empeorado', tone: 'bad' },
  inconclusive: { text: 'No concluyente', tone: 'neutral' },
}

const UNMADE: Record<string, string> = {
  [STATE.applying]: 'Aplicándose',
  [STATE.undoing]: 'Deshaciéndose',
  [STATE.undone]: 'Deshecha',
  [STATE.partlyUndone]: 'Deshecha en parte',
  [STATE.failed]: 'No se pudo aplicar',
}

type Applied = {
  title: string
  day: Day
  state: string
  measured: Measured | null
  measureAfter: Day | null
  currencyCode: string
}

/** Only what was measured is told as a result; what is still open says when it will be. */
export function appliedLine(applied: Applied): AppliedLine {
  const { title, day, measured } = applied
  const when = `Aplicada el ${longDay(day)}.`
  if (!measured) return { title, day, verdict: openText(applied), detail: when, tone: 'neutral' }
  const { text, tone } = VERDICTS[measured.verdict]
  const detail = `${when} ${resultText(applied, measured)}`
  const range = !measured.note && measured.monthlyMicros
  return { title, day, verdict: text, tone, detail, ...(range && { range }) }
}

/** What all of it together brings: the one line a client reads. */
export function totalLine(
  total: Pick<AccountTotal, 'range80' | 'usual' | 'counted'>,
  currencyCode: string,
  day: Day,
): AppliedLine {
  const { counted } = total
  const { low, high } = total.range80
  const range = isVague(total) ? '' : '; en 8 de cada 10 casos queda ahí'
  return {
    title: `${totalSentence(total, currencyCode)}.`,
    day,
    verdict: 'En conjunto',
    detail: `Suma de ${plural(counted.length, 'resultado medido', 'resultados medidos')} hasta el ${longDay(day)}, buenos y malos${range}.`,
    tone: low > 0 ? 'good' : high < 0 ? 'bad' : 'neutral',
  }
}

function openText({ state, measureAfter }: Applied): string {
  const unmade = UNMADE[state]
  if (unmade) return unmade
  return measureAfter ? `Se medirá el ${longDay(measureAfter)}` : 'Sin medición'
}

function resultText({ currencyCode }: Applied, measured: Measured): string {
  if (measured.note) return measured.note
  const { kpi, monthlyMicros, money: isByMoney } = measured
  const euros = (micros: number) => money(micros, currencyCode)
  const change = `${kpi.label}: ${changeText(kpi.change)}.`
  if (!monthlyMicros) return change
  const effect = `Efecto al mes: ${euros(monthlyMicros.estimate)}`
  const range = `netos (entre ${euros(monthlyMicros.low)} y ${euros(monthlyMicros.high)})`
  return isByMoney ? `${effect} ${range}. ${change}` : `${change} ${effect}.`
}
