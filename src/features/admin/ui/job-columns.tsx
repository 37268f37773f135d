import Ellipsis from 'lucide-react/icons/ellipsis'
import { Badge } from '#kit/components/badge.tsx'
import { Menu, MenuItem } from '#kit/components/menu.tsx'
import type { Column } from '#kit/table-rows.ts'
import { dayAndTime } from '#shared/spanish-numbers.ts'
import type { AdminJob } from '../contract/jobs.ts'
import { actionsFor, type JobAction } from './job-actions.ts'
import { kindWord, LANE_WORDS, STATE_WORDS } from './job-words.ts'

export function jobColumns(
  onAction: (action: JobAction, job: AdminJob) => void,
): readonly Column<AdminJob>[] {
  return [
    ...COLUMNS,
    {
      id: 'actions',
      title: 'Acciones',
      kind: 'text',
      sortable: false,
      isControl: true,
      value: () => null,
      cell: (job) => <ActionMenu job={job} onAction={onAction} />,
    },
  ]
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
    cell: (job) => <span className="whitespace-normal">{whenText(job)}</span>,
    sortValue: (job) => Date.parse(job.finishedAt ?? job.runAt),
    hideBelow: 'xl',
  },
]

function whenText({ finishedAt, state, runAt }: AdminJob): string {
  if (finishedAt) return `Terminó ${dayAndTime(new Date(finishedAt))}`
  const from = dayAndTime(new Date(runAt))
  return state === 'waiting' ? `Desde ${from}` : `Empezó después de ${from}`
}

function ActionMenu(props: {
  job: AdminJob
  onAction: (action: JobAction, job: AdminJob) => void
}) {
  const { job, onAction } = props
  const actions = actionsFor(job)
  if (actions.length === 0) return null
  return (
    <Menu
      label={`Acciones sobre «${kindWord(job.kind)}»`}
      trigger={<Ellipsis aria-hidden="true" className="size-4.5" />}
      triggerClass="inline-flex size-9 items-center justify-center rounded-control text-ink-muted hover:bg-sunken hover:text-ink"
    >
      {actions.map((action) => (
        <MenuItem
          key={action.id}
          icon={<action.Icon aria-hidden="true" />}
          onSelect={() => onAction(action, job)}
        >
          {action.title}
        </MenuItem>
      ))}
    </Menu>
  )
}
