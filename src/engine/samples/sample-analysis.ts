import * as spanish from '#shared/spanish-numbers.ts'
import type { AccountSnapshot } from '../account/snapshot.ts'
import { analyseAccount } from '../analyse-account.ts'
import type { Recommendation, Unit } from '../findings/recommendation.ts'
import type { RuleName } from '../findings/rule-names.ts'
import { sampleAccount } from './sample-account.ts'

/** For tests: what one rule says of an account. */
export function found(snapshot: AccountSnapshot, rule: RuleName): Recommendation[] {
  return analyseAccount(snapshot).recommendations.filter((one) => one.rule === rule)
}

/** Why the rule is silent; undefined when it speaks. */
export function reasonOf(snapshot: AccountSnapshot, rule: RuleName): string | undefined {
  return analyseAccount(snapshot).silenced.find((one) => one.rule === rule)?.reason
}

/** The ordinary account and some more search terms. */
export function withTerms(...terms: AccountSnapshot['searchTerms']): AccountSnapshot {
  const base = sampleAccount()
  return { ...base, searchTerms: [...base.searchTerms, ...terms] }
}

/** Numbers that the texts of a recommendation say and its card does not show. */
export function numbersMissing(recommendation: Recommendation): string[] {
  const known = cardNumbers(recommendation)
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
  const said = texts.join(' ').match(/-?\d[\d.,]*/g) ?? []
  return said.map((figure) => figure.replace(/[.,]$/, '')).filter((bare) => !known.includes(bare))
}

/** Numbers of a card as the product prints them, and those inside its names. */
function cardNumbers({ evidence }: Recommendation): string[] {
  const { figures, test: statistics, table, forecast, currencyCode } = evidence
  const units = new Map(table.columns.map(({ key, unit }) => [key, unit]))
  const print = (value: string | number | null, unit: Unit | undefined): string => {
    if (typeof value === 'string' && unit === 'day') return spanish.longDay(value)
    if (typeof value !== 'number') return String(value)
    if (unit === 'money') return spanish.money(value, currencyCode)
    if (unit === 'percent') return spanish.percent(value, 1).replace(',0\u00a0', '\u00a0')
    if (unit === 'quantity') return spanish.quantity(value)
    return unit === 'decimal' ? spanish.decimal(value, 1) : spanish.integer(value)
  }
  const printed = [
    ...[...figures, ...statistics.numbers].map(({ value, unit }) => print(value, unit)),
    ...table.rows.flatMap((row) => Object.entries(row).map(([k, v]) => print(v, units.get(k)))),
    ...Object.values(forecast ?? {}).map((value) => print(value, 'money')),
    spanish.money(0, currencyCode),
  ]
  return printed.flatMap((text) => text.match(/-?\d[\d.,]*/g) ?? [])
}
