import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'
import { spokenDates } from './spoken-dates.ts'

/** A Friday. */
const TODAY = '2026-11-20'

test.each([
  ['ayer', '2026-11-19', '2026-11-19'],
  ['anteayer', '2026-11-18', '2026-11-18'],
  ['octubre', '2026-10-01', '2026-10-31'],
  ['octubre de 2025', '2025-10-01', '2025-10-31'],
  ['diciembre', '2025-12-01', '2025-12-31'],
  ['en 2025', '2025-01-01', '2025-12-31'],
  ['Black Friday', '2025-11-28', '2025-11-28'],
  ['el Black Friday de 2024', '2024-11-29', '2024-11-29'],
  ['Cyber Monday', '2025-12-01', '2025-12-01'],
  ['Navidad', '2025-12-24', '2026-01-06'],
  ['Reyes', '2026-01-06', '2026-01-06'],
  ['Semana Santa', '2026-03-29', '2026-04-05'],
  ['la semana pasada', '2026-11-09', '2026-11-15'],
  ['hace dos semanas', '2026-11-02', '2026-11-08'],
  ['del 3 al 9 de octubre', '2026-10-03', '2026-10-09'],
  ['del 28 de diciembre al 3 de enero', '2025-12-28', '2026-01-03'],
  ['del 2026-10-03 al 2026-10-09', '2026-10-03', '2026-10-09'],
  ['del 3/10 al 9/10', '2026-10-03', '2026-10-09'],
  ['este trimestre', '2026-10-01', '2026-11-20'],
  ['el trimestre pasado', '2026-07-01', '2026-09-30'],
  ['el primer trimestre de 2026', '2026-01-01', '2026-03-31'],
  ['este mes', '2026-11-01', '2026-11-20'],
  ['el mes pasado', '2026-10-01', '2026-10-31'],
  ['hace dos meses', '2026-09-01', '2026-09-30'],
  ['los últimos 7 días', '2026-11-14', '2026-11-20'],
  ['las últimas dos semanas', '2026-11-07', '2026-11-20'],
  ['desde el 3 de octubre', '2026-10-03', '2026-11-20'],
  ['desde octubre', '2026-10-01', '2026-11-20'],
  ['de septiembre a octubre', '2026-09-01', '2026-10-31'],
  ['la primera quincena de octubre', '2026-10-01', '2026-10-15'],
  ['el lunes', '2026-11-16', '2026-11-16'],
  ['el fin de semana pasado', '2026-11-14', '2026-11-15'],
  ['este año', '2026-01-01', '2026-11-20'],
  ['el año pasado', '2025-01-01', '2025-12-31'],
  ['en octubre pasado', '2026-10-01', '2026-10-31'],
  ['en octubre del año pasado', '2025-10-01', '2025-10-31'],
  ['en noviembre pasado', '2025-11-01', '2025-11-30'],
  ['el 3 de octubre pasado', '2026-10-03', '2026-10-03'],
  ['el 20 de noviembre pasado', '2025-11-20', '2025-11-20'],
  ['el Halloween pasado', '2026-10-31', '2026-10-31'],
  ['el Black Friday pasado', '2025-11-28', '2025-11-28'],
  ['el cuarto trimestre pasado', '2025-10-01', '2025-12-31'],
  ['desde el 1 de octubre hasta ayer', '2026-10-01', '2026-11-19'],
  ['desde octubre hasta hoy', '2026-10-01', '2026-11-20'],
  ['desde el lunes hasta ayer', '2026-11-16', '2026-11-19'],
  ['de este mes hasta ayer', '2026-11-01', '2026-11-19'],
  ['desde la semana pasada', '2026-11-09', '2026-11-20'],
  ['desde el mes pasado', '2026-10-01', '2026-11-20'],
  ['desde hace dos semanas', '2026-11-07', '2026-11-20'],
  ['desde hace un mes', '2026-10-21', '2026-11-20'],
  ['desde el trimestre pasado', '2026-07-01', '2026-11-20'],
  ['desde Semana Santa', '2026-03-29', '2026-11-20'],
  ['del lunes al jueves', '2026-11-16', '2026-11-19'],
  ['desde el jueves hasta el lunes', '2026-11-12', '2026-11-16'],
  ['la segunda semana de octubre', '2026-10-08', '2026-10-14'],
  ['la última semana de octubre', '2026-10-25', '2026-10-31'],
  ['la primera semana del mes', '2026-11-01', '2026-11-07'],
  ['los últimos 7 días de octubre', '2026-10-25', '2026-10-31'],
  ['los primeros diez días del mes pasado', '2026-10-01', '2026-10-10'],
  ['la segunda mitad de octubre de 2025', '2025-10-16', '2025-10-31'],
  ['el primer semestre', '2026-01-01', '2026-06-30'],
  ['el segundo semestre de 2025', '2025-07-01', '2025-12-31'],
  ['los 3 primeros meses del año', '2026-01-01', '2026-03-31'],
  ['los tres últimos meses', '2026-08-21', '2026-11-20'],
  ['las 2 últimas semanas', '2026-11-07', '2026-11-20'],
  ['la semana del 9 de noviembre', '2026-11-09', '2026-11-15'],
  ['la semana del Black Friday', '2025-11-24', '2025-11-30'],
  ['hace 3 días', '2026-11-17', '2026-11-17'],
  ['desde hace 3 días', '2026-11-17', '2026-11-20'],
  ['el día 12', '2026-11-12', '2026-11-12'],
  ['el día 25', '2026-10-25', '2026-10-25'],
  ['del día 1 al 15', '2026-11-01', '2026-11-15'],
  ['del 1 al 15 octubre', '2026-10-01', '2026-10-15'],
  ['el lunes 16 de noviembre', '2026-11-16', '2026-11-16'],
  ['el lunes 16', '2026-11-16', '2026-11-16'],
  ['este jueves', '2026-11-19', '2026-11-19'],
  ['este viernes', '2026-11-20', '2026-11-20'],
  ['del viernes y sábado', '2026-11-13', '2026-11-14'],
  ['del sábado y del domingo', '2026-11-14', '2026-11-15'],
  ['oct', '2026-10-01', '2026-10-31'],
  ['nov de 2025', '2025-11-01', '2025-11-30'],
  ['el T3', '2026-07-01', '2026-09-30'],
  ['4T 2025', '2025-10-01', '2025-12-31'],
] as const)('%s', (said, from, to) => {
  const { ranges, unread } = spokenDates(foldText(`gasto ${said}`), TODAY)
  expect({ ranges, unread }).toMatchObject({ ranges: [{ from, to }], unread: [] })
})

test.each([
  ['el 31 de junio', 'el 31 de junio'],
  ['en verano', 'verano'],
  ['en rebajas', 'rebajas'],
  ['del 9 al 3 de octubre', 'del 9 al 3 de octubre'],
  ['el próximo mes', 'el proximo mes'],
  ['el 40/13', '40/13'],
  ['mañana', 'manana'],
  ['hasta octubre', 'hasta octubre'],
  ['desde ayer hasta octubre', 'hasta octubre'],
  ['este domingo', 'este domingo'],
  ['el martes 16 de noviembre', 'el martes 16 de noviembre'],
  ['la semana de Navidad', 'la semana de navidad'],
])('%s is named as not read', (said, named) => {
  const { ranges, unread } = spokenDates(foldText(`gasto ${said}`), TODAY)
  expect(ranges).toEqual([])
  expect(unread.map((one) => one.said).join(' ')).toContain(named)
})

test('two periods, in the order of the text', () => {
  const { ranges } = spokenDates('compara octubre con septiembre', TODAY)
  expect(ranges.map(({ from }) => from)).toEqual(['2026-10-01', '2026-09-01'])
})
