import { AskingButton } from '#kit/components/asking-button.tsx'
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
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      <p className="text-pretty">{trialStanding(experiment)}</p>
      {experiment.canPromote && mayEdit && (
        <AskingButton
          look="secondary"
          disabled={end.isPending}
          label={`Promover: ${title}`}
          title="¿Promover el experimento?"
          description={`«${title}»: el cambio pasa a valer para toda la campaña. Se puede deshacer, pero el experimento acaba y no se puede reanudar.`}
          verb="Promover experimento"
          busy={promote.isPending}
          busyLabel="Promoviendo..."
          onConfirm={(close) => promote.mutate({ id }, { onSuccess: close })}
        >
          Promover
        </AskingButton>
      )}
      {experiment.canEnd && mayEdit && (
        <AskingButton
          look="ghost"
          disabled={promote.isPending}
          label={`Terminar: ${title}`}
          title="¿Terminar el experimento?"
          description={`«${title}»: la campaña sigue como estaba.${experiment.canPromote ? '' : ' Todavía no se sabe si el cambio es mejor.'} El experimento no se puede reanudar.`}
          verb="Terminar experimento"
          busy={end.isPending}
          busyLabel="Terminando..."
          onConfirm={(close) => end.mutate({ id }, { onSuccess: close })}
        >
          Terminar
        </AskingButton>
      )}
    </div>
  )
}
