// As Spaniards write a number: a point after every three digits, none after a leading zero.
const GROUPED = /^-?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/

/** A number as Spaniards or programmers type it: '1.234,5', '40,5', '40.5'; null when it is none. */
export function typedNumber(text: string): number | null {
  const bare = text.trim()
  const plain = (GROUPED.test(bare) ? bare.replaceAll('.', '') : bare).replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}

/** A typed amount in currency units: '1.500', '1.500,00', '0,75', '0.75'; null where it is none. */
export function amountOf(text: string): number | null {
  const amount = typedNumber(text)
  return amount !== null && amount >= 0 && amount < 1e9 ? amount : null
}

/** As it is typed: `amountOf` reads it back. */
export function typedAmount(amount: number): string {
  return String(amount).replace('.', ',')
}
