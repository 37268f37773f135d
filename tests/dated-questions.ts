import type { AskedQuestion } from './total-questions.ts'

const of = (ask: string, from: string, to: string): AskedQuestion => ({
  ask,
  days: [from, to],
  periods: 1,
})
const held = (
  ask: string,
  days: readonly [string, string],
  against: readonly [string, string],
): AskedQuestion => ({ ask, days, against, periods: 2 })

/** Days said in other ways than a month or two dates, alone and beside each other. */
export const DATED_QUESTIONS: AskedQuestion[] = [
  { ...of('gasto del 1 de octubre a hoy', '2026-10-01', '2026-11-20'), sum: 'cost_micros' },
  of('gasto de octubre a hoy', '2026-10-01', '2026-11-20'),
  of('gasto desde octubre a hoy', '2026-10-01', '2026-11-20'),
  of('gasto de este mes a día de hoy', '2026-11-01', '2026-11-20'),
  of('gasto de octubre a ayer', '2026-10-01', '2026-11-19'),
  of('gasto de octubre hasta ahora', '2026-10-01', '2026-11-20'),
  {
    ...of('gasto de la primera semana de octubre', '2026-10-01', '2026-10-07'),
    sum: 'cost_micros',
  },
  of('ventas de la última quincena de octubre', '2026-10-16', '2026-10-31'),
  of('ventas del mes de octubre', '2026-10-01', '2026-10-31'),
  of('gasto de octubre de este año', '2026-10-01', '2026-10-31'),
  of('gasto del cuarto trimestre de 2025', '2025-10-01', '2025-12-31'),
  {
    ...of('gasto del sábado y domingo', '2026-11-14', '2026-11-15'),
    weekdays: [],
    sum: 'cost_micros',
  },
  { ...of('gasto este lunes', '2026-11-16', '2026-11-16'), weekdays: [], sum: 'cost_micros' },
  of('¿Cuánto gasté este finde?', '2026-11-14', '2026-11-15'),
  of('gasto a partir de octubre', '2026-10-01', '2026-11-20'),
  of('gasto en octubre, del 1 al 15', '2026-10-01', '2026-10-15'),
  { ask: 'gasto entre semana', split: 'weekday', weekdays: [0, 1, 2, 3, 4] },
  { ask: 'gasto los findes', split: 'weekday', weekdays: [5, 6] },
  { ask: '¿Qué día hubo más ventas del año?', split: 'day', days: ['2026-01-01', '2026-11-20'] },
  { ask: 'día con más ventas', split: 'day', sortBy: 'conversions', direction: 'highest' },
  { ask: 'mejor mes', split: 'month' },
  { ask: 'peor semana de octubre', split: 'week', days: ['2026-10-01', '2026-10-31'] },
  { ask: 'pq han caído los clics', intent: 'why', measures: ['clicks'] },
  {
    ask: 'gasto de los últimos 30 días vs los 30 anteriores',
    days: ['2026-10-22', '2026-11-20'],
    versus: 'previous',
  },
  {
    ask: 'clics de los últimos 7 días comparados con los 7 anteriores',
    days: ['2026-11-14', '2026-11-20'],
    versus: 'previous',
  },
  held('gasto de octubre 2025 vs 2026', ['2025-10-01', '2025-10-31'], ['2026-10-01', '2026-10-31']),
  held(
    'conversiones de diciembre vs noviembre',
    ['2025-12-01', '2025-12-31'],
    ['2025-11-01', '2025-11-30'],
  ),
  held(
    'gasto de enero y diciembre de 2025',
    ['2025-01-01', '2025-01-31'],
    ['2025-12-01', '2025-12-31'],
  ),
  held(
    'ventas de ayer vs el jueves pasado',
    ['2026-11-19', '2026-11-19'],
    ['2026-11-12', '2026-11-12'],
  ),
  held(
    'clics del 1 al 7 de octubre vs del 8 al 14',
    ['2026-10-01', '2026-10-07'],
    ['2026-10-08', '2026-10-14'],
  ),
  held(
    '¿Cuánto ha subido el gasto de octubre a este mes?',
    ['2026-11-01', '2026-11-30'],
    ['2026-10-01', '2026-10-31'],
  ),
  held('gasto de octubre frente a hoy', ['2026-10-01', '2026-10-31'], ['2026-11-20', '2026-11-20']),
  ...[
    'ventas de las rebajas de julio',
    'gasto del puente de diciembre',
    'gasto de Marca en el puente de diciembre',
    'gasto de los primeros meses de 2026',
    'gasto del último fin de semana de octubre',
    'gasto de la última semana del año',
    'gasto este sábado',
    'gasto del sábado y los domingos',
    'ventas de black friday vs black friday del año pasado',
    'ventas del mes de black friday',
    'gasto del trimestre anterior al pasado',
  ].map((ask) => ({ ask, refused: 'date' })),
]
