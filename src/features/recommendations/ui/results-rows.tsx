import Undo2 from 'lucide-react/icons/undo-2'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { longDay, money } from '#shared/spanish-numbers.ts'
import type { ResultRow } from '../contract/results.ts'
import { ExperimentLine } from './experiment-line.tsx'
import { ProgressBar, ResultBars } from './results-bars.tsx'
import type { Scale } from './results-scale.ts'
import { KINDS, kindOf, spanText, waitingText } from './results-words.ts'
import { SecondHalf } from './second-half.tsx'
import { useUndo } from './use-changes.ts'

export type ShownRow = { row: ResultRow; accountName: string; currencyCode: string; scale: Scale }

/** Every application, wins and losses alike, with the forecast above what was measured. */
export function ResultsRows({ shown }: { shown: readonly ShownRow[] }) {
  return (
    <ul className="@container divide-y divide-line">
      {shown.map((one) => (
        <li key={one.row.applicationId}>
          <Row {...one} />
        </li>
      ))}
    </ul>
  )
}

function Row({ row, accountName, currencyCode, scale }: ShownRow) {
  const { text, tone } = KINDS[kindOf(row)]
  const waiting = waitingText(row)
  return (
    <article className="grid gap-x-6 gap-y-2 px-4 py-3 md:px-5 @4xl:grid-cols-[7.5rem_minmax(0,1fr)_9rem_13rem_6.5rem] @4xl:items-center">
      <p>
        <Badge tone={tone} dot>
          {text}
        </Badge>
      </p>
      <div className="min-w-0">
        <h3 className="font-semibold text-balance wrap-anywhere">{row.title}</h3>
        <p className="text-sm text-ink-faint">
          {accountName} · {row.ruleTitle} · {longDay(row.appliedOn)}
        </p>
        {waiting && <p className="mt-0.5 text-sm text-ink-muted text-pretty">{waiting}</p>}
        {row.second && <SecondHalf id={row.id} title={row.title} second={row.second} />}
        {row.experiment && (
          <ExperimentLine id={row.id} title={row.title} experiment={row.experiment} />
        )}
      </div>
      {row.standing === 'measuring' ? (
        <ProgressBar done={row.progress} />
      ) : (
        <ResultBars row={row} scale={scale} />
      )}
      <Amounts row={row} currencyCode={currencyCode} />
      <div className="@4xl:text-right">{row.canUndo && <UndoButton row={row} />}</div>
    </article>
  )
}

function Amounts({
  row: { forecast, measured },
  currencyCode,
}: Pick<ShownRow, 'row' | 'currencyCode'>) {
  return (
    <dl className="tabular text-sm">
      {forecast && (
        <div className="flex flex-wrap gap-x-1.5">
          <dt className="text-ink-faint">Previsto</dt>
          <dd className="text-ink-muted">{spanText(forecast, currencyCode)}</dd>
        </div>
      )}
      {measured && (
        <div className="flex flex-wrap gap-x-1.5">
          <dt className="text-ink-faint">Medido</dt>
          <dd className="font-semibold">{money(measured.estimate, currencyCode)} al mes</dd>
          <dd className="text-ink-muted">({spanText(measured, currencyCode)})</dd>
        </div>
      )}
    </dl>
  )
}

function UndoButton({ row }: { row: ResultRow }) {
  const undo = useUndo()
  return (
    <Button
      size="sm"
      icon={<Undo2 />}
      busy={undo.isPending}
      busyLabel="Deshaciendo..."
      aria-label={`Deshacer: ${row.title}`}
      onClick={() => undo.mutate({ id: row.id })}
    >
      Deshacer
    </Button>
  )
}
