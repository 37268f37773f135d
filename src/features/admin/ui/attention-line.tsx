import { useQuery } from '@tanstack/react-query'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import { plural } from '#shared/spanish-numbers.ts'
import { jobsQuery } from './admin-queries.ts'

/** What an administrator has to look at first, before any figure. */
export function AttentionLine() {
  const jobs = useQuery(jobsQuery({ lane: null, state: 'failed' }))
  // The table of tasks tells of a failed read, and tries again.
  if (!jobs.data) return <p className="min-h-6 text-lg font-semibold" />
  const failed = jobs.data.counts
    .filter(({ state }) => state === 'failed')
    .reduce((sum, { count }) => sum + count, 0)
  return (
    <p className="min-h-6 text-lg font-semibold">
      {failed === 0 ? (
        'Ninguna tarea ha fallado: no hay nada que atender.'
      ) : (
        <>
          {`${plural(failed, 'tarea ha fallado', 'tareas han fallado')}. `}
          <Link to={`${paths.adminJobs()}?state=failed`} className="text-accent">
            {failed === 1 ? 'Ver por qué' : 'Ver por qué y reintentar'}
          </Link>
        </>
      )}
    </p>
  )
}
