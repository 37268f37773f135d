import type { Day, DayRange } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import type { ColumnMeaning, ColumnQuestion } from '../contract.ts'

export type ReportKind = 'campaigns' | 'ad_groups' | 'keywords' | 'search_terms'

/** Who wrote the headers: Spain, Latin America, Spanish of either kind, English. */
export type ReportLanguage = 'es-ES' | 'es-419' | 'es' | 'en'

/** What one row sums: a day, a week, a month, or all of the file's period. */
export type Step = 'day' | 'week' | 'month' | 'period'

/** UNSPECIFIED: the file has a cell for it that names no state we can act on, such as 'Unavailable'. */
export type RowStatus = 'ENABLED' | 'PAUSED' | 'REMOVED' | 'UNSPECIFIED'

export type MatchType = 'EXACT' | 'PHRASE' | 'BROAD'

/** One data row. Texts are trimmed but otherwise as in the file; absent or `--` cells are undefined. */
export type ReportRow = Metrics & {
  /** The first of the days that the row sums, where the file has a column for them. */
  day?: Day
  campaign?: string
  /** Google's own ids, which a new name does not change. */
  campaignId?: string
  adGroup?: string
  adGroupId?: string
  /** Without its match-type mark: `[x]`, `"x"`, `+x`. */
  keyword?: string
  /** Search terms: how the term matched. Keywords: the keyword's own type. */
  matchType?: MatchType
  /** Present, and true, only for a close variant. */
  closeVariant?: boolean
  searchTerm?: string
  /** Of what the row speaks of; the other two of what holds it. */
  status?: RowStatus
  campaignStatus?: RowStatus
  adGroupStatus?: RowStatus
  addedExcluded?: 'ADDED' | 'EXCLUDED' | 'ADDED_EXCLUDED' | 'NONE'
  /** 1–10. */
  qualityScore?: number
  /** Of a day, in money of the account's currency; 0 where the file states one of another length. */
  budgetMicros?: number
  /** Google's own name, such as SEARCH or PERFORMANCE_MAX. */
  campaignType?: string
  currencyCode?: string
}

/** What a total row sums: `listed` the rows above, `other` the hidden search terms, … */
export type TotalScope = 'account' | 'search' | 'shopping' | 'channel' | 'listed' | 'other'

export type ReportTotal = Metrics & { label: string; scope: TotalScope; day?: Day }

/** `rounding`: no more than rounded cells explain. */
export type TotalDifference = { label: string; metrics: Metrics; rounding: boolean }

export type SkippedRow = { line: number; reason: string; text: string }

export type ParsedReport = {
  ok: true
  kind: ReportKind
  title: string | null
  /** Both days included; null where the file does not say. */
  period: DayRange | null
  step: Step
  currencyCode: string | null
  /** Where the currency is open: the sign of the amounts, such as '$'. */
  sign: string | null
  language: ReportLanguage
  /** Fields the file has a column for; a metric without its column is 0 in every row. */
  columns: string[]
  /** Figures that the file gives. */
  known: (keyof Metrics)[]
  rows: ReportRow[]
  /** The first 200; `skippedCount` is the whole number. */
  skipped: SkippedRow[]
  skippedCount: number
  totals: ReportTotal[]
  /** Sums of `rows`. */
  listed: Metrics
  /** The total row that `hidden` is measured against, else the one of the rows; null without total rows. */
  fileTotal: Metrics | null
  /** The file's own total less what it lists, never negative; null: no total row, or nothing hidden. */
  hidden: Metrics | null
  /** Label of the total row that `hidden` was taken from. */
  hiddenFrom: string | null
  /** 'google': search terms that Google does not show; 'elsewhere': what this kind of report does not list. */
  hiddenBy: 'google' | 'elsewhere' | null
  /** The file's total of its own rows less their sum; null where equal or absent. */
  difference: TotalDifference | null
  /** Spanish sentences: every decision that was not certain, and its ground. */
  notes: string[]
  /** Rows below the header that are neither blank nor a total: rows.length + skippedCount. */
  rowsRead: number
}

export type ReportFaultCode =
  | 'too_large'
  | 'empty'
  | 'wrong_file'
  | 'binary'
  | 'truncated'
  | 'unknown_columns'
  | 'missing_columns'
  | 'unsupported_report'
  | 'no_rows'
  | 'wrong_period'
  | 'mixed_currencies'
  | 'mixed_accounts'

/** What is known of a file besides what it says itself. */
export type ReportAnswers = {
  /** When it was uploaded. */
  today?: Day | undefined
  /** The meaning of each column of the header, null for one that is not read. */
  columns?: (ColumnMeaning | null)[] | undefined
  currencyCode?: string | undefined
}

export type CurrencyFound = {
  ok: true
  currencyCode: string | null
  sign: string | null
  notes: string[]
}

/**
 * Nothing of the file can be used. `message` is Spanish and says what to do. With `ask` it can be used once its columns
 * are named.
 */
export type ReportFault = {
  ok: false
  code: ReportFaultCode
  message: string
  ask?: ColumnQuestion
}

export function fault(code: ReportFaultCode, message: string, ask?: ColumnQuestion): ReportFault {
  return { ok: false, code, message, ...(ask && { ask }) }
}
