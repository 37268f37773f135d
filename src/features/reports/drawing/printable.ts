/** What the two files of the face in `kit/fonts/` hold besides Latin-1. */
const BEYOND_LATIN = new Set('€‚„…ˆ‹Œ‘’“”•–—˜™›œ−')
const REPLACED: Record<string, string> = {
  // The only signs of currencies that the face lacks.
  '฿': 'THB',
  '₫': 'VND',
  // Letters that no accent is taken from.
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  '→': '»',
  '≥': '>=',
  '≤': '<=',
  '≈': '~',
  '\u202f': '\u00a0',
  '\u2009': '\u00a0',
  '\n': ' ',
  '\t': ' ',
}

/**
 * A text the face can draw: accents they lack are dropped, pictures and controls left out, and a letter of
 * another script becomes a question mark rather than nothing.
 */
export function printable(text: string): string {
  return [...text.normalize('NFC')].map(printableSign).join('').replace(/ {2,}/g, ' ').trim()
}

function printableSign(sign: string): string {
  if (isDrawn(sign)) return sign
  const replaced = REPLACED[sign]
  if (replaced !== undefined) return replaced
  if (/^[\p{Extended_Pictographic}\p{M}\p{C}]$/u.test(sign)) return ''
  const plain = [...sign.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part))
  return plain.every(isDrawn) ? plain.join('') : '?'
}

function isDrawn(sign: string): boolean {
  const code = sign.codePointAt(0) ?? 0
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || BEYOND_LATIN.has(sign)
}
