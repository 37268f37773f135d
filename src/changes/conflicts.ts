import type { Fault } from './gate.ts'
import { isAs } from './operations.ts'
import type { Around } from './surroundings.ts'

export type Conflict = {
  kind: 'removed' | 'changed' | 'already_there' | Fault['kind']
  /** Spanish. */
  message: string
}

/** What stands in the way of a step, `faults` by what the gate says: with any of these it is not made. */
export function conflictsOf(around: Around, faults: readonly Fault[]): Conflict[] {
  const stops = stopsOf(around)
  const mayBeMade = stops.length === 0 || stops.some(({ kind }) => kind === 'changed')
  return mayBeMade ? [...stops, ...faults] : stops
}

function stopsOf({ target, found, place, ...around }: Around): Conflict[] {
  if (target.kind === 'create') {
    if (place?.isRemoved)
      return [{ kind: 'removed', message: `«${place.name}» está eliminado en Google Ads.` }]
    const isThere = found && !target.shape.staysForEver
    return isThere ? [{ kind: 'already_there', message: 'Ya existe en Google Ads.' }] : []
  }
  const isRemoval = target.kind === 'remove'
  if (!found || found.isRemoved)
    return [{ kind: 'removed', message: isRemoval ? 'Ya no está en Google Ads.' : REMOVED }]
  if (isRemoval) return []
  if (isAs(found.image, target.wanted))
    return [{ kind: 'already_there', message: 'Ya está así en Google Ads.' }]
  return around.moved.map(({ label, before, after }) => ({
    kind: 'changed',
    message: `${label}: era ${before} al analizarlo y ahora es ${after}${around.changedBy}.`,
  }))
}

const REMOVED = 'Se ha eliminado en Google Ads desde el análisis.'
