import { classes } from '#kit/class-names.ts'
import { cardClass } from '#kit/components/card.tsx'
import { isVague, sumText, totalSentence } from '#shared/results-text.ts'
import { noTotalText } from '../contract/result-words.ts'
import type { AccountResults } from '../contract/results.ts'
import { VerdictBar } from './results-bars.tsx'
import {
  countsOf,
  countsText,
  leftOut,
  leftOutText,
  togetherOf,
  undoneMeasured,
} from './results-words.ts'

/** The sum of a page, one line per currency: amounts do not add without a rate. */
export function ResultsTotal({ accounts }: { accounts: readonly AccountResults[] }) {
  const rows = accounts.flatMap((account) => account.rows)
  const currencies = [...Map.groupBy(accounts, ({ currencyCode }) => currencyCode)]
  const totals = currencies.flatMap(([currencyCode, own]) => {
    const total = togetherOf(own.flatMap((account) => account.total ?? []))
    return total
      ? [{ currencyCode, total, out: leftOutText(leftOut(own, total.cards), undoneMeasured(own)) }]
      : []
  })
  return (
    <section aria-label="Resultado de todo" className={classes(cardClass, 'px-4 py-5 md:px-5')}>
      {totals.length === 0 && <Waiting accounts={accounts} />}
      {totals.map(({ currencyCode, total, out }) => (
        <div key={currencyCode} className="mb-3">
          <p className="text-xl font-semibold text-balance md:text-2xl">
            {totalSentence(total, currencyCode)}
          </p>
          <p className="mt-1 text-sm text-ink-muted text-pretty">
            {!isVague(total) && 'En 8 de cada 10 casos. '}
            {sumText(total.cards)}; lo que cambió en la misma campaña a la vez cuenta una sola vez.
            {out}
          </p>
        </div>
      ))}
      <p className="mt-3 mb-2 text-sm">{countsText(rows)}</p>
      <VerdictBar counts={countsOf(rows)} />
    </section>
  )
}

function Waiting({ accounts }: { accounts: readonly AccountResults[] }) {
  const { headline, sub } = noTotalText(accounts)
  return (
    <>
      <p className="text-xl font-semibold text-balance">{headline}</p>
      {sub && <p className="mt-1 text-sm text-ink-muted">{sub}</p>}
    </>
  )
}
