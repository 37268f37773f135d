import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from '#kit/class-names.ts'
import { Button } from '#kit/components/button.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Obstacle } from '#kit/components/obstacle.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { useMayEdit } from '#kit/may-edit.ts'
import { queryOf } from '#kit/query.ts'
import { integer, longDay, plural } from '#shared/spanish-numbers.ts'
import { previewChange } from '../../contract/changes.ts'
import { getEvidence, type InboxRow } from '../../contract/inbox.ts'
import type { Recommendation } from '../../contract/recommendations.ts'
import { ChangeSteps } from '../change-steps.tsx'
import { EvidenceChart } from '../evidence-chart.tsx'
import { EvidenceTable } from '../evidence-table.tsx'
import { ForecastBar } from '../forecast-bar.tsx'
import { CardPicture } from '../pictures/card-picture.tsx'
import { pictureOf } from '../pictures/picture-of.ts'
import { stepLines } from './step-lines.ts'
import { useInView } from './use-in-view.ts'

type InboxEvidenceProps = {
  row: InboxRow
  /** The reader came to apply: its button gets the focus. */
  isAboutToApply: boolean
  isBusy: boolean
  onApply: () => void
  onSnooze: () => void
  onDismiss: () => void
  onWhole: () => void
  /** At once, or half of it first. */
  onWays: () => void
}

/** The proof of one row, for and against, with its change as Google has it now; below it what can be decided. */
export function InboxEvidence(props: InboxEvidenceProps) {
  const { row } = props
  const query = useQuery(queryOf(getEvidence, { id: row.id }))
  const preview = usePreview(row.id, !row.byHand && Boolean(query.data?.evidence.change))
  useInView(row.id)
  const isProven = Boolean(query.data) && !preview.isLoading
  return (
    <div className="border-t border-line bg-surface px-4 pt-3 md:px-5">
      {query.data ? (
        <div className="grid items-start gap-x-8 gap-y-4 @min-[58rem]:grid-cols-[11fr_9fr]">
          <Proof recommendation={query.data} customerId={row.customerId} />
          <Consequence recommendation={query.data} byHand={row.byHand} preview={preview} />
        </div>
      ) : query.isError ? (
        <ErrorPanel message={errorText(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <div role="status" aria-label="Cargando la evidencia" className="flex h-72 gap-8">
          <Skeleton className="h-full flex-3" />
          <Skeleton className="h-full flex-2 max-sm:hidden" />
        </div>
      )}
      <Foot {...props} isProven={isProven} />
    </div>
  )
}

/** The claim as a picture, its rows one press away, and how it is known below; without a picture the rows, or the days of what it speaks of. */
function Proof(props: { recommendation: Recommendation; customerId: string }) {
  const { recommendation, customerId } = props
  const { table, test, currencyCode } = recommendation.evidence
  const picture = pictureOf(recommendation)
  const known = test.sentence || recommendation.descripcion
  return (
    <div className="min-w-0">
      {!picture && <p className="mb-2 font-semibold text-pretty">{known}</p>}
      {picture ? (
        <>
          <CardPicture recommendation={recommendation} picture={picture} />
          <p className="mt-2 text-sm text-pretty">{known}</p>
        </>
      ) : table.rows.length > 0 ? (
        <div className="max-h-56 overflow-auto">
          <EvidenceTable {...table} currencyCode={currencyCode} />
        </div>
      ) : (
        <EvidenceChart customerId={customerId} recommendation={recommendation} />
      )}
      <Source recommendation={recommendation} hasRowsBelow={picture !== null} />
    </div>
  )
}

/** Of which days; the method, and under a picture the rows it was drawn from, are one press away. */
function Source(props: { recommendation: Recommendation; hasRowsBelow: boolean }) {
  const { table, test, window, currencyCode } = props.recommendation.evidence
  const days = `Del ${longDay(window.from)} al ${longDay(window.to)}`
  if (!props.hasRowsBelow || table.rows.length === 0)
    return (
      <p className="mt-2 text-xs text-ink-muted">
        {days}
        {test.name && ` · ${test.name}`}
      </p>
    )
  return (
    <details className="mt-1.5 text-xs text-ink-muted">
      <summary className="w-fit rounded-control">
        <span className="font-medium text-accent">Ver como tabla</span> · {days}
      </summary>
      {test.name && <p className="mt-2">{test.name}</p>}
      <div className="mt-2 max-h-60 overflow-auto text-ink">
        <EvidenceTable {...table} currencyCode={currencyCode} />
      </div>
    </details>
  )
}

function Consequence(props: {
  recommendation: Recommendation
  byHand: boolean
  preview: PreviewQuery
}) {
  const { recommendation, byHand, preview } = props
  const { forecast, change, counterEvidence, currencyCode } = recommendation.evidence
  const shown = shownDoubts(counterEvidence)
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      {forecast && <ForecastBar isDense forecast={forecast} currencyCode={currencyCode} />}
      {change &&
        (byHand ? (
          <Part title="Se hace en Google Ads">
            <p className="text-sm wrap-anywhere">{change.after}</p>
          </Part>
        ) : (
          <Steps preview={preview} {...change} />
        ))}
      <Part title="En contra">
        {counterEvidence.length > 0 ? (
          <>
            <Doubts texts={counterEvidence.slice(0, shown)} />
            {counterEvidence.length > shown && (
              <details className="mt-0.5 text-sm">
                <summary className="w-fit rounded-control text-ink-muted">
                  {plural(counterEvidence.length - shown, 'razón más', 'razones más')}
                </summary>
                <Doubts texts={counterEvidence.slice(shown)} />
              </details>
            )}
          </>
        ) : (
          <p className="text-sm text-ink-muted">No hemos encontrado nada en contra.</p>
        )}
      </Part>
    </div>
  )
}

/** Letters of the doubts that stand beside a picture: some three lines. */
const ROOM_FOR_DOUBTS = 170

/** As many as there is room for, and never none. */
function shownDoubts(texts: readonly string[]): number {
  let left = ROOM_FOR_DOUBTS
  const first = texts.findIndex((text) => {
    left -= text.length
    return left < 0
  })
  return first < 0 ? texts.length : Math.max(1, first)
}

function Steps(props: { preview: PreviewQuery; before: string; after: string }) {
  const { preview, before, after } = props
  return (
    <section aria-label="Antes y después" className="text-sm">
      <dl className="mb-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <dt className="text-ink-muted">Antes</dt>
        <StepLines className="text-ink-muted" text={before} />
        <dt>Después</dt>
        <StepLines className="font-medium" text={after} />
      </dl>
      <Preview query={preview} />
    </section>
  )
}

/** Beside a picture there is room for as many; the others are one press away. */
const MOST_STEPS = 3

function StepLines({ text, className }: { text: string; className: string }) {
  const lines = stepLines(text)
  const rest = lines.slice(MOST_STEPS)
  const draw = (line: string) => (
    <span key={line} className="block text-pretty">
      {line}
    </span>
  )
  return (
    <dd className={classes('wrap-anywhere', className)}>
      {lines.slice(0, MOST_STEPS).map(draw)}
      {rest.length > 0 && (
        <details>
          <summary className="w-fit rounded-control font-normal text-ink-muted">
            y {integer(rest.length)} más
          </summary>
          {rest.map(draw)}
        </details>
      )}
    </dd>
  )
}

function Doubts({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="list-disc space-y-0.5 pl-4 text-sm">
      {texts.map((text) => (
        <li key={text} className="text-pretty">
          {text}
        </li>
      ))}
    </ul>
  )
}

type PreviewQuery = ReturnType<typeof usePreview>

/** Read again at this moment: what is pressed must be what Google would do. */
function usePreview(id: string, enabled: boolean) {
  return useQuery({
    ...queryOf(previewChange, { id }),
    enabled,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

function Preview({ query }: { query: PreviewQuery }) {
  if (query.isPending)
    return (
      <p role="status" className="min-h-5 text-sm text-ink-muted">
        Comprobando con Google Ads, sin cambiar nada…
      </p>
    )
  if (query.isError) return <Obstacle isBlocking={false}>{errorText(query.error)}</Obstacle>
  const { steps, refusals } = query.data
  return (
    <div aria-live="polite">
      {refusals.map((text) => (
        <Obstacle key={text} className="mb-1" isBlocking>
          {text}
        </Obstacle>
      ))}
      <details className="text-sm">
        <summary className="w-fit cursor-pointer rounded-control text-ink-muted">
          {refusals.length === 0 ? 'Comprobado ahora en Google Ads: ' : ''}
          {plural(steps.length, 'cambio', 'cambios')}
        </summary>
        <div className="mt-2 max-h-60 overflow-y-auto">
          <ChangeSteps steps={steps} />
        </div>
      </details>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h4 className="text-sm font-semibold">{title}</h4>
      {children}
    </section>
  )
}

/** On a phone the two that end it stay under the thumb while the proof is read; the others come after it. */
function Foot(props: InboxEvidenceProps & { isProven: boolean }) {
  const { row, isAboutToApply, isBusy, isProven, onApply, onSnooze, onDismiss, onWhole, onWays } =
    props
  const apply = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isAboutToApply) apply.current?.focus()
  }, [isAboutToApply])
  if (!useMayEdit())
    return (
      <Button size="sm" aria-haspopup="dialog" onClick={onWhole}>
        Ver todo
      </Button>
    )
  return (
    <div className="contents sm:sticky sm:bottom-0 sm:-mx-4 sm:mt-3 sm:flex sm:flex-wrap sm:items-center sm:gap-2 sm:border-t sm:border-line sm:bg-surface sm:px-4 sm:py-1.5 md:-mx-5 md:px-5">
      <div className="max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:-mx-4 max-sm:mt-4 max-sm:flex max-sm:flex-wrap max-sm:gap-2 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:py-2 sm:contents">
        <Button
          ref={apply}
          look="primary"
          data-apply
          className="min-w-26 max-sm:grow"
          busy={isBusy || !isProven}
          busyLabel={isBusy ? 'Aplicando...' : ''}
          onClick={onApply}
        >
          {row.byHand ? 'Marcar como hecha' : 'Aplicar'}
        </Button>
        <Button className="max-sm:grow" disabled={isBusy} onClick={onSnooze}>
          Posponer 7 días
        </Button>
      </div>
      <div className="max-sm:flex max-sm:flex-wrap max-sm:gap-2 max-sm:pb-3 sm:contents">
        {!row.byHand && (
          <Button disabled={isBusy} aria-haspopup="dialog" onClick={onWays}>
            De golpe o en mitades
          </Button>
        )}
        <Button look="ghost" disabled={isBusy} onClick={onDismiss}>
          Descartar
        </Button>
        <Button look="ghost" className="sm:ml-auto" aria-haspopup="dialog" onClick={onWhole}>
          Ver todo
        </Button>
      </div>
    </div>
  )
}
