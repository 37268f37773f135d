import { Button } from '#kit/components/button.tsx'
import { useMayEdit } from '#kit/may-edit.ts'
import { trialStanding } from '../contract/result-words.ts'
import type { ResultRow } from '../contract/results.ts'
import { useEndExperiment, usePromoteExperiment } from './use-experiment.ts'

type Experiment = NonNullable<ResultRow['experiment']>

/** Of a card tried in one of Google's experiments: where that stands, and what can be decided about it. */
export function ExperimentLine(props: { id: string; title: string; experiment: Experiment }) {
  const { id, title, experiment } = props
  const promote = usePromoteExperiment()
  const end = useEndExperiment()
  const mayEdit = useMayEdit()
  const isBusy = promote.isPending || end.isPending
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      <p className="text-pretty">{trialStanding(experiment)}</p>
      {experiment.canPromote && mayEdit && (
        <Button
          size="sm"
          disabled={isBusy}
          busy={promote.isPending}
          busyLabel="Promoviendo..."
          aria-label={`Promover: ${title}`}
          onClick={() => promote.mutate({ id })}
        >
          Promover
        </Button>
      )}
      {experiment.canEnd && mayEdit && (
        <Button
          size="sm"
          look="ghost"
          disabled={isBusy}
          busy={end.isPending}
          busyLabel="Terminando..."
          aria-label={`Terminar: ${title}`}
          onClick={() => end.mutate({ id })}
        >
          Terminar
        </Button>
      )}
    </div>
  )
}
