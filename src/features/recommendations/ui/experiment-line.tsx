import { Button } from '#kit/components/button.tsx'
import { longDay } from '#shared/spanish-numbers.ts'
import type { ResultRow } from '../contract/results.ts'
import { useEndExperiment, usePromoteExperiment } from './use-experiment.ts'

type Experiment = NonNullable<ResultRow['experiment']>

/** Of a card tried in one of Google's experiments: where that stands, and what can be decided about it. */
export function ExperimentLine(props: { id: string; title: string; experiment: Experiment }) {
  const { id, title, experiment } = props
  const promote = usePromoteExperiment()
  const end = useEndExperiment()
  const isBusy = promote.isPending || end.isPending
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      <p className="text-pretty">{experimentText(experiment)}</p>
      {experiment.canPromote && (
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
      {experiment.canEnd && (
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

function experimentText({ state, startsOn, endsOn, note, canPromote }: Experiment): string {
  return `Experimento de Google: ${STATES[state]({ startsOn, endsOn, canPromote })} ${note ?? ''}`.trim()
}

type Told = Pick<Experiment, 'startsOn' | 'endsOn' | 'canPromote'>

const STATES: Record<Experiment['state'], (told: Told) => string> = {
  running: ({ startsOn, endsOn, canPromote }) =>
    canPromote
      ? `ya se puede decidir; hasta entonces sigue con la mitad de las búsquedas, como mucho hasta el ${longDay(endsOn)}.`
      : `del ${longDay(startsOn)} al ${longDay(endsOn)} como mucho, con la mitad de las búsquedas.`,
  promoting: () => 'Google lo está promoviendo.',
  promoted: () => 'promovido, el cambio vale para toda la campaña.',
  ending: () => 'Google lo está terminando.',
  ended: () => 'terminado, la campaña sigue como estaba.',
}
