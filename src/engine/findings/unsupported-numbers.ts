import * as spanish from '#shared/spanish-numbers.ts'
import type { CardValue, Recommendation, Unit } from './recommendation.ts'

/** For tests: figures that the texts of a recommendation show and its card does not have. */
export function unsupportedNumbers(recommendation: Recommendation): string[] {
  const { evidence } = recommendation
  const texts = [
    recommendation.titulo,
    recommendation.descripcion,
    recommendation.impacto_estimado,
    recommendation.whyNow,
    evidence.test.sentence,
    evidence.change?.before ?? '',
    evidence.change?.after ?? '',
  ]
  const known = new Set(cardNumbers(recommendation))
  const shown = texts.join(' ').match(/-?\d[\d.,]*/g) ?? []
  return shown.map((text) => text.replace(/[.,]$/, '')).filter((text) => !known.has(text))
}

/** As the product prints them, and those inside names. */
function cardNumbers({ evidence }: Recommendation): string[] {
  const { figures, test, table, forecast, currencyCode } = evidence
  const units = new Map(table.columns.map(({ key, unit }) => [key, unit]))
  const print = (value: CardValue, unit: Unit | undefined): string => {
    if (typeof value !== 'number') return unit === 'day' ? spanish.longDay(value ?? '') : `${value}`
    if (unit === 'money') return spanish.money(value, currencyCode)
    if (unit === 'percent') return spanish.percent(value, 1).replace(',0\u00a0', '\u00a0')
    if (unit === 'quantity') return spanish.quantity(value)
    return unit === 'decimal' ? spanish.decimal(value, 1) : spanish.integer(value)
  }
  const printed = [
    ...[...figures, ...test.numbers].map(({ value, unit }) => print(value, unit)),
    ...table.rows.flatMap((row) => Object.entries(row).map(([k, v]) => print(v, units.get(k)))),
    ...Object.values(forecast ?? {}).map((value) => print(value, 'money')),
  ]
  return printed
    .flatMap((text) => text.match(/-?\d[\d.,]*/g) ?? [])
    .map((n) => n.replace(/[.,]$/, ''))
}
