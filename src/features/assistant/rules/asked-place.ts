import type { Thing } from './named-things.ts'

type Placed = { things: readonly Thing[]; region: Thing | null }

/** One place named beside something else is where that is asked about; null: several places at once beside it. */
export function placedThings(things: readonly Thing[]): Placed | null {
  const places = merged(things.filter(({ kind }) => kind === 'region'))
  const others = things.filter(({ kind }) => kind !== 'region')
  if (places.length === 0 || others.length === 0)
    return { things: [...others, ...places], region: null }
  const [region, ...more] = places
  return region && more.length === 0 ? { things: others, region } : null
}

/** Sevilla and Málaga are one place to Google. */
function merged(places: readonly Thing[]): Thing[] {
  const groups = Map.groupBy(places, ({ ids }) => ids.join())
  return [...groups.values()].flatMap(([first, ...more]) => {
    const parts = [first, ...more].flatMap((place) => place?.part ?? [])
    return first ? [{ ...first, ...(parts.length > 0 && { part: parts.join(' y ') }) }] : []
  })
}

/** What was asked about has no figures of its own: those of the place around it are given, and it is said. */
export function widerText(places: readonly (Thing | null)[]): string {
  const wider = places.flatMap((place) => (place?.part ? [place] : []))
  return wider
    .map(
      ({ part, name }) =>
        `De ${part} no tengo cifras aparte: estas son las de «${name}» en conjunto. `,
    )
    .join('')
}
