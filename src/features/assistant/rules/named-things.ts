import { blankOut, foldText } from './fold-text.ts'

export type ThingKind = 'campaign' | 'ad_group' | 'keyword' | 'search_term' | 'region'

/** Something of the account that has a name; several ids where the same words stand in several ad groups. */
export type Thing = {
  kind: ThingKind
  name: string
  ids: readonly string[]
  within?: string
  /** Another name it goes by: 'Cataluña' of «Catalonia». */
  called?: string
  /** What was asked about is only a part of it: 'Valencia' of «Comunidad Valenciana». */
  part?: string
}

export type FoundThing =
  | { start: number; things: readonly [Thing] }
  /** Several that may be meant. */
  | { start: number; said: string; things: readonly Thing[] }

const KIND_WORDS: [ThingKind, RegExp][] = [
  ['campaign', /\bcampanas?(?: \S+)?(?: de| del| llamada| la)*\s*["'«“]?\s*$/],
  ['ad_group', /\bgrupos?(?: de anuncios)?(?: de| del| llamado)*\s*["'«“]?\s*$/],
  ['keyword', /\b(?:palabras? clave|keywords?)(?: de)?\s*["'«“]?\s*$/],
  ['search_term', /\b(?:terminos?(?: de busqueda)?|busquedas?)(?: de)?\s*["'«“]?\s*$/],
  [
    'region',
    /\b(?:provincia|ciudad|region|comunidad|zona)(?: autonoma)?(?: de| del)*\s*["'«“]?\s*$/,
  ],
]
const KIND_NAMES: Record<ThingKind, string> = {
  campaign: 'campaña',
  ad_group: 'grupo de anuncios',
  keyword: 'palabra clave',
  search_term: 'término de búsqueda',
  region: 'lugar',
}

/** 'la campaña «Marca»'. */
export function thingText({ kind, name, within }: Thing): string {
  return `${KIND_NAMES[kind]} «${name}»${within ? ` (de «${within}»)` : ''}`
}

/** The kind that the words right before a place name; null where none do. */
export function kindBefore(text: string, start: number): ThingKind | null {
  const before = text.slice(0, start)
  // 'Campañas en Barcelona' names no campaign.
  if (/\ben\s*$/.test(before)) return null
  return KIND_WORDS.find(([, words]) => words.test(before))?.[0] ?? null
}

/**
 * Whole names that stand in the folded text, and what is left of it. `isOrdinary`: names that are common words, which
 * count only in quotes or after the word for their kind.
 */
export function wholeNames(
  text: string,
  things: readonly Thing[],
  isOrdinary: (name: string) => boolean,
): { found: FoundThing[]; rest: string } {
  const found: FoundThing[] = []
  let rest = text
  const names = [...new Set(things.map(calledAs))]
  for (const name of names.filter(Boolean).toSorted((a, b) => b.length - a.length)) {
    for (let at = rest.indexOf(name); at >= 0; at = rest.indexOf(name, at + name.length)) {
      const end = at + name.length
      if (/[\p{L}\d]/u.test(rest[at - 1] ?? '') || /[\p{L}\d]/u.test(rest[end] ?? '')) continue
      const kind = kindBefore(text, at)
      const isQuoted = /["'«“]\s*$/.test(rest.slice(0, at))
      if (!kind && !isQuoted && isOrdinary(name)) continue
      const all = withoutParts(things.filter((thing) => calledAs(thing) === name))
      const meant = all.filter((thing) => thing.kind === kind)
      // 'La campaña Valencia' is no place.
      if (kind && meant.length === 0 && all.every((thing) => thing.kind === 'region')) continue
      found.push(asFound(at, name, meant.length > 0 ? meant : all))
      rest = blankOut(rest, at, name.length)
    }
  }
  return { found, rest }
}

/** What a few words may mean: the things called nearly so, else those whose name has all of the words. */
export function likeNamed(
  said: string,
  start: number,
  kind: ThingKind | null,
  things: readonly Thing[],
): FoundThing | null {
  const words = said.split(/\s+/).filter(Boolean)
  const isWhole = (thing: Thing) => tellingWords(calledAs(thing)).length <= words.length
  const fits = things.filter((thing) => {
    if (kind && thing.kind !== kind) return false
    // One word of a search term could be any word.
    if (!kind && isTyped(thing) && !isWhole(thing)) return false
    const own = calledAs(thing).split(/\s+/)
    return words.every((word) => own.some((one) => isNearly(word, one)))
  })
  const whole = fits.filter(isWhole)
  const meant = withoutParts(whole.length > 0 ? whole : fits)
  return meant.length > 0 ? asFound(start, said, meant) : null
}

/** Small words may have been left out: 'zapatos verano'. */
const tellingWords = (name: string) =>
  name.split(/\s+/).filter((word) => word.length > 2 || /\d/.test(word))

const isTyped = ({ kind }: Thing) => kind === 'keyword' || kind === 'search_term'

const calledAs = ({ called, name }: Thing) => spaced(called ?? name)

/** What is called so itself comes before what only has a part that is. */
function withoutParts(things: readonly Thing[]): readonly Thing[] {
  const own = things.filter(({ part }) => part === undefined)
  return own.length > 0 ? own : things
}

/** One letter more, less, other or swapped, in words long enough to bear it; a plural is nearly its singular. */
export function isNearly(said: string, meant: string): boolean {
  if (said === meant) return true
  if (said.replace(/e?s$/, '') === meant.replace(/e?s$/, '') && said.length > 3) return true
  if (Math.min(said.length, meant.length) < 5 || Math.abs(said.length - meant.length) > 1)
    return false
  let at = 0
  while (at < said.length && said[at] === meant[at]) at++
  const [a, b] = [said.slice(at), meant.slice(at)]
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)
}

/** Folded, signs as blanks. */
export function spaced(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}/-]+/gu, ' ')
    .trim()
}

function asFound(start: number, said: string, all: readonly Thing[]): FoundThing {
  // A place goes by several names.
  const things = [...new Map(all.map((one) => [`${one.kind} ${one.ids.join(' ')}`, one])).values()]
  const [only, ...others] = things
  return only && others.length === 0 ? { start, things: [only] } : { start, said, things }
}
