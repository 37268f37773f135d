import type { Act } from './recommendation.ts'

/** Remembers what is being done, so that nothing is done twice or against something else. */
export type Conflicts = {
  /** False where one of the acts is taken, or acts on what is being paused, or pauses what is being changed. */
  allow: (acts: readonly Act[]) => boolean
  take: (acts: readonly Act[]) => void
}

export function newConflicts(): Conflicts {
  const taken = new Set<Act>()
  const touched = new Set<string>()
  const paused = new Set<string>()
  return {
    allow: (acts) =>
      acts.every((act) => {
        const { entity, isPause } = partsOf(act)
        return !taken.has(act) && !paused.has(entity) && !(isPause && touched.has(entity))
      }),
    take: (acts) => {
      for (const act of acts) {
        const { entity, isPause } = partsOf(act)
        taken.add(act)
        touched.add(entity)
        if (isPause) paused.add(entity)
      }
    },
  }
}

/** 'campaign:5:status' is a pause (or removal) of 'campaign:5'. */
function partsOf(act: Act): { entity: string; isPause: boolean } {
  const kindEnd = act.indexOf(':')
  const idEnd = act.indexOf(':', kindEnd + 1)
  if (kindEnd < 0 || idEnd < 0) return { entity: act, isPause: false }
  return { entity: act.slice(0, idEnd), isPause: act.slice(idEnd + 1) === 'status' }
}
