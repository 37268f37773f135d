import type { Day } from '#shared/dates.ts'
import { longDay, money, shortDay } from '#shared/spanish-numbers.ts'

/** 'Se agota hacia el 26 nov (del 24 nov al 28 nov) el presupuesto del mes, 1.500,00 €'. */
export function budgetText(
  alert: { budgetMicros: number; today: Day; earliest: Day | null; day: Day | null; latest: Day },
  currency: string,
): string {
  const { budgetMicros, today, earliest, day, latest } = alert
  const budget = `el presupuesto del mes, ${money(budgetMicros, currency)}`
  if (latest < today) return `Se agotó el ${longDay(latest)} ${budget}`
  const from = earliest ?? latest
  const span = from === latest ? '' : ` (del ${shortDay(from)} al ${shortDay(latest)})`
  return `Se agota hacia el ${shortDay(day ?? latest)}${span} ${budget}`
}
