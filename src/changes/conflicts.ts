import type { Fault } from './gate.ts'
import { type Image, isAs, type Target } from './operations.ts'
import type { StepValue } from './step-text.ts'

export type Conflict = {
  kind: 'removed' | 'changed' | 'already_there' | Fault['kind']
  /** True: with it the step is not made. */
  blocking: boolean
  /** Spanish. */
  message: string
}

export type StepSurroundings = {
  /** As Google has it now; null where nothing is there. */
  found: { image: Image; isRemoved: boolean } | null
  /** Of a create: what it is to be in; null when it is made in the same request, or is the account itself. */
  place: { name: string; isRemoved: boolean } | null
  /** Fields that are not as the analysis knew them. */
  moved: readonly StepValue[]
  /** Who touched it since, in Spanish; empty when Google's history names no person. */
  changedBy: string
  /** What the gate says. */
  faults: readonly Fault[]
}

/** What stands in the way of a step: with any of these it is not made. */
export function conflictsOf(target: Target, around: StepSurroundings): Conflict[] {
  const stops = stopsOf(target, around)
  const mayBeMade = stops.length === 0 || stops.some(({ kind }) => kind === 'changed')
  const all = mayBeMade ? [...stops, ...around.faults] : stops
  return all.map((one) => ({ ...one, blocking: true }))
}

function stopsOf(target: Target, around: StepSurroundings): Omit<Conflict, 'blocking'>[] {
  const { found, place } = around
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
