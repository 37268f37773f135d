import Undo2 from 'lucide-react/icons/undo-2'
import { Button } from '#kit/components/button.tsx'
import { useMayEdit } from '#kit/may-edit.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import { isAlsoUndone, kindOf, measuredTexts, waitingText } from '../contract/result-words.ts'
import type { ResultRow } from '../contract/results.ts'
import { ExperimentLine } from './experiment-line.tsx'
import { ProgressBar, ResultBars } from './results-bars.tsx'
import type { Scale } from './results-scale.ts'
import { forecastText } from './results-words.ts'
import { SecondHalf } from './second-half.tsx'
import { useUndo } from './use-changes.ts'
import { VerdictBadge } from './verdict-badge.tsx'

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
  const waiting = waitingText(row)
  const mayEdit = useMayEdit()
  return (
    <article className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 px-4 py-3 md:px-5 @md:grid-cols-[minmax(0,1fr)_13.5rem] @4xl:grid-cols-[8rem_minmax(0,1fr)_11rem_12.5rem_6.5rem]">
      <p className="flex min-h-8 flex-wrap items-center gap-1">
        <VerdictBadge kind={kindOf(row)} />
        {isAlsoUndone(row) && <VerdictBadge kind="undone" />}
      </p>
      <div className="text-right @4xl:order-last">
        {row.canUndo && mayEdit && <UndoButton row={row} />}
      </div>
      <div className="col-span-full min-w-0 @4xl:col-span-1">
        <h3 className="font-semibold text-pretty wrap-anywhere">{row.title}</h3>
        <p className="text-xs text-ink-muted">
          {accountName} · {row.ruleTitle} ·{' '}
          <span className="whitespace-nowrap">{longDay(row.appliedOn)}</span>
        </p>
        {waiting && <p className="mt-0.5 text-sm text-ink-muted text-pretty">{waiting}</p>}
        {row.second && (
          <SecondHalf
            id={row.id}
            title={row.title}
            second={row.second}
            isJudged={row.verdict !== null}
          />
        )}
        {row.experiment && (
          <ExperimentLine id={row.id} title={row.title} experiment={row.experiment} />
        )}
      </div>
      <div className="@max-md:col-span-full">
        {row.standing === 'measuring' ? (
          <ProgressBar done={row.progress} />
        ) : (
          <ResultBars row={row} scale={scale} />
        )}
      </div>
      <div className="@max-md:col-span-full">
        <Amounts row={row} currencyCode={currencyCode} />
      </div>
    </article>
  )
}

function Amounts({ row, currencyCode }: Pick<ShownRow, 'row' | 'currencyCode'>) {
  const { forecast } = row
  const measured = measuredTexts(row, currencyCode)
  return (
    <dl className="tabular grid gap-y-1 text-sm @md:text-right">
      {measured && (
        <div>
          <dt className="sr-only">Medido</dt>
          {measured.estimate && <dd className="font-semibold">{measured.estimate}</dd>}
          <dd className="text-xs text-ink-muted">{measured.span}</dd>
        </div>
      )}
      {forecast && (
        <div className="text-xs text-ink-faint">
          <dt className="inline">Previsto,</dt>{' '}
          <dd className="inline">{forecastText(forecast, currencyCode)}</dd>
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
