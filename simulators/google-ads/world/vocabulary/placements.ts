import type { Cell } from '../tally.ts'

/** A site, a video channel or an app of the Display network. */
export type Placement = { placement: string; name: string; type: string }

/** Where ads of any advertiser stand, with their share of impressions and how they differ. */
export const PLACEMENTS: readonly (Placement & Cell)[] = [
  site('diario-del-barrio.test', 0.2, 1.1),
  site('recetas-de-la-abuela.test', 0.16, 0.9),
  site('el-tiempo-manana.test', 0.15, 0.8),
  site('foro-de-vecinos.test', 0.1, 1.3),
  site('revista-finde.test', 0.1, 1.4),
  {
    placement: 'UCvidapractica01',
    name: 'Vida práctica',
    type: 'YOUTUBE_CHANNEL',
    share: 0.12,
    cvr: 1.1,
  },
  app('2-com.burbujas.locas', 'Burbujas locas', 0.08),
  app('2-com.linterna.plus', 'Linterna plus', 0.06),
  app('1-518000111', 'Solitario clásico', 0.05),
]

function site(placement: string, share: number, cvr: number): Placement & Cell {
  return { placement, name: placement, type: 'WEBSITE', share, cvr }
}

/** Fingers slip in games: more clicks, fewer sales. */
function app(id: string, name: string, share: number): Placement & Cell {
  const type = 'MOBILE_APPLICATION'
  return { placement: `mobileapp::${id}`, name, type, share, ctr: 1.6, cvr: 0.35 }
}
