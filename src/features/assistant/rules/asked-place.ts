import type { Thing } from './named-things.ts'

type Placed = { things: readonly Thing[]; region: Thing | null }

/** One place named beside something else is where that is asked about; null: several places at once beside it. */
export function placedThings(things: readonly Thing[]): Placed | null {
  const places = things.filter(({ kind }) => kind === 'region')
  const others = things.filter(({ kind }) => kind !== 'region')
  if (places.length === 0 || others.length === 0) return { things, region: null }
  const [region, ...more] = places
  return region && more.length === 0 ? { things: others, region } : null
}

/** What was asked about has no figures of its own: those of the place around it are given, and it is said. */
export function widerText(places: readonly (Thing | null)[]): string {
  const wider = places.flatMap((place) => (place?.part ? [place] : []))
  return wider
    .map(
      ({ part, name }) =>
        `De ${part} no tengo cifras aparte: estas son las de «${name}», donde está. `,
    )
    .join('')
}
