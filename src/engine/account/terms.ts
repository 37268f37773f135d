import { isLittleWord } from './little-words.ts'

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
  return wordOf(word).folded
}

/**
 * Light plural stem for comparing, never for showing: 'flores' = 'flor', 'luces' = 'luz', 'clases' =
 * 'clase', Catalan 'colors' = 'color', English 'batteries' = 'battery', Portuguese 'colchões' = 'colchão'. Words in -is and -us ('gratis', 'análisis') stay whole.
 */
export function stem(word: string): string {
  return wordOf(word).stem
}

export function isStopWord(word: string): boolean {
  return wordOf(word).isStop
}

/** `kin`: the stem without its gender and country. `id`: for askedOnce. */
export type Word = {
  id: number
  written: string
  folded: string
  stem: string
  kin: string
  isStop: boolean
  /** Second words with which it begins a question; 'alone' where it needs none. */
  asks: ReadonlySet<string> | 'alone' | undefined
}

/** Accounts repeat their few thousand words a hundred thousand times. */
const WORDS = new Map<string, Word>()
const MOST_WORDS = 50_000
let nextId = 0

function wordOf(word: string): Word {
  return WORDS.get(word) ?? kept(word, newWord(word))
}

function kept(key: string, word: Word): Word {
  if (WORDS.size >= MOST_WORDS) WORDS.clear()
  WORDS.set(key, word)
  return word
}

function newWord(word: string): Word {
  const plain = withoutAccents(word)
  const stem = NO_PLURALS.has(plain)
    ? plain
    : stemmed(withoutAccents(word.replace(/[õã]es$/, 'ão')))
  const kin = genderless(stem)
  return {
    id: nextId++,
    written: word,
    folded: plain,
    stem,
    kin: REGIONAL.get(kin) ?? kin,
    isStop: isLittleWord(word, plain),
    asks: QUESTIONS.get(plain),
  }
}

/** 'La Palma' and 'Palma' are two islands: as what it means, a name is one word with its article. */
function withArticles(words: readonly Word[]): readonly Word[] {
  if (!words.some(({ folded }) => ARTICLES_OF.has(folded))) return words
  return words.map((word, i) => {
    const article = ARTICLES_OF.get(word.folded)?.get(words[i - 1]?.folded ?? '')
    return article === undefined ? word : named(word, article)
  })
}

function named(word: Word, article: string): Word {
  const key = `${article} ${word.written}`
  // What is written and looked for by negatives stays the noun.
  const whole = `${article}·${word.folded}`
  return (
    WORDS.get(key) ?? kept(key, { ...word, id: nextId++, stem: whole, kin: whole, isStop: false })
  )
}

/** The words of a text; half a dozen rules look at those of each query, most of them in the same order. */
export function wordsOf(text: string): readonly Word[] {
  const following = latest?.next
  if (following?.text === text) {
    latest = following
    return following.words
  }
  latest = TEXTS.get(text) ?? added(text)
  return latest.words
}

function added(text: string): Text {
  if (TEXTS.size >= MOST_TEXTS) forgetTexts()
  const found: Text = { text, words: withArticles(tokensOf(text).map(wordOf)), next: undefined }
  if (newest) newest.next = found
  newest = found
  TEXTS.set(text, found)
  return found
}

/** `next`: the one that was first asked for after it. */
type Text = { text: string; words: readonly Word[]; next: Text | undefined }

const TEXTS = new Map<string, Text>()
const MOST_TEXTS = 200_000
let latest: Text | undefined
let newest: Text | undefined

/** Once all rules have looked at an account's texts, hardly one comes again. */
export function forgetTexts(): void {
  TEXTS.clear()
  latest = undefined
  newest = undefined
}

/** Once an account is done with, unless they are few; what askedOnce knows is worth nothing any more. */
export function forgetWords(): void {
  forgetTexts()
  if (nextId < MOST_WORDS) return
  WORDS.clear()
  nextId = 0
}

/** The answers of `judge`, each worked out once; not to be kept beyond the analysis of an account. */
export function askedOnce<T>(judge: (word: Word) => T): (word: Word) => T {
  const known: (T | undefined)[] = []
  return (word) => {
    const before = known[word.id]
    if (before !== undefined) return before
    // Filled up without a gap, for V8 makes a slow table of an array with gaps.
    while (known.length <= word.id) known.push(undefined)
    const answer = judge(word)
    known[word.id] = answer
    return answer
  }
}

function withoutAccents(word: string): string {
  if (PLAIN.test(word)) return word
  return word
    .normalize('NFD')
    .replace(/n\u0303/g, 'ñ')
    .replace(/c\u0327/g, 'ç')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
}

function stemmed(plain: string): string {
  if (plain.length <= 3) return plain.replace(/z$/, 'c')
  return plain
    .replace(/([^isuwy])s$/, '$1')
    .replace(/e$/, '')
    .replace(/z$/, 'c')
    .replace(/([^aeiou])y$/, '$1i')
}

/** Meaning of a query without its order, plurals, accents and little words: 'zapatos de mujer' = 'mujer zapato'. */
export function meaningOf(text: string): string {
  return sortedText(tellingWords(text).map((word) => word.stem))
}

/** The same, but who asks what a thing is does not ask for it: 'qué es un hosting' is not 'hosting'. */
export function askedMeaning(text: string): string {
  return `${questionMark(text)}${meaningOf(text)}`
}

const questionMark = (text: string) => (isQuestion(wordsOf(text)) ? '? ' : '')

/** Whether these words ask what a thing is, how it works or what it is for. */
export function isQuestion([first, second]: readonly Word[]): boolean {
  return (
    first?.asks === 'alone' || (second !== undefined && first?.asks?.has(second.folded) === true)
  )
}

/** Without the little words, unless there are no others. */
function tellingWords(text: string): readonly Word[] {
  const words = wordsOf(text)
  if (!words.some(({ isStop }) => isStop)) return words
  const kept = words.filter(({ isStop }) => !isStop)
  return kept.length > 0 ? kept : words
}

/** Of a handful of words, a hundred thousand times: insertion takes a third of what Array.sort does. */
function sortedText(words: string[]): string {
  for (let i = 1; i < words.length; i++) {
    const word = words[i]!
    let at = i
    for (; at > 0 && words[at - 1]! > word; at--) words[at] = words[at - 1]!
    words[at] = word
  }
  return words.join(' ')
}

/**
 * What a query asks for in any Spanish-speaking country and in either gender: 'carro usado' = 'coches usados',
 * 'celular barato' = 'móviles baratas', Catalan 'sabata' = 'sabates'. Too broad to call two queries the same; right
 * for sparing the cousins of a query that sells. Who asks what a thing is, or how long it lasts, buys none yet.
 */
export function kinOf(text: string): string {
  return `${questionMark(text)}${sortedText(tellingWords(text).map(({ kin }) => kin))}`
}

const genderless = (stemmedWord: string): string =>
  stemmedWord.length > 3 ? stemmedWord.replace(/[aeo]$/, '') : stemmedWord

/** Text as it identifies a term in a fingerprint: accents matter, case and spacing do not. */
export function termIdentity(text: string): string {
  if (PLAIN.test(text)) return text
  const words = wordsOf(text).map(({ written }) => written)
  return words.join(' ') || text.trim().toLowerCase()
}

/** 1- to 3-grams of a term, folded, each once with its spelling, without those that begin or end in a stop word. */
export function ngramsOf(text: string): Map<string, string> {
  const grams = new Map<string, string>()
  const words = wordsOf(text)
  for (let start = 0; start < words.length; start++) {
    if (words[start]!.isStop) continue
    let plain = ''
    let written = ''
    for (let end = start; end < Math.min(start + 3, words.length); end++) {
      const word = words[end]!
      plain += end === start ? word.folded : ` ${word.folded}`
      written += end === start ? word.written : ` ${word.written}`
      if (!word.isStop) grams.set(plain, written)
    }
  }
  return grams
}

/** One thing and its names across Spain and Latin America, by stem; the first stands for all. */
const REGIONAL = new Map(
  `coche carro auto automóvil
  móvil celular
  ordenador computadora computador
  portátil laptop notebook
  zapatilla tenis champión
  piso apartamento departamento depa
  billete boleto pasaje
  gafa lente anteojo
  camiseta remera polera
  chaqueta campera chamarra casaca
  vaquero jean tejano
  conducir manejar
  alquiler renta arriendo
  alquilar rentar arrendar
  nevera refrigerador heladera frigorífico
  fontanero plomero gasfitero
  autobús colectivo guagua ómnibus
  aparcamiento estacionamiento parking parqueo
  zumo jugo
  patata papa
  melocotón durazno
  aguacate palta
  fresa frutilla
  sello estampilla
  barato económico
  gratis gratuito free`
    .split('\n')
    .map((line) => line.trim().split(' ').map(withoutAccents).map(stemmed).map(genderless))
    .flatMap(([first, ...others]) => others.map((word): [string, string] => [word, first!])),
)

/** What begins a question about a thing, in all five languages; the first words by their second ones. */
const QUESTIONS = new Map<string, ReadonlySet<string> | 'alone'>([
  ...['whats', 'why', 'pourquoi'].map((word) => [word, 'alone'] as const),
  ...bySecond(`
    que: es son significa
    para: que
    por: que
    per: que
    como: es son se funciona funcionan e
    com: es son funciona funcionen
    cuanto: dura duran
    cuanta: dura
    quanto: dura duram
    quant: dura duren
    o: que
    what: is are
    how: does do
    qu: est
    c: est
    comment: fonctionne`),
])

/** Places whose noun is something else without its article, by the noun; 'hoteles Habana' is no other place than 'La Habana'. */
const ARTICLES_OF: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ...bySecond(`
    palma: la
    manga: la
    molina: la
    salvador: el al del
    como: lago di`).map(([noun, articles]) => {
    const [whole = ''] = articles
    return [noun, new Map([...articles].map((one) => [one, whole]))] as const
  }),
])

/** Names that are no plural, with or without their article: 'Palmas' is not 'Palma'. */
const NO_PLURALS = new Set(['palmas'])

/** Lines 'first: second second'. */
function bySecond(lines: string): [string, ReadonlySet<string>][] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [first = '', others = ''] = line.trim().split(': ')
      return [first, new Set(others.split(' '))]
    })
}
