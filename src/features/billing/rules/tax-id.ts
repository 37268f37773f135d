/** Spanish tax ids (NIF, NIE, CIF) and VAT numbers of the Union, as Stripe wants them typed. */
export type TaxId = { type: 'es_cif' | 'eu_vat'; value: string }

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'
const CIF_LETTERS = 'JABCDEFGHI'
/** Organisations of these kinds end in a letter; of those in CIF_DIGIT_KINDS in a digit; others in either. */
const CIF_LETTER_KINDS = 'PQRSNW'
const CIF_DIGIT_KINDS = 'ABEH'
const EU_VAT =
  /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z+*]{2,12}$/

/** Null when it cannot be one. Separators and lower case are forgiven; check characters are not. */
export function parseTaxId(text: string): TaxId | null {
  const value = text.toUpperCase().replace(/[\s.\-/]/g, '')
  // Stripe's Spanish type begins with a letter; a DNI goes as the VAT number of its person.
  if (isSpanish(value))
    return /^\d/.test(value) ? { type: 'eu_vat', value: `ES${value}` } : { type: 'es_cif', value }
  if (!EU_VAT.test(value)) return null
  if (value.startsWith('ES') && !isSpanish(value.slice(2))) return null
  return { type: 'eu_vat', value }
}

function isSpanish(value: string): boolean {
  return isPersonal(value) || isCif(value)
}

/** DNI and NIE: the letter is the number modulo 23 (Orden INT/2058/2008; X, Y, Z stand for 0, 1, 2). */
function isPersonal(value: string): boolean {
  const [, number, letter] = /^([XYZ]?\d{7,8})([A-Z])$/.exec(value) ?? []
  if (number?.length !== 8) return false
  const digits = number.replace(/^[XYZ]/, (sign) => String('XYZ'.indexOf(sign)))
  return DNI_LETTERS[Number(digits) % DNI_LETTERS.length] === letter
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
