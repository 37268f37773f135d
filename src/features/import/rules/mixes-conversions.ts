import { conversionTracking } from '#engine/rules/tracking/conversion-tracking.ts'
import type { ReadReport } from '../reading/read-reports.ts'

/** Kinds whose conversions recommendations rest on. */
const JUDGED = ['campaigns', 'keywords', 'search_terms']

export const SILENCE = {
  rule: conversionTracking.name,
  reason:
    'Unos informes traen conversiones y otros no: descarga todos con la columna «Conversiones» para poder compararlos.',
}

/** Some files have conversions and others lack the column: side by side they would show waste that is none. */
export function mixesConversions(reports: readonly ReadReport[]): boolean {
  const known = reports
    .filter(({ parsed }) => JUDGED.includes(parsed.kind))
    .map(({ parsed }) => parsed.columns.includes('conversions'))
  return known.includes(true) && known.includes(false)
}
