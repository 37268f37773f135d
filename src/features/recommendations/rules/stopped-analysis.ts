/** How a job says that an analysis was ended for its length; never shown. */
export const TOOK_TOO_LONG = 'the analysis took too long'

type Analysis = { analysedAt: Date } | undefined
/** The newest one that was cancelled or failed. */
type Ended = { status: string; problem: string | null; finishedAt: Date | null } | undefined

/** Why the newest figures have not been looked at, in Spanish; null where a later analysis came to its end. */
export function stoppedText(analysis: Analysis, ended: Ended): string | null {
  if (!ended?.finishedAt || (analysis && analysis.analysedAt >= ended.finishedAt)) return null
  const before = analysis ? ' Las recomendaciones son las de la revisión anterior.' : ''
  return `${whatOf(ended)}${before} Se volverá a analizar con los próximos datos.`
}

function whatOf({ status, problem }: NonNullable<Ended>): string {
  if (status === 'cancelled')
    return 'El equipo de Pujante ha detenido el último análisis de esta cuenta.'
  if (problem === TOOK_TOO_LONG)
    return 'El último análisis de esta cuenta ha tardado demasiado y se ha detenido.'
  return 'El último análisis de esta cuenta no se ha podido terminar.'
}
