import type { AccountReport } from '../src/features/reports/rules/report.ts'

export const sums = (euros: number, conversions: number) => ({
  impressions: 1000,
  clicks: 50,
  costMicros: euros * 1e6,
  conversionsMicros: conversions * 1e6,
  valueMicros: 0,
})

/** A shop's first days of November 2026, read to their end, with nothing but `given` to tell of. */
export function sampleReport(
  to: string,
  given: Partial<AccountReport> & Pick<AccountReport, 'current'>,
): AccountReport {
  return {
    name: 'Zapatería',
    accountId: '1',
    currencyCode: 'EUR',
    range: { from: '2026-11-01', to },
    otherRange: null,
    known: null,
    compared: null,
    missingComparison: null,
    days: [],
    previousDays: [],
    campaigns: [],
    applied: [],
    pending: [],
    pendingCount: 0,
    isAnalysed: true,
    dataFrom: '2026-09-01',
    dataTo: to,
    lateFrom: null,
    ...given,
  }
}
