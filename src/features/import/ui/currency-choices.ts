const NAMES = new Intl.DisplayNames('es-ES', { type: 'currency' })

const DOLLARS_AND_PESOS = ['USD', 'MXN', 'COP', 'ARS', 'CLP', 'UYU', 'DOP', 'CAD', 'AUD', 'NZD']
const OTHERS = [
  'EUR',
  'GBP',
  'PEN',
  'BRL',
  'CHF',
  'CRC',
  'GTQ',
  'HNL',
  'NIO',
  'PYG',
  'BOB',
  'JPY',
  'CNY',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'CZK',
]

/** The currencies that a sign may stand for first; every one may be chosen. */
export function currencyChoices(sign: string | null): { code: string; name: string }[] {
  const first = sign === '$' ? DOLLARS_AND_PESOS : ['EUR', ...DOLLARS_AND_PESOS]
  return [...new Set([...first, ...OTHERS])].map((code) => ({
    code,
    name: `${code} · ${NAMES.of(code) ?? code}`,
  }))
}
