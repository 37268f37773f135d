import type { AccountSnapshot, KeywordFacts, SearchTermFacts } from '../../account/snapshot.ts'
import { kinOf, type Word, wordsOf } from '../../account/terms.ts'
import { offeredKeywords } from '../../account/turned-off.ts'
import type { Ngram } from './frequent-ngrams.ts'

/**
 * Tells whether a group of words has something that the account bids on or offers: all its words are in a live keyword,
 * one of them, or one derived from the same, is in a keyword that brought what it would stop, or it asks for free what the
 * ads offer for free. Words of one kin are one: 'cursos gratuitos' is 'curso gratis'.
 */
export function keywordCores(snapshot: AccountSnapshot): (ngram: Ngram) => boolean {
  const live = offeredKeywords(snapshot)
  const cores = live.map(({ text }) => tellingKin(text))
  const byWord = new Map<string, ReadonlySet<string>[]>()
  for (const core of cores) {
    for (const word of core) {
      const others = byWord.get(word)
      if (others) others.push(core)
      else byWord.set(word, [core])
    }
  }
  const broughtBy = keywordOf(snapshot, live)
  const givesFree = offersFree(snapshot)
  return (ngram) => {
    const words = [...tellingKin(ngram.spellings[0]!)]
    if (givesFree && words.includes(FREE)) return true
    const lists = words.map((word) => byWord.get(word) ?? [])
    const rarest = lists.toSorted((a, b) => a.length - b.length)[0] ?? []
    if (rarest.some((core) => words.every((word) => core.has(word)))) return true
    return ngram.terms.some(({ rows }) =>
      rows.some((row) => {
        const core = broughtBy(row)
        return words.some((word) => core.has(word) || [...core].some((own) => isDerived(word, own)))
      }),
    )
  }
}

/** 'psicólogo' beside 'psicología', 'fisioterapeuta' beside 'fisioterapia'; not 'internacional' beside 'internet'. */
function isDerived(word: string, other: string): boolean {
  const longest = Math.max(word.length, other.length)
  let alike = 0
  while (alike < longest && word[alike] === other[alike]) alike++
  return alike >= SAME_BEGINNING && alike >= longest / 2
}

/** Letters, own choice: 'mujeriego' has five of 'mujer', and is no derived product. */
const SAME_BEGINNING = 6

/** 'gratis', 'gratuito', 'gratuït', 'grátis', 'gratuit', 'free'. */
const FREE = kinOf('gratis')

function tellingKin(text: string): Set<string> {
  const words = wordsOf(text)
  const telling = words.filter(({ isStop }) => !isStop)
  return kinSet(telling.length > 0 ? telling : words)
}

/** A negative stops a name by its noun alone too: 'palma' also 'La Palma'. */
const kinSet = (words: readonly Word[]) =>
  new Set(words.flatMap(({ kin, written }) => [kin, kinOf(written)]))

/**
 * The telling words of the live keyword that brought a row; where nothing tells which, those of all in its ad group, and
 * where no keyword is known at all (a report by itself), of the text that the row names.
 */
function keywordOf(
  snapshot: AccountSnapshot,
  live: readonly KeywordFacts<never>[],
): (row: SearchTermFacts) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>()
  const isLive = new Set(live)
  const stopped = new Set(
    snapshot.keywords.filter((one) => !isLive.has(one)).map(({ text }) => kinOf(text)),
  )
  const liveKin = new Set(live.map(({ text }) => kinOf(text)))
  const byAdGroup = Map.groupBy(live, ({ adGroupId }) => adGroupId)
  const find = ({ keywordText, adGroupId }: SearchTermFacts): ReadonlySet<string> => {
    if (keywordText) {
      const kin = kinOf(keywordText)
      return stopped.has(kin) && !liveKin.has(kin) ? NOTHING : tellingKin(keywordText)
    }
    return new Set((byAdGroup.get(adGroupId) ?? []).flatMap(({ text }) => [...tellingKin(text)]))
  }
  return (row) => {
    const key = `${row.adGroupId} ${row.keywordText ?? ''}`
    const core = known.get(key) ?? find(row)
    known.set(key, core)
    return core
  }
}

const NOTHING: ReadonlySet<string> = new Set()

function offersFree({ inventory }: AccountSnapshot): boolean {
  return (inventory?.ads ?? []).some(
    ({ status, headlines, descriptions }) =>
      status === 'ENABLED' &&
      [...headlines, ...descriptions].some(({ text }) => tellingKin(text).has(FREE)),
  )
}
