import type { Day } from '#shared/dates.ts'
import { longDay, money, shortDay } from '#shared/spanish-numbers.ts'

/** 'El presupuesto del mes, 1.500,00 €, se agota hacia el 26 nov, entre el 24 nov y el 28 nov'. */
export function budgetText(
  alert: { budgetMicros: number; today: Day; earliest: Day | null; day: Day | null; latest: Day },
  currency: string,
): string {
  const { budgetMicros, today, earliest, day, latest } = alert
  const budget = `El presupuesto del mes, ${money(budgetMicros, currency)},`
  if (latest < today) return `${budget} se agotó el ${longDay(latest)}`
  const from = earliest ?? latest
  const span = from === latest ? '' : `, entre el ${shortDay(from)} y el ${shortDay(latest)}`
  return `${budget} se agota hacia el ${shortDay(day ?? latest)}${span}`
}
