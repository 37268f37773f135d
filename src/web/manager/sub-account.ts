import type { GoogleAccount } from '#features/accounts/contract.ts'
import type { PortfolioRow } from '#features/performance/contract/portfolio.ts'
import type { AlertRow } from '#features/watch/contract/alerts.ts'
import type { AccountPace } from '#features/watch/contract/pace.ts'
import { MICROS } from '#shared/metrics.ts'

/** A sub-account as its manager's table shows it; figures are null where they are not known. */
export type SubAccount = {
  account: GoogleAccount
  /** In words, the worst first. */
  attention: string
  /** Its place in what needs attention: alerts before the server's order. */
  rank: number
  spend: number | null
  conversions: number | null
  costPerConversion: number | null
  spendChange: string
  /** The place of its currency: that of most accounts is the first. */
  currencyRank: number
  days: readonly number[]
  /** Null where nothing has been read yet. */
  pending: number | null
  /** How its month is running; null where it cannot be told, or has not been read yet. */
  pace: AccountPace | null
}

export type CurrencyTotal = {
  currencyCode: string
  accounts: number
  /** Of these, which add nothing to the sums yet. */
  unread: number
  spend: number
  conversions: number
}

export function subAccountsOf(
  accounts: readonly GoogleAccount[],
  portfolio: readonly PortfolioRow[],
  alerts: readonly Pick<AlertRow, 'customerId' | 'title'>[],
  paces: readonly AccountPace[] = [],
): SubAccount[] {
  const months = new Map(paces.map((pace) => [pace.customerId, pace]))
  const titles = Map.groupBy(alerts, ({ customerId }) => customerId)
  const places = new Map(portfolio.map((row, at) => [row.customerId, { row, at }]))
  const currencies = totalsByCurrency(
    accounts.map((account) => ({ account, spend: null, conversions: null, pending: null })),
  ).map(({ currencyCode }) => currencyCode)
  return accounts
    .map((account): SubAccount => {
      const found = places.get(account.accountId)
      const odd = (titles.get(account.accountId) ?? []).map(({ title }) => title)
      const rank = (found?.at ?? portfolio.length) - odd.length * portfolio.length
      const attention = [...odd, ...(found?.row.reasons ?? [])].join(' · ')
      const currencyRank = currencies.indexOf(account.currencyCode)
      const figures = figuresOf(account, found?.row)
      const pace = figures.pending === null ? null : (months.get(account.accountId) ?? null)
      return { account, attention, rank, currencyRank, pace, ...figures }
    })
    .toSorted((a, b) => a.rank - b.rank)
}

const UNKNOWN = {
  spend: null,
  conversions: null,
  costPerConversion: null,
  spendChange: '',
  days: [],
  pending: null,
}

function figuresOf({ lastSyncedAt }: GoogleAccount, row: PortfolioRow | undefined) {
  // Nothing has been read yet: a zero would be invented.
  if (!row || (lastSyncedAt === null && row.spend === 0)) return UNKNOWN
  const known = (name: 'spend' | 'conversions', value: number) =>
    row.unknown.includes(name) ? null : value
  return {
    spend: known('spend', row.spend * MICROS),
    conversions: known('conversions', row.conversions),
    costPerConversion:
      row.conversions > 0 && row.unknown.length === 0 ? row.costPerConversion * MICROS : null,
    spendChange: row.unknown.includes('spend') ? '' : row.changes.spend,
    days: row.days.slice(0, -1).map(({ spend }) => spend),
    pending: row.pending,
  }
}

/** Amounts of different currencies are never added; the currency of most accounts comes first. */
export function totalsByCurrency(
  rows: readonly Pick<SubAccount, 'account' | 'spend' | 'conversions' | 'pending'>[],
): CurrencyTotal[] {
  const groups = Map.groupBy(rows, ({ account }) => account.currencyCode)
  return [...groups]
    .map(([currencyCode, own]) => ({
      currencyCode,
      accounts: own.length,
      unread: own.filter(({ pending }) => pending === null).length,
      spend: own.reduce((sum, { spend }) => sum + (spend ?? 0), 0),
      conversions: own.reduce((sum, { conversions }) => sum + (conversions ?? 0), 0),
    }))
    .toSorted((a, b) => b.accounts - a.accounts || a.currencyCode.localeCompare(b.currencyCode))
}

/** Amounts compare within their currency alone: sorted, each currency stays together. */
export function amountInCurrency(amount: number | null, { currencyRank }: SubAccount): number {
  return currencyRank * MOST_MICROS + (amount ?? -1)
}

/** More than any account spends, in any currency, and far from where numbers lose their units. */
const MOST_MICROS = 1e14
