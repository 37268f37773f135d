import { wholeMoney } from '#shared/spanish-numbers.ts'
import type { Unit } from '#shared/unit-text.ts'
import { figureText } from '../words/say.ts'
import type { CardValue, Recommendation } from './recommendation.ts'

/** For tests: figures that the texts of a recommendation show and its card does not have. */
export function unsupportedNumbers(recommendation: Recommendation): string[] {
  const { evidence } = recommendation
  const texts = [
    recommendation.title,
    recommendation.description,
    recommendation.estimatedImpact,
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
  const print = (value: CardValue, unit: Unit = 'integer') =>
    figureText({ unit, value }, currencyCode)
  const printed = [
    ...[...figures, ...test.numbers].map(({ value, unit }) => print(value, unit)),
    ...table.rows.flatMap(({ entity: _, kept: __, ...row }) =>
      Object.entries(row).map(([k, v]) => print(v, units.get(k))),
    ),
    ...Object.values(forecast ?? {}).flatMap((value) =>
      typeof value === 'number' ? [print(value, 'money'), wholeMoney(value, currencyCode)] : [],
    ),
  ]
  return (
    printed
      .flatMap((text) => text.match(/-?\d[\d.,]*/g) ?? [])
      .map((n) => n.replace(/[.,]$/, ''))
      // A text writes a change with its own sign: '−30 %'.
      .flatMap((n) => [n, n.replace('-', '')])
  )
}
