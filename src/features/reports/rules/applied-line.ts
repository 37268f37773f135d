import { STATE } from '#shared/change-states.ts'
import type { Day } from '#shared/dates.ts'
import { changeText, type Measured } from '#shared/measured.ts'
import { longDay, money } from '#shared/spanish-numbers.ts'
import type { AppliedLine } from './report.ts'

const VERDICTS: Record<Measured['verdict'], { text: string; tone: AppliedLine['tone'] }> = {
  mejorado: { text: 'Mejorado', tone: 'good' },
  sin_cambios: { text: 'Sin cambios', tone: 'neutral' },
  empeorado: { text: 'Empeorado', tone: 'bad' },
  no_concluyente: { text: 'No concluyente', tone: 'neutral' },
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
  return { title, day, verdict: text, tone, detail: `${when} ${resultText(applied, measured)}` }
}

function openText({ state, measureAfter }: Applied): string {
  const unmade = UNMADE[state]
  if (unmade) return unmade
  return measureAfter ? `Se medirá el ${longDay(measureAfter)}` : 'Sin medición'
}

function resultText({ currencyCode }: Applied, measured: Measured): string {
  if (measured.note) return measured.note
  const { kpi, monthlyMicros } = measured
  const euros = (micros: number) => money(micros, currencyCode)
  const net = monthlyMicros
    ? `Efecto neto al mes: ${euros(monthlyMicros.estimate)} (entre ${euros(monthlyMicros.low)} y ${euros(monthlyMicros.high)}). `
    : ''
  return `${net}${kpi.label}: ${changeText(kpi.change)}.`
}
