/** Questions as people ask them, each with what it must be read as, or why it must be refused. */
export type AskedQuestion = {
  ask: string
  refused?: string
  intent?: string
  split?: string
  measures?: string[]
  days?: readonly [string, string]
  /** The days they are held against. */
  against?: readonly [string, string]
  things?: string[]
  periods?: number
  versus?: string
  device?: number
  /** Monday 0 … Sunday 6. */
  weekdays?: number[]
  hours?: number[]
  /** The place that narrows what else is named. */
  region?: string
  since?: boolean
  withoutConversions?: boolean
  sortBy?: string
  direction?: string
  /** Of a day in the mean. */
  isMean?: boolean
  /** Which part of the total. */
  isPartOf?: boolean
  /** The column whose total the answer must state, of these campaigns or of all. */
  sum?: string
  campaigns?: number[]
}

/** Their answers are held to totals of the daily facts. */
export const TOTAL_QUESTIONS: AskedQuestion[] = [
  {
    ask: '¿Cuánto gasté ayer?',
    measures: ['spend'],
    days: ['2026-11-19', '2026-11-19'],
    sum: 'cost_micros',
  },
  {
    ask: '¿Cuántas conversiones tuve ayer?',
    measures: ['conversions'],
    days: ['2026-11-19', '2026-11-19'],
    sum: 'conversions_micros',
  },
  {
    ask: '¿Cuántos clics hubo ayer?',
    measures: ['clicks'],
    days: ['2026-11-19', '2026-11-19'],
    sum: 'clicks',
  },
  {
    ask: '¿Cuántas conversiones tuve octubre?',
    measures: ['conversions'],
    days: ['2026-10-01', '2026-10-31'],
    sum: 'conversions_micros',
  },
  {
    ask: '¿Cuántos clics hubo octubre?',
    measures: ['clicks'],
    days: ['2026-10-01', '2026-10-31'],
    sum: 'clicks',
  },
  {
    ask: '¿Cuántas impresiones tuve octubre?',
    measures: ['impressions'],
    days: ['2026-10-01', '2026-10-31'],
    sum: 'impressions',
  },
  {
    ask: '¿Cuántos clics hubo en octubre de 2025?',
    measures: ['clicks'],
    days: ['2025-10-01', '2025-10-31'],
    sum: 'clicks',
  },
  {
    ask: '¿Cuántas impresiones tuve en octubre de 2025?',
    measures: ['impressions'],
    days: ['2025-10-01', '2025-10-31'],
    sum: 'impressions',
  },
  {
    ask: '¿Qué valor de conversión hubo en octubre de 2025?',
    measures: ['value'],
    days: ['2025-10-01', '2025-10-31'],
    sum: 'value_micros',
  },
  {
    ask: '¿Cuántas impresiones tuve el mes pasado?',
    measures: ['impressions'],
    days: ['2026-10-01', '2026-10-31'],
    sum: 'impressions',
  },
  {
    ask: '¿Qué valor de conversión hubo el mes pasado?',
    measures: ['value'],
    days: ['2026-10-01', '2026-10-31'],
    sum: 'value_micros',
  },
  {
    ask: '¿Cuánto gasté el mes pasado?',
    measures: ['spend'],
    days: ['2026-10-01', '2026-10-31'],
    sum: 'cost_micros',
  },
  {
    ask: '¿Qué valor de conversión hubo la semana pasada?',
    measures: ['value'],
    days: ['2026-11-09', '2026-11-15'],
    sum: 'value_micros',
  },
  {
    ask: '¿Cuánto gasté la semana pasada?',
    measures: ['spend'],
    days: ['2026-11-09', '2026-11-15'],
    sum: 'cost_micros',
  },
  {
    ask: '¿Cuántas conversiones tuve la semana pasada?',
    measures: ['conversions'],
    days: ['2026-11-09', '2026-11-15'],
    sum: 'conversions_micros',
  },
  {
    ask: '¿Cuánto gasté hace dos semanas?',
    measures: ['spend'],
    days: ['2026-11-02', '2026-11-08'],
    sum: 'cost_micros',
  },
  {
    ask: '¿Cuántas conversiones tuve hace dos semanas?',
    measures: ['conversions'],
    days: ['2026-11-02', '2026-11-08'],
    sum: 'conversions_micros',
  },
  {
    ask: '¿Cuántos clics hubo hace dos semanas?',
    measures: ['clicks'],
    days: ['2026-11-02', '2026-11-08'],
    sum: 'clicks',
  },
  {
    ask: '¿Cuántas conversiones tuve del 3 al 9 de octubre?',
    measures: ['conversions'],
    days: ['2026-10-03', '2026-10-09'],
    sum: 'conversions_micros',
  },
  {
    ask: '¿Cuántos clics hubo del 3 al 9 de octubre?',
    measures: ['clicks'],
    days: ['2026-10-03', '2026-10-09'],
    sum: 'clicks',
  },
  {
    ask: '¿Cuántas impresiones tuve del 3 al 9 de octubre?',
    measures: ['impressions'],
    days: ['2026-10-03', '2026-10-09'],
    sum: 'impressions',
  },
  {
    ask: '¿Cuántos clics hubo el Black Friday?',
    measures: ['clicks'],
    days: ['2025-11-28', '2025-11-28'],
    sum: 'clicks',
  },
  {
    ask: '¿Cuántas impresiones tuve el Black Friday?',
    measures: ['impressions'],
    days: ['2025-11-28', '2025-11-28'],
    sum: 'impressions',
  },
  {
    ask: '¿Qué valor de conversión hubo el Black Friday?',
    measures: ['value'],
    days: ['2025-11-28', '2025-11-28'],
    sum: 'value_micros',
  },
  {
    ask: '¿Cuántas impresiones tuve en Navidad?',
    measures: ['impressions'],
    days: ['2025-12-24', '2026-01-06'],
    sum: 'impressions',
  },
  {
    ask: '¿Qué valor de conversión hubo en Navidad?',
    measures: ['value'],
    days: ['2025-12-24', '2026-01-06'],
    sum: 'value_micros',
  },
  {
    ask: '¿Cuánto gasté en Navidad?',
    measures: ['spend'],
    days: ['2025-12-24', '2026-01-06'],
    sum: 'cost_micros',
  },
  {
    ask: '¿Qué valor de conversión hubo en Reyes?',
    measures: ['value'],
    days: ['2026-01-06', '2026-01-06'],
    sum: 'value_micros',
  },
  {
    ask: '¿Cuánto gasté en Reyes?',
    measures: ['spend'],
    days: ['2026-01-06', '2026-01-06'],
    sum: 'cost_micros',
  },
  {
    ask: '¿Cuántas conversiones tuve en Reyes?',
    measures: ['conversions'],
    days: ['2026-01-06', '2026-01-06'],
    sum: 'conversions_micros',
  },
  {
    ask: '¿Cuánto gasté el trimestre pasado?',
    measures: ['spend'],
    days: ['2026-07-01', '2026-09-30'],
    sum: 'cost_micros',
  },
  {
    ask: '¿Cuántas conversiones tuve el trimestre pasado?',
    measures: ['conversions'],
    days: ['2026-07-01', '2026-09-30'],
    sum: 'conversions_micros',
  },
  {
    ask: '¿Cuántos clics hubo el trimestre pasado?',
    measures: ['clicks'],
    days: ['2026-07-01', '2026-09-30'],
    sum: 'clicks',
  },
  {
    ask: '¿Cuántas conversiones tuve en febrero?',
    measures: ['conversions'],
    days: ['2026-02-01', '2026-02-28'],
    sum: 'conversions_micros',
  },
  {
    ask: '¿Cuántos clics hubo en febrero?',
    measures: ['clicks'],
    days: ['2026-02-01', '2026-02-28'],
    sum: 'clicks',
  },
  {
    ask: '¿Cuántas impresiones tuve en febrero?',
    measures: ['impressions'],
    days: ['2026-02-01', '2026-02-28'],
    sum: 'impressions',
  },
  {
    ask: '¿Cuántos clics hubo en la primera quincena de octubre?',
    measures: ['clicks'],
    days: ['2026-10-01', '2026-10-15'],
    sum: 'clicks',
  },
  {
    ask: '¿Cuántas impresiones tuve en la primera quincena de octubre?',
    measures: ['impressions'],
    days: ['2026-10-01', '2026-10-15'],
    sum: 'impressions',
  },
  {
    ask: '¿Qué valor de conversión hubo en la primera quincena de octubre?',
    measures: ['value'],
    days: ['2026-10-01', '2026-10-15'],
    sum: 'value_micros',
  },
  {
    ask: '¿Cuántas impresiones tuve anteayer?',
    measures: ['impressions'],
    days: ['2026-11-18', '2026-11-18'],
    sum: 'impressions',
  },
  {
    ask: '¿Qué valor de conversión hubo anteayer?',
    measures: ['value'],
    days: ['2026-11-18', '2026-11-18'],
    sum: 'value_micros',
  },
  {
    ask: '¿Cuánto gasté anteayer?',
    measures: ['spend'],
    days: ['2026-11-18', '2026-11-18'],
    sum: 'cost_micros',
  },
  {
    ask: '¿Qué valor de conversión hubo el lunes?',
    measures: ['value'],
    days: ['2026-11-16', '2026-11-16'],
    sum: 'value_micros',
  },
  {
    ask: '¿Cuánto gasté el lunes?',
    measures: ['spend'],
    days: ['2026-11-16', '2026-11-16'],
    sum: 'cost_micros',
  },
  {
    ask: '¿Cuántas conversiones tuve el lunes?',
    measures: ['conversions'],
    days: ['2026-11-16', '2026-11-16'],
    sum: 'conversions_micros',
  },
]
