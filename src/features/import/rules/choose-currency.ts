import type { ReadReport } from '../reading/read-reports.ts'

/**
 * The one currency of an account's files: what they state, else what the user or the account says, else euros,
 * with a note. A file may leave it out; two that state different ones cannot be added up.
 */
export function chooseCurrency(
  reports: readonly Pick<ReadReport, 'fileName' | 'parsed'>[],
  asked: string | undefined,
  account: { currencyCode: string },
): { ok: true; code: string; notes: string[] } | { ok: false; message: string } {
  const stated = reports.filter(({ parsed }) => parsed.currencyCode)
  const code = stated[0]?.parsed.currencyCode ?? asked ?? account.currencyCode
  const other = stated.find(({ parsed }) => parsed.currencyCode !== code)
  if (other) {
    const message = `«${other.fileName}» está en ${other.parsed.currencyCode} y los demás archivos de la cuenta en ${code}: impórtalo como otra cuenta.`
    return { ok: false, message }
  }
  if (asked && asked !== code)
    return { ok: false, message: `El archivo está en ${code}, no en ${asked}.` }
  if (code) return { ok: true, code, notes: [] }
  return { ok: true, code: 'EUR', notes: ['Los importes se toman como euros.'] }
}
