import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { DataTable } from '#kit/components/data-table.tsx'
import { DataTableSkeleton } from '#kit/components/data-table-skeleton.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { errorText } from '#kit/error-text.ts'
import { useTableView } from '#kit/table-view.ts'
import { oneOf, useUrlState } from '#kit/url-state.ts'
import { JOB_STATES, LANES } from '#shared/job-kind.ts'
import type { AdminJob } from '../contract/jobs.ts'
import { jobsQuery } from './admin-queries.ts'
import { FilterSelect } from './filter-select.tsx'
import { jobColumns } from './job-columns.tsx'
import { kindWord } from './job-kinds.ts'
import { countText, LANE_WORDS, STATE_WORDS } from './job-words.ts'
import type { RowAction } from './row-action.ts'
import { RowActionDialog } from './row-action-dialog.tsx'

/** What the product has to do, by lane and state: why a task failed, and what can be done about it. */
export function JobsBlock() {
  const [asked, setAsked] = useState<{ action: RowAction<AdminJob>; row: AdminJob } | null>(null)
  const { params } = useUrlState()
  const lane = oneOf(LANES, params.get('lane'))
  const state = oneOf(JOB_STATES, params.get('state'))
  return (
    <Section
      title="Tareas del producto"
      description="Las 100 más recientes de cada elección; «Urgente» son correos y cobros, «Pedida» lo que alguien espera"
      actions={<JobFilters lane={lane} state={state} />}
    >
      <JobsTable
        lane={lane}
        state={state}
        onAction={(action, job) => setAsked({ action, row: job })}
      />
      {asked && (
        <RowActionDialog
          {...asked}
          name={kindWord(asked.row.kind)}
          keep="Cerrar"
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  )
}

function JobFilters({ lane, state }: Filters) {
  return (
    <>
      <FilterSelect
        label="Carril"
        all="Todos los carriles"
        param="lane"
        value={lane}
        options={LANES.map((one) => [one, LANE_WORDS[one]])}
      />
      <FilterSelect
        label="Estado"
        all="Todos los estados"
        param="state"
        value={state}
        options={JOB_STATES.map((one) => [one, STATE_WORDS[one].one])}
      />
    </>
  )
}

type Filters = { lane: AdminJob['lane'] | null; state: AdminJob['state'] | null }

function JobsTable(
  props: Filters & { onAction: (action: RowAction<AdminJob>, job: AdminJob) => void },
) {
  const { lane, state, onAction } = props
  const jobs = useQuery(jobsQuery({ lane, state }))
  const view = useTableView()
  const columns = useMemo(() => jobColumns(onAction), [onAction])
  if (jobs.isPending) return <DataTableSkeleton label="Cargando las tareas" />
  if (!jobs.data)
    return <ErrorPanel message={errorText(jobs.error)} onRetry={() => void jobs.refetch()} />
  return (
    <>
      <Counts counts={jobs.data.counts} />
      <DataTable
        title="Tareas"
        singular="tarea"
        columns={columns}
        rows={jobs.data.jobs}
        rowKey={(job) => job.id}
        currencyCode=""
        view={view}
        searchText={SEARCH_TEXT}
        searchLabel="Buscar tareas..."
        empty="No hay tareas con estos filtros"
      />
    </>
  )
}

// Module level: a new function at every render would search the rows again.
const SEARCH_TEXT = (job: AdminJob) =>
  `${kindWord(job.kind)} ${job.kind} ${job.userEmail ?? ''} ${job.account ?? ''} ${job.problem ?? ''}`

/** 'Urgente: 2 en espera, 1 en marcha' for each lane that has any. */
function Counts({
  counts,
}: {
  counts: { lane: AdminJob['lane']; state: AdminJob['state']; count: number }[]
}) {
  const lanes = LANES.filter((lane) => counts.some((one) => one.lane === lane))
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 px-4 py-3 text-sm md:px-5">
      {lanes.map((lane) => (
        <div key={lane} className="flex gap-1.5">
          <dt className="font-medium">{LANE_WORDS[lane]}:</dt>
          <dd className="text-ink-muted">
            {counts
              .filter((one) => one.lane === lane)
              .map((one) => countText(one.count, one.state))
              .join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
