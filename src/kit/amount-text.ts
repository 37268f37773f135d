/** A typed amount, '0,75' or '0.75', in currency units; null where it is none. Separators of thousands are not guessed at. */
export function amountOf(text: string): number | null {
  const trimmed = text.trim()
  return /^\d{1,9}([.,]\d{1,6})?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : null
}

/** As it is typed: `amountOf` reads it back. */
export function typedAmount(amount: number): string {
  return String(amount).replace('.', ',')
}
