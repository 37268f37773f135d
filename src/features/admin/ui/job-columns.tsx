import { Badge } from '#kit/components/badge.tsx'
import type { Column } from '#kit/table-rows.ts'
import { dayAndTime } from '#shared/spanish-numbers.ts'
import type { AdminJob } from '../contract/jobs.ts'
import { actionColumn } from './action-column.tsx'
import { actionsFor } from './job-actions.ts'
import { kindWord } from './job-kinds.ts'
import { LANE_WORDS, STATE_WORDS } from './job-words.ts'
import type { RowAction } from './row-action.ts'

export function jobColumns(
  onAction: (action: RowAction<AdminJob>, job: AdminJob) => void,
): readonly Column<AdminJob>[] {
  const label = (job: AdminJob) => `Acciones sobre «${kindWord(job.kind)}»`
  return [...COLUMNS, actionColumn({ actionsFor, label, onAction })]
}

const COLUMNS: readonly Column<AdminJob>[] = [
  { id: 'kind', title: 'Tarea', kind: 'text', value: (job) => kindWord(job.kind) },
  { id: 'lane', title: 'Carril', kind: 'status', value: (job) => LANE_WORDS[job.lane] },
  {
    id: 'state',
    title: 'Estado',
    kind: 'status',
    value: (job) => STATE_WORDS[job.state].one,
    cell: (job) => (
      <Badge dot tone={STATE_WORDS[job.state].tone}>
        {STATE_WORDS[job.state].one}
      </Badge>
    ),
  },
  {
    id: 'for',
    title: 'De',
    kind: 'text',
    value: (job) => [job.userEmail, job.account].filter(Boolean).join(' · ') || null,
    cell: (job) => (
      <span className="wrap-anywhere">
        {[job.userEmail, job.account].filter(Boolean).join(' · ') || '—'}
      </span>
    ),
    hideBelow: 'lg',
  },
  {
    id: 'tries',
    title: 'Intentos',
    kind: 'text',
    value: (job) => `${job.attempts} de ${job.maxAttempts}`,
    sortValue: (job) => job.attempts,
  },
  {
    id: 'problem',
    title: 'Último fallo',
    kind: 'text',
    value: (job) => job.problem,
    cell: (job) => <span className="wrap-anywhere text-ink-muted">{job.problem ?? '—'}</span>,
  },
  {
    id: 'when',
    title: 'Cuándo',
    kind: 'text',
    value: whenText,
    cell: (job) => <span className="block whitespace-normal lg:min-w-28">{whenText(job)}</span>,
    sortValue: (job) => Date.parse(job.finishedAt ?? job.runAt),
    hideBelow: 'xl',
  },
]

function whenText({ finishedAt, state, runAt }: AdminJob): string {
  // That it is over is said by its state.
  if (finishedAt) return dayAndTime(new Date(finishedAt))
  const from = dayAndTime(new Date(runAt))
  return state === 'waiting' ? `Desde ${from}` : `Empezó después de ${from}`
}
