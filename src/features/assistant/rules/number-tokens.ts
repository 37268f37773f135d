/** Numbers of a Spanish text, with how exactly they are written and what they count. */
export type NumberToken = {
  start: number
  end: number
  text: string
  /** Its magnitude, without sign. */
  value: number
  /** How far the truth may be from it: half of its last place. */
  tolerance: number
  kind: 'money' | 'percent' | 'days' | 'plain'
}

const DIGITS = /\d(?:[\d.,]*\d)?/gu
const AFTER =
  /^[\s\u00a0\u202f]*(mil(?:lones)?\b|[kKM]\b)?(?:[\s\u00a0\u202f]*(?:de\s+)?(%|por ciento\b|€|\$|£|euros?\b|[A-Z]{3}\b|días?\b))?/u
const SCALE: Record<string, number> = { mil: 1e3, k: 1e3, K: 1e3, millones: 1e6, M: 1e6 }
const SMALL = ['dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez']
const SMALL_WORD = new RegExp(`(?<!\\p{L})(?:${SMALL.join('|')})(?!\\p{L})`, 'giu')

/** What stands for a number without being one that could be checked. */
const UNCHECKABLE =
  /(?<!\p{L})(?:once|doce|trece|catorce|quince|dieci\p{L}+|veint\p{L}+|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien(?:to|tos|tas)?|\p{L}+cient[oa]s|quinient[oa]s|novecient[oa]s|mil(?:es|lón|lones)?|docenas?|doble|triple|cuádruple|duplic\p{L}+|triplic\p{L}+|mitad|tercio)(?!\p{L})|[\p{No}\p{Nl}]|(?![0-9])\p{Nd}/giu

export function numberTokens(text: string): NumberToken[] {
  const found: NumberToken[] = []
  for (const match of text.matchAll(DIGITS)) {
    const parsed = parseSpanish(match[0])
    const after = AFTER.exec(text.slice(match.index + match[0].length))
    const scale = SCALE[after?.[1] ?? ''] ?? 1
    const end = match.index + match[0].length + (after?.[0].trimEnd().length ?? 0)
    found.push({
      start: match.index,
      end,
      text: text.slice(match.index, end),
      value: parsed.value * scale,
      tolerance: (scale / 2) * 10 ** -parsed.decimals,
      kind: kindOf(after?.[2]),
    })
  }
  return found
}

/** 'dos' to 'diez', as counts. */
export function smallCounts(text: string): { text: string; value: number }[] {
  return [...text.matchAll(SMALL_WORD)].map(([word]) => ({
    text: word,
    value: SMALL.indexOf(word.toLowerCase()) + 2,
  }))
}

/** Numbers in words, fractions and digits of other scripts: refused, since nothing holds them to the rows. */
export function uncheckableNumbers(text: string): string[] {
  const withoutScales = text
    .replace(/(\d[\s\u00a0]*)(?:mil(?:lones)?)(?!\p{L})/giu, '$1')
    .replace(/por ciento(?!\p{L})/giu, '')
  return [...withoutScales.matchAll(UNCHECKABLE)].map(([word]) => word)
}

/** '1.234,5' and '1234,5'; a point followed by anything but three digits is a decimal one. */
function parseSpanish(text: string): { value: number; decimals: number } {
  const isGrouped = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(text)
  const plain = isGrouped
    ? text.replaceAll('.', '').replace(',', '.')
    : /^\d+,\d+$/.test(text)
      ? text.replace(',', '.')
      : text
  // '1.2.3' or '1,2,3' is no number at all: NaN equals no cell.
  return { value: Number(plain), decimals: plain.split('.')[1]?.length ?? 0 }
}

function kindOf(unit: string | undefined): NumberToken['kind'] {
  if (!unit) return 'plain'
  if (unit === '%' || unit === 'por ciento') return 'percent'
  return unit.startsWith('día') ? 'days' : 'money'
}
