import type { Chance } from '../chance.ts'

export type MatchType = 'EXACT' | 'PHRASE' | 'BROAD'

type Drawn = {
  keywords: { group: number; text: string; matchType: MatchType }[]
  /** `effect`: of its words on the log rate; volumes add up to 1. */
  searches: { text: string; volume: number; effect: number }[]
}

/** The words of one campaign: each ad group sells a thing, people add what they please. */
export function drawTexts(
  chance: Chance,
  { id, groups, size }: { id: string; groups: number; size: number },
): Drawn {
  const keywords: Drawn['keywords'] = []
  const searches = new Map<string, { volume: number; effect: number }>()
  const tails = TAILS.map((word) => ({ word, effect: 0.6 * chance.normal() }))
  const idle = IDLE.map((word) => ({ word, effect: -chance.between(0.3, 2.5) }))
  const perGroup = Math.max(
    15,
    Math.round((14 * Math.sqrt(size) * chance.between(0.7, 1.5)) / groups ** 0.5),
  )
  for (let group = 1; group <= groups; group++) {
    const noun = `${NOUNS[(Number(id) * 7 + group * 3) % NOUNS.length]}${id}${group}`
    const ofGroup = 0.35 * chance.normal()
    const own = tails.filter(() => chance.happens(0.35))
    keywords.push({ group, text: noun, matchType: pick(chance, ['PHRASE', 'BROAD', 'BROAD']) })
    for (const { word } of own.slice(0, 6)) {
      const text = chance.happens(0.7) ? `${noun} ${word}` : `${word} ${noun}`
      keywords.push({ group, text, matchType: pick(chance, ['EXACT', 'PHRASE', 'BROAD']) })
      // Bought twice by different match types.
      if (chance.happens(0.15))
        keywords.push({ group, text, matchType: pick(chance, ['EXACT', 'PHRASE']) })
    }
    for (let i = 0; i < perGroup; i++) {
      const added = [
        ...(chance.happens(0.8) ? [pick(chance, own.length > 0 ? own : tails)] : []),
        ...(chance.happens(0.5) ? [pick(chance, tails)] : []),
        ...(chance.happens(0.15) ? [pick(chance, idle)] : []),
      ]
      const words = [...new Set([noun, ...added.map(({ word }) => word)])]
      if (chance.happens(0.25)) words.reverse()
      const effect = ofGroup + added.reduce((sum, one) => sum + one.effect, 0)
      const volume = (i + 3) ** -1.1 * Math.exp(0.7 * chance.normal())
      const text = words.join(' ')
      const seen = searches.get(text)
      searches.set(text, { volume: volume + (seen?.volume ?? 0), effect })
    }
  }
  const unique = new Map(keywords.map((one) => [`${one.group} ${one.text} ${one.matchType}`, one]))
  const total = [...searches.values()].reduce((sum, { volume }) => sum + volume, 0)
  return {
    keywords: [...unique.values()],
    searches: [...searches].map(([text, { volume, effect }]) => ({
      text,
      volume: volume / total,
      effect,
    })),
  }
}

export function isMatch(by: { text: string; matchType: MatchType }, text: string): boolean {
  if (by.matchType === 'EXACT') return text === by.text
  if (by.matchType === 'PHRASE') return ` ${text} `.includes(` ${by.text} `)
  const words = new Set(text.split(' '))
  return by.text.split(' ').every((word) => words.has(word))
}

const pick = <T>(chance: Chance, from: readonly T[]): T =>
  from[Math.min(from.length - 1, Math.floor(chance.uniform() * from.length))]!

const NOUNS =
  'mesa silla lampara cama sofa estante armario espejo cortina alfombra puerta ventana grifo horno nevera lavadora taladro sierra'.split(
    ' ',
  )
const TAILS =
  'madera blanca negra grande barata madrid barcelona online comprar oferta jardin cocina salon moderna rustica plegable medida precio tienda calidad infantil exterior'.split(
    ' ',
  )
const IDLE = 'gratis dibujo segunda mano reparar manual foto significado alquiler'.split(' ')
