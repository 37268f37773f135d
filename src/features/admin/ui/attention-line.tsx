import { useQuery } from '@tanstack/react-query'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import type { ReplyOf } from '#shared/endpoint.ts'
import { plural } from '#shared/spanish-numbers.ts'
import type { listJobs } from '../contract/jobs.ts'
import { jobsQuery } from './admin-queries.ts'

type JobCount = ReplyOf<typeof listJobs>['counts'][number]

/** What an administrator has to look at first, before any figure. */
export function AttentionLine() {
  const jobs = useQuery(jobsQuery({ lane: null, state: 'failed' }))
  // The table of tasks tells of a failed read, and tries again.
  if (!jobs.data) return <p className="min-h-6 text-lg font-semibold" />
  const sum = (of: (one: JobCount) => number) =>
    jobs.data.counts.reduce((total, one) => total + of(one), 0)
  const failed = sum(({ state, count }) => (state === 'failed' ? count : 0))
  const retrying = sum((one) => one.retrying)
  return (
    <p className="min-h-6 text-lg font-semibold">
      {failed + retrying === 0 && 'Ninguna tarea ha fallado: no hay nada que atender.'}
      {failed > 0 && (
        <>
          {`${plural(failed, 'tarea ha fallado', 'tareas han fallado')}. `}
          <Link to={`${paths.adminJobs()}?state=failed`} className="text-accent">
            {failed === 1 ? 'Ver por qué' : 'Ver por qué y reintentar'}
          </Link>{' '}
        </>
      )}
      {retrying > 0 && (
        <>
          {`${plural(retrying, 'tarea se vuelve', 'tareas se vuelven')} a intentar. `}
          <Link to={`${paths.adminJobs()}?state=waiting`} className="text-accent">
            Ver cuáles
          </Link>
        </>
      )}
    </p>
  )
}
