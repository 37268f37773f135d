import type { ParsedReport } from '../reading/report-types.ts'

type Stated = { fileName: string; parsed: Pick<ParsedReport, 'currencyCode' | 'sign' | 'known'> }

/** Where no file has amounts, nothing is ever shown in it. */
const OF_NOTHING = 'EUR'
const DOLLARS_AND_PESOS = new Set(
  'USD MXN ARS CLP COP UYU DOP CAD AUD NZD HKD SGD TWD BBD BZD BSD JMD TTD BMD KYD FJD NAD'.split(
    ' ',
  ),
)

export type CurrencyChoice =
  | { ok: true; code: string }
  /** `of`: the first file whose amounts have no currency, and the sign that stands beside them. */
  | { ok: false; of: Stated; sign: string | null }
  | { ok: false; message: string }

/**
 * The one currency of an account's files: what they state, else what the user or the account says. A file may leave it
 * out; two that state different ones cannot be added up.
 */
export function chooseCurrency(
  reports: readonly Stated[],
  asked: string | undefined,
  account: { currencyCode: string; files: readonly Stated[] },
): CurrencyChoice {
  const stated = reports.filter(({ parsed }) => parsed.currencyCode)
  // What was told of amounts that are there stays: a file of another currency would rename them.
  const told = account.files.some(isOpen) ? account.currencyCode : ''
  const code = told || (stated[0]?.parsed.currencyCode ?? asked ?? account.currencyCode)
  const other = stated.find(({ parsed }) => parsed.currencyCode !== code)
  if (other) {
    const message = `«${other.fileName}» está en ${other.parsed.currencyCode} y los demás archivos de la cuenta en ${code}: impórtalo como otra cuenta.`
    return { ok: false, message }
  }
  if (asked && asked !== code)
    return { ok: false, message: `El archivo está en ${code}, no en ${asked}.` }
  const open = reports.find(isOpen)
  if (!code) return open ? { ok: false, of: open, sign: open.parsed.sign } : known(OF_NOTHING)
  const odd = asked ? undefined : reports.find(({ parsed }) => !fits(parsed.sign, code))
  return odd ? { ok: false, of: odd, sign: odd.parsed.sign } : known(code)
}

function known(code: string): CurrencyChoice {
  return { ok: true, code }
}

/** Its amounts are of a currency that it does not state. */
function isOpen({ parsed: { currencyCode, known: figures } }: Stated): boolean {
  return !currencyCode && (figures.includes('costMicros') || figures.includes('valueMicros'))
}

function fits(sign: string | null, code: string): boolean {
  return sign !== '$' || DOLLARS_AND_PESOS.has(code)
}
