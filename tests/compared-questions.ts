import type { AskedQuestion } from './total-questions.ts'

const LAST_WEEK = ['2026-11-09', '2026-11-15'] as const
const THIS_WEEK = ['2026-11-16', '2026-11-20'] as const
const LAST_MONTH = ['2026-10-01', '2026-10-31'] as const
const THIS_MONTH = ['2026-11-01', '2026-11-20'] as const
const THIS_YEAR = ['2026-01-01', '2026-11-20'] as const

/** What is held against what, where one of both, or both, are only hinted at. */
export const COMPARED_QUESTIONS: AskedQuestion[] = [
  {
    ask: '¿Tengo menos conversiones que la semana pasada?',
    measures: ['conversions'],
    days: THIS_WEEK,
    against: LAST_WEEK,
  },
  {
    ask: '¿He gastado más que el mes pasado?',
    measures: ['spend'],
    days: THIS_MONTH,
    against: LAST_MONTH,
  },
  { ask: 'gasto respecto al mes pasado', days: THIS_MONTH, against: LAST_MONTH },
  { ask: '¿Vendo más que en octubre?', days: THIS_MONTH, against: LAST_MONTH },
  {
    ask: '¿Gasto más que ayer?',
    days: ['2026-11-20', '2026-11-20'],
    against: ['2026-11-19', '2026-11-19'],
  },
  {
    ask: '¿Por qué tengo menos conversiones que la semana pasada?',
    intent: 'why',
    days: THIS_WEEK,
    against: LAST_WEEK,
  },
  // Last month is October.
  { ask: 'gasto de octubre comparado con el mes pasado', refused: 'date' },
  { ask: '¿Gasto más que en Navidad?', refused: 'date' },
  { ask: '¿Gasto más que este mes?', refused: 'date' },
  { ask: 'gasto de este mes frente al año pasado', days: THIS_MONTH, versus: 'year' },
  { ask: 'gasto de este mes vs año pasado', days: THIS_MONTH, versus: 'year' },
  { ask: 'gasto de este mes comparado al año pasado', days: THIS_MONTH, versus: 'year' },
  { ask: '¿Vendemos más que el año pasado?', days: THIS_YEAR, versus: 'year' },
  { ask: 'ventas frente al mismo mes del año pasado', days: THIS_MONTH, versus: 'year' },
  {
    ask: '¿Cuánto ha subido el CPA de septiembre a octubre?',
    measures: ['cpa'],
    days: LAST_MONTH,
    against: ['2026-09-01', '2026-09-30'],
  },
  {
    ask: '¿Por qué bajó el gasto de diciembre a enero?',
    intent: 'why',
    days: ['2026-01-01', '2026-01-31'],
    against: ['2025-12-01', '2025-12-31'],
  },
  { ask: 'gasto de septiembre a octubre', days: ['2026-09-01', '2026-10-31'], periods: 1 },
  { ask: '¿Cuánto gasto de lunes a viernes?', split: 'weekday', weekdays: [0, 1, 2, 3, 4] },
  { ask: 'ventas entre viernes y domingo', split: 'weekday', weekdays: [4, 5, 6] },
  { ask: 'clics de sábado a lunes', split: 'weekday', weekdays: [0, 5, 6] },
  {
    ask: 'ventas los viernes y los fines de semana',
    split: 'weekday',
    weekdays: [4, 5, 6],
  },
  { ask: 'gasto los lunes y viernes', split: 'weekday', weekdays: [0, 4] },
  { ask: 'gasto del lunes al jueves', days: ['2026-11-16', '2026-11-19'], weekdays: [] },
  { ask: 'CPA a las 9 y a las 21', split: 'hour', hours: [9, 21] },
  { ask: 'gasto de 22 a 2', split: 'hour', hours: [22, 23, 0, 1] },
  { ask: '¿Ha cambiado el CTR esta semana?', measures: ['ctr'], days: THIS_WEEK },
  { ask: '¿Cuánto ha cambiado el CPA este mes?', measures: ['cpa'], days: THIS_MONTH },
  { ask: '¿Qué mejora ha tenido el CTR este mes?', measures: ['ctr'], days: THIS_MONTH },
  { ask: '¿Cómo cambió el gasto de septiembre a octubre?', measures: ['spend'], periods: 2 },
  { ask: 'últimos cambios y su gasto', intent: 'changes' },
  { ask: 'historial de cambios del gasto', intent: 'changes' },
  { ask: '¿Qué puedo mejorar para bajar el CPA?', intent: 'recommendations' },
  { ask: '¿Qué recomendaciones bajan el CPA?', intent: 'recommendations' },
  { ask: '¿En qué campañas ha cambiado más el CPA?', refused: 'together' },
  { ask: '¿Sube el CPA este mes?', measures: ['cpa'], days: THIS_MONTH },
  { ask: '¿Baja el gasto?', measures: ['spend'] },
  { ask: 'Para octubre, ¿cuánto gasté?', measures: ['spend'], days: LAST_MONTH },
  { ask: '¿Qué campañas hay que pausar?', intent: 'recommendations', split: 'campaign' },
  { ask: '¿Qué hay que cambiar?', intent: 'recommendations' },
  { ask: 'baja el CPA de Marca', refused: 'order' },
  { ask: '¿Subes el presupuesto?', refused: 'order' },
  { ask: '¿Cómo va la cuenta del mes pasado?', days: LAST_MONTH },
  {
    ask: 'gasto de la cuenta de enero a marzo',
    measures: ['spend'],
    days: ['2026-01-01', '2026-03-31'],
  },
  { ask: 'gasto de la cuenta de Panadería', refused: 'account' },
]
