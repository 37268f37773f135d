/** Spanish tax ids (NIF, NIE, CIF) and VAT numbers of the Union, as Stripe wants them typed. */
export type TaxId = { type: 'es_cif' | 'eu_vat'; value: string }

/** The letter is the number modulo 23 (Orden INT/2058/2008). */
const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const CIF_LETTERS = 'JABCDEFGHI'
/** Organisations of these kinds end in a letter; of those in CIF_DIGIT_KINDS in a digit; others in either. */
const CIF_LETTER_KINDS = 'PQRSNW'
const CIF_DIGIT_KINDS = 'ABEH'
const EU_VAT =
  /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z+*]{2,12}$/

/**
 * As Stripe may take it, what is to be tried first; null when it cannot be one. Separators and lower case are forgiven;
 * check characters are not. Stripe's `es_cif` is called the Spanish NIF, but not said to take one that begins with a
 * digit: a DNI goes as its VAT number where it is refused.
 */
export function parseTaxId(text: string): readonly TaxId[] | null {
  const value = text.toUpperCase().replace(/[\s.\-/]/g, '')
  const bare = value.startsWith('ES') ? value.slice(2) : value
  if (isSpanish(bare)) {
    const spanish: TaxId = { type: 'es_cif', value: bare }
    const european: TaxId = { type: 'eu_vat', value: `ES${bare}` }
    return value === bare ? [spanish, european] : [european]
  }
  return EU_VAT.test(value) && !value.startsWith('ES') ? [{ type: 'eu_vat', value }] : null
}

/** A person's, by its form: DNI, NIE or one of the letters K, L, M. */
function isPersonal(value: string): boolean {
  const [, kind = '', digits, letter] = /^([XYZKLM]?)(\d{7,8})([A-Z])$/.exec(value) ?? []
  if (!digits || kind.length + digits.length !== 8) return false
  // X, Y, Z stand for a digit; K, L and M (minors, Spaniards abroad, foreigners without NIE) for none.
  const number = 'XYZ'.includes(kind) && kind ? `${'XYZ'.indexOf(kind)}${digits}` : digits
  return DNI_LETTERS[Number(number) % DNI_LETTERS.length] === letter
}

function isSpanish(value: string): boolean {
  return isPersonal(value) || isCif(value)
}

/** Orden EHA/451/2008: odd digits doubled and summed by digit, even ones added, tens' complement. */
function isCif(value: string): boolean {
  const [, kind, digits, control] = /^([ABCDEFGHJNPQRSUVW])(\d{7})([\dA-J])$/.exec(value) ?? []
  if (!kind || !digits || !control) return false
  const sum = [...digits].reduce((total, sign, index) => {
    const digit = Number(sign)
    const doubled = digit * 2
    return total + (index % 2 === 0 ? Math.floor(doubled / 10) + (doubled % 10) : digit)
  }, 0)
  const check = (10 - (sum % 10)) % 10
  const asLetter = control === CIF_LETTERS[check] && !CIF_DIGIT_KINDS.includes(kind)
  const asDigit = control === String(check) && !CIF_LETTER_KINDS.includes(kind)
  return asLetter || asDigit
}
