/** Where a Spanish text speaks of things that have names: campaigns, ad groups, keywords, terms, recommendations. */
export type Mention = {
  start: number
  end: number
  /** What may be meant: one name, or all that a paraphrase fits. */
  names: readonly string[]
}

type Span = Pick<Mention, 'start' | 'end'>

/** What tells that a name follows: 'la campaña de botas'. */
const KIND_OF_THING =
  /(?<!\p{L})(?:campañas?|grupos?(?: de anuncios)?|palabras? clave|términos?(?: de búsqueda)?|anuncios?)\s+((?:[\p{L}\d]+\s*){1,5})/giu
const QUOTED = /«([^«»]+)»/gu
/** Shorter words fit too much. */
const SHORTEST_WORD = 4

/** In the order of the text, none inside another. */
export function mentionsIn(text: string, names: readonly string[]): Mention[] {
  const folded = fold(text)
  const longestFirst = [...new Set(names)].toSorted((a, b) => b.length - a.length)
  const found: Mention[] = []
  const keep = (mention: Mention) => {
    if (!found.some((other) => overlap(other, mention))) found.push(mention)
  }
  for (const name of longestFirst)
    for (const start of placesOf(folded, `«${fold(name)}»`))
      keep({ start, end: start + name.length + 2, names: [name] })
  for (const name of longestFirst.filter(isRecognisable))
    for (const start of placesOf(text, name)) {
      const end = start + name.length
      if (!isInsideWord(text, start, end)) keep({ start, end, names: [name] })
    }
  for (const mention of paraphrases(text, longestFirst)) keep(mention)
  return found.toSorted((a, b) => a.start - b.start)
}

/** Names in «» that stand in none of the texts, and so were made up. */
export function inventedNames(
  text: string,
  mentions: readonly Mention[],
  texts: readonly string[],
) {
  const known = texts.map(fold)
  return [...text.matchAll(QUOTED)]
    .filter(({ index, 0: { length } }) => {
      const end = index + length
      return !mentions.some((mention) => mention.start <= index && mention.end >= end)
    })
    .flatMap(([quoted, name]) => {
      const isKnown = known.some((one) => one.includes(fold(name?.trim() ?? '')))
      return isKnown ? [] : [quoted]
    })
}

function paraphrases(text: string, names: readonly string[]): Mention[] {
  return [...text.matchAll(KIND_OF_THING)].flatMap((match) => {
    const said = wordsOf(match[1] ?? '')
    const fits = names.filter((name) => wordsOf(name).some((word) => said.includes(word)))
    const start = match.index
    return fits.length > 0 ? [{ start, end: start + match[0].trimEnd().length, names: fits }] : []
  })
}

/** Without «» a lower-case word is just a word. */
function isRecognisable(name: string): boolean {
  return name.length >= SHORTEST_WORD && (/^\p{Lu}/u.test(name) || /\s/.test(name))
}

/** Long ones, in the singular or nearly so. */
function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\d]+/gu) ?? []
  return words
    .filter(({ length }) => length >= SHORTEST_WORD)
    .map((word) => word.replace(/e?s$/, ''))
}

function placesOf(text: string, part: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at)
  return places
}

function isInsideWord(text: string, start: number, end: number): boolean {
  return /[\p{L}\d]/u.test(text[start - 1] ?? '') || /[\p{L}\d]/u.test(text[end] ?? '')
}

const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end

/** Case and accents aside; as long as before, so that places stay what they are. */
function fold(text: string): string {
  return text
    .replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD')[0] ?? letter)
    .toLowerCase()
}
