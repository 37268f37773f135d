import { spaced, type Thing } from './named-things.ts'

/**
 * Google splits by autonomous community and calls it in English or Spanish: how else it is called, and the provinces and
 * cities in it, of which there are no figures of their own.
 */
const COMMUNITIES: { names: readonly string[]; parts: readonly string[] }[] = [
  community(
    'Andalucía, Andalusia',
    'Almería, Cádiz, Córdoba, Granada, Huelva, Jaén, Málaga, Sevilla, Marbella, Jerez',
  ),
  community('Aragón, Aragon', 'Zaragoza, Huesca, Teruel'),
  community('Asturias, Principado de Asturias, Principality of Asturias', 'Oviedo, Gijón, Avilés'),
  community(
    'Islas Baleares, Baleares, Illes Balears, Balearic Islands',
    'Mallorca, Palma, Palma de Mallorca, Ibiza, Menorca, Formentera',
  ),
  community(
    'Canarias, Islas Canarias, Canary Islands',
    'Tenerife, Santa Cruz de Tenerife, Las Palmas, Gran Canaria, Lanzarote, Fuerteventura, La Palma',
  ),
  community('Cantabria', 'Santander, Torrelavega'),
  community(
    'Castilla y León, Castile and León, Castile and Leon',
    'León, Burgos, Valladolid, Salamanca, Zamora, Palencia, Ávila, Segovia, Soria',
  ),
  community(
    'Castilla-La Mancha, Castilla La Mancha, Castile-La Mancha',
    'Toledo, Albacete, Ciudad Real, Cuenca, Guadalajara',
  ),
  community(
    'Cataluña, Catalunya, Catalonia',
    'Barcelona, Girona, Gerona, Lleida, Lérida, Tarragona, Sabadell, Badalona, Terrassa',
  ),
  community(
    'Comunidad Valenciana, Comunitat Valenciana, Valencian Community',
    'Valencia, Alicante, Alacant, Castellón, Elche, Benidorm, Gandía',
  ),
  community('Extremadura', 'Badajoz, Cáceres, Mérida'),
  community(
    'Galicia',
    'A Coruña, La Coruña, Coruña, Lugo, Ourense, Orense, Pontevedra, Vigo, Santiago de Compostela',
  ),
  community(
    'Comunidad de Madrid, Madrid, Community of Madrid',
    'Alcalá de Henares, Móstoles, Getafe, Alcorcón, Leganés, Fuenlabrada',
  ),
  community('Región de Murcia, Murcia, Region of Murcia', 'Cartagena, Lorca'),
  community('Navarra, Comunidad Foral de Navarra, Navarre', 'Pamplona, Tudela'),
  community(
    'País Vasco, Euskadi, Basque Country',
    'Bilbao, Vizcaya, Bizkaia, Guipúzcoa, Gipuzkoa, San Sebastián, Donostia, Álava, Vitoria',
  ),
  community('La Rioja, Rioja', 'Logroño'),
  community('Ceuta', ''),
  community('Melilla', ''),
]

/** A place of Google's by its name, by what else it is called, and by what lies in it; one outside Spain by its name. */
export function placeThings(id: string, name: string): Thing[] {
  const place: Thing = { kind: 'region', name, ids: [id] }
  const known = COMMUNITIES.find(({ names }) => names.some((one) => spaced(one) === spaced(name)))
  return [
    place,
    ...(known?.names ?? []).map((called) => ({ ...place, called })),
    ...(known?.parts ?? []).map((part) => ({ ...place, called: part, part })),
  ]
}

/** Folded words that name a place of Spain. */
export function isSpanishPlace(said: string): boolean {
  return COMMUNITIES.some(({ names, parts }) =>
    [...names, ...parts].some((one) => spaced(one) === said),
  )
}

function community(names: string, parts: string) {
  return { names: names.split(', '), parts: parts.split(', ').filter(Boolean) }
}
