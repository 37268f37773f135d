import { isBlank } from './fold-text.ts'

export type DecimalMark = '.' | ','

/** What a number's own shape says about its decimal mark. */
export type NumberShape =
  | { shape: 'plain' }
  /** Certain: two kinds of separators, or one that cannot be for grouping (or for decimals). */
  | { shape: 'certain'; mark: DecimalMark }
  /** `1.234`: thousands or three decimals. */
  | { shape: 'ambiguous'; separator: DecimalMark }

const GROUP_SPACE = /(\d)[\s\u00a0\u2007\u2009\u202f'’](?=\d{3}(?!\d))/g
const CURRENCY = String.raw`(?:[A-Z]{1,3}\s?\$|[A-Z]{3}|\p{Sc}|S\/|Bs\.?|Kč|kr)`
const NUMBER = new RegExp(
  String.raw`^([-−])?\s*${CURRENCY}?\s*([-−])?\s*(\d[\d.,]*|[.,]\d+)\s*(?:%|${CURRENCY})?(?:\s*\/\s*(?:d[ií]a|day))?$`,
  'u',
)

/**
 * Digits and separators of a cell: '1 234,56 €' → '1234,56'. '' for an absent value (`--`),
 * null where the cell is no number. A bound such as '< 10 %' is no number.
 */
export function bareNumber(cell: string): string | null {
  if (/^\d+$/.test(cell)) return cell
  if (isBlank(cell)) return ''
  const match = NUMBER.exec(cell.trim().replace(GROUP_SPACE, '$1'))
  if (!match || shapeOf(match[3]!) === null) return null
  return (match[1] || match[2] ? '-' : '') + match[3]
}

/** Shape of digits with separators, without sign; null where no convention explains them. */
export function shapeOf(digits: string): NumberShape | null {
  const last = digits.at(-1)
  if (last === '.' || last === ',') return null
  const dots = count(digits, '.')
  const commas = count(digits, ',')
  if (dots + commas === 0) return { shape: 'plain' }
  if (dots > 0 && commas > 0) return bothSeparators(digits)
  const separator = dots > 0 ? '.' : ','
  const [whole = '', rest = ''] = digits.split(separator)
  if (dots + commas > 1) {
    return isGrouped(digits, separator) ? { shape: 'certain', mark: other(separator) } : null
  }
  const thousands = rest.length === 3 && whole.length <= 3 && /^[1-9]/.test(whole)
  return thousands ? { shape: 'ambiguous', separator } : { shape: 'certain', mark: separator }
}

/** Integer micros of a bare number. An ambiguous one follows `mark`; a certain one its own shape. */
export function toMicros(bare: string, mark: DecimalMark): number | null {
  if (bare === '') return 0
  const negative = bare.startsWith('-')
  const digits = negative ? bare.slice(1) : bare
  const shape = shapeOf(digits)
  if (!shape) return null
  const [whole = '', fraction = ''] = splitAt(digits, shape.shape === 'certain' ? shape.mark : mark)
  const micros =
    Number(whole) * 1_000_000 + Math.round(Number(`${fraction}0000000`.slice(0, 7)) / 10)
  return safe(negative && micros !== 0 ? -micros : micros)
}

/** A count is a whole number, so `1.247` is 1247 with any decimal mark of the file; null if it is not whole. */
export function toCount(bare: string): number | null {
  if (bare === '') return 0
  if (bare.startsWith('-')) return null
  const shape = shapeOf(bare)
  if (!shape) return null
  if (shape.shape === 'plain') return safe(Number(bare))
  const mark = shape.shape === 'ambiguous' ? other(shape.separator) : shape.mark
  const [whole = '', fraction = ''] = splitAt(bare, mark)
  return /^0*$/.test(fraction) ? safe(Number(whole)) : null
}

export function other(mark: DecimalMark): DecimalMark {
  return mark === '.' ? ',' : '.'
}

function bothSeparators(digits: string): NumberShape | null {
  const mark = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
  if (count(digits, mark) > 1) return null
  const whole = digits.slice(0, digits.indexOf(mark))
  return isGrouped(whole, other(mark)) ? { shape: 'certain', mark } : null
}

function splitAt(digits: string, mark: DecimalMark): string[] {
  return digits.replaceAll(other(mark), '').split(mark)
}

/** Beyond 2^53 sums would silently lose units. */
function safe(value: number): number | null {
  return Number.isSafeInteger(value) ? value : null
}

/** Groups of three, or India's comma groups of two before the last three. */
function isGrouped(digits: string, separator: DecimalMark): boolean {
  const groups = digits.split(separator)
  const [first = ''] = groups
  const middle = groups.slice(1, -1)
  const three = middle.every((group) => group.length === 3)
  const two = middle.every((group) => group.length === 2)
  return (
    first.length >= 1 &&
    first.length <= 3 &&
    (three || (two && separator === ',')) &&
    groups.at(-1)?.length === 3
  )
}

function count(text: string, character: string): number {
  let found = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found += 1
  return found
}
