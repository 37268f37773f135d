import type { EvidenceCard } from '../findings/recommendation.ts'

/** The test of a finding that is a plain fact of the account's settings. */
export function directCheck(sentence: string): EvidenceCard['test'] {
  return { name: 'Comprobación directa', sentence, numbers: [] }
}

/** The impact of a finding: its amount, as ranking says it, and what it rests on. */
export const withAmount =
  (on = '') =>
  (amount: string) =>
    `${amount} al mes${on}`

/** The impact of a finding without amount: why none is promised. */
export const withoutAmount = (reason: string) => () => `Sin importe: ${reason.replace(/\.$/, '')}`

/** Why a rule is silent when its facts were not read; `what` with its article: 'los anuncios'. */
export const notKnown = (what: string): string =>
  `No se han podido leer ${what} de la cuenta, así que aquí no se afirma nada.`

/** 'a, b y c'; e before the sound i. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  if (words.length < 2) return last
  return `${words.slice(0, -1).join(', ')} ${/^h?i(?!e)/i.test(last) ? 'e' : 'y'} ${last}`
}

/** As columns() of say.ts, for columns that only one rule has. */
export const textColumn = (key: string, label: string) => ({ key, label, unit: 'text' as const })
export const countColumn = (key: string, label: string) => ({
  key,
  label,
  unit: 'integer' as const,
})

/** «a», «b» y «c»; of many only the first ones: the table has the rest. */
export function examples(words: readonly string[]): string {
  const shown = words.slice(0, EXAMPLES).map((word) => `«${word}»`)
  return words.length > EXAMPLES ? `${shown.join(', ')} y las demás de la tabla` : listed(shown)
}

const EXAMPLES = 8
