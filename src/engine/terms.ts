/** Words of a query as Google's negatives see them: lower case, accents kept, symbols dropped. */
export function tokensOf(text: string): string[] {
  if (PLAIN.test(text)) return text.split(' ')
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/l·l/g, 'll')
      .match(/[\p{L}\p{M}\p{N}&]+/gu) ?? []
  )
}

/** Most queries: nothing to fold or drop (one pass instead of five, over 100,000 of them). */
const PLAIN = /^[a-z0-9&]+(?: [a-z0-9&]+)*$/

/** Accents off, but ñ and ç kept: 'año' and 'ano' are different words. */
export function folded(word: string): string {
  if (PLAIN.test(word)) return word
  return word
    .normalize('NFD')
    .replace(/n\u0303/g, 'ñ')
    .replace(/c\u0327/g, 'ç')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
}

/**
 * Light Spanish plural stem for comparing, never for showing: 'flores' = 'flor', 'luces' = 'luz',
 * 'clases' = 'clase'. Words in -is and -us ('gratis', 'análisis') stay whole.
 */
export function stem(word: string): string {
  const plain = folded(word)
  if (plain.length <= 3) return plain.replace(/z$/, 'c')
  return plain
    .replace(/([aeo])s$/, '$1')
    .replace(/e$/, '')
    .replace(/z$/, 'c')
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(folded(word))
}

/** Meaning of a query whatever its order, plurals, accents and little words: 'zapatos de mujer' = 'mujer zapato'. */
export function meaningOf(text: string): string {
  const tokens = tokensOf(text)
  const kept = tokens.filter((token) => !isStopWord(token))
  return (kept.length > 0 ? kept : tokens).map(stem).sort().join(' ')
}

/** Text as it identifies a term in a fingerprint: accents matter, case and spacing do not. */
export function termIdentity(text: string): string {
  return tokensOf(text).join(' ') || text.trim().toLowerCase()
}

/** 1- to 3-grams of a term, folded, each once, without those that begin or end in a stop word. */
export function ngramsOf(tokens: readonly string[]): Map<string, string> {
  const grams = new Map<string, string>()
  for (let size = 1; size <= 3; size++) {
    for (let start = 0; start + size <= tokens.length; start++) {
      const words = tokens.slice(start, start + size)
      if (isStopWord(words[0]!) || isStopWord(words.at(-1)!)) continue
      grams.set(words.map(folded).join(' '), words.join(' '))
    }
  }
  return grams
}

/** Little words and words of nearness ('cerca de mí', 'a prop meu', 'preto de min', 'gertu'). */
const STOP_WORDS = new Set(
  `a al ante con contra de del desde e el ella ellos en entre es esta este esto la las le les lo los
  mas me mi mis muy ni no nos nuestro o para pero por que se si sin sobre son su sus tu tus u un una
  unas uno unos usted vos y ya cerca cercano cercana cercanos cercanas mio aqui proximo proxima
  i d l els les amb per al als dels meu prop voltant preto min gertu do da dos das na no com ao os as
  ou e mais onde donde como cual cuanto cuando quien`.split(/\s+/),
)
