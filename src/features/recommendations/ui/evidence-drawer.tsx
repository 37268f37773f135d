import ArrowDown from 'lucide-react/icons/arrow-down'
import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { useModal } from '#kit/components/dialog.tsx'
import { IconButton } from '#kit/components/icon-button.tsx'
import { evidenceText } from '#kit/evidence-text.ts'
import { useMayEdit } from '#kit/may-edit.ts'
import { daysInRange } from '#shared/dates.ts'
import { integer, longDay, plural } from '#shared/spanish-numbers.ts'
import type { EvidenceCard, Recommendation } from '../contract/recommendations.ts'
import { STATUS_WORDS } from '../contract/wire-words.ts'
import { ApplyButton } from './apply-button.tsx'
import { EvidenceChart } from './evidence-chart.tsx'
import { EvidenceTable } from './evidence-table.tsx'
import { ForecastBar } from './forecast-bar.tsx'
import { CardPicture } from './pictures/card-picture.tsx'
import { pictureOf } from './pictures/picture-of.ts'
import { CATEGORY_TEXTS, PRIORITIES, probabilityText } from './recommendation-words.ts'

type EvidenceDrawerProps = {
  /** Null when the address names one that is no longer pending. */
  recommendation: Recommendation | null
  customerId: string
  onClose: () => void
  onApply: () => void
  onDismiss: () => void
}

/** Everything behind a recommendation, for and against; every figure comes from its evidence card. */
export function EvidenceDrawer(props: EvidenceDrawerProps) {
  const { recommendation, customerId, onClose, onApply, onDismiss } = props
  const id = useId()
  const ref = useModal(onClose)
  const mayEdit = useMayEdit()
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className="my-0 mr-0 ml-auto h-dvh max-h-none w-full max-w-3xl animate-rise overflow-hidden border-l border-line bg-surface text-ink shadow-floating open:flex open:flex-col"
    >
      <header className="flex items-start justify-between gap-4 border-b border-line px-5 py-4">
        <div className="min-w-0">
          <h2 id={id} className="text-lg leading-6 font-semibold text-pretty wrap-anywhere">
            {recommendation?.titulo ?? 'Recomendación no disponible'}
          </h2>
          {recommendation && <Labels recommendation={recommendation} />}
        </div>
        <IconButton label="Cerrar" icon={<X />} onClick={onClose} className="-mt-1.5 -mr-2" />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-5 py-5">
        {recommendation ? (
          <Evidence customerId={customerId} recommendation={recommendation} />
        ) : (
          <p className="text-ink-muted">
            Ya no está pendiente: los datos han cambiado o alguien la ha resuelto.
          </p>
        )}
      </div>
      {recommendation && mayEdit && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
          <Button disabled={recommendation.estado === STATUS_WORDS.applying} onClick={onDismiss}>
            Descartar
          </Button>
          <ApplyButton recommendation={recommendation} onApply={onApply} />
        </footer>
      )}
    </dialog>
  )
}

function Labels({ recommendation }: { recommendation: Recommendation }) {
  const priority = PRIORITIES[recommendation.prioridad]
  return (
    <p className="mt-2 flex flex-wrap gap-2">
      <Badge tone={priority.tone} dot>
        {priority.text}
      </Badge>
      <Badge>{CATEGORY_TEXTS[recommendation.categoria]}</Badge>
      <Badge tone="accent">
        Probabilidad de acierto: {probabilityText(recommendation.probability)}
      </Badge>
    </p>
  )
}

function Evidence(props: { customerId: string; recommendation: Recommendation }) {
  const { customerId, recommendation } = props
  const card = recommendation.evidence
  const { currencyCode, forecast, counterEvidence } = card
  return (
    <div className="@container flex flex-col gap-5">
      <p className="text-pretty text-ink-muted wrap-anywhere">{recommendation.descripcion}</p>
      <Seen customerId={customerId} recommendation={recommendation} />
      <div className="grid gap-x-8 gap-y-5 @min-[36rem]:grid-cols-2">
        <div className="flex flex-col gap-5">
          <Part title="Por qué no es casualidad">
            <Test card={card} />
          </Part>
          {card.change && (
            <Part title="Qué cambiaría">
              <Change before={card.change.before} after={card.change.after} />
            </Part>
          )}
        </div>
        <Part title="Argumentos en contra">
          {counterEvidence.length > 0 ? (
            <ul className="list-disc space-y-1 pl-4 text-sm">
              {counterEvidence.map((text) => (
                <li key={text} className="text-pretty">
                  {text}
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-sm text-ink-muted">No hemos encontrado nada en contra.</p>
          )}
        </Part>
      </div>
      <Part title="Qué esperar al mes">
        {forecast ? (
          <ForecastBar
            forecast={forecast}
            currencyCode={currencyCode}
            words={recommendation.impacto_estimado}
          />
        ) : (
          <p className="text-sm text-pretty">{recommendation.impacto_estimado}</p>
        )}
        {recommendation.whyNow && (
          <p className="mt-2 text-sm text-pretty">
            <span className="font-semibold">Por qué ahora:</span> {recommendation.whyNow}
          </p>
        )}
      </Part>
    </div>
  )
}

/** The figures in lines of four, their picture, and the rows it was drawn from one press away. */
function Seen({
  customerId,
  recommendation,
}: {
  customerId: string
  recommendation: Recommendation
}) {
  const card = recommendation.evidence
  const picture = pictureOf(recommendation)
  const { currencyCode, table } = card
  // Those of the test stand with it, further down.
  const ofTest = new Set(card.test.numbers.map(({ key }) => key))
  const { from, to } = card.window
  const known = card.figures.filter(({ key, value }) => value !== null && !ofTest.has(key))
  // Days of its own make the window's superfluous, and the window says how many were looked at.
  const hasOwnDays = known.some(({ unit }) => unit === 'day')
  const isLength = ({ key, value }: (typeof known)[number]) =>
    key === 'days' && value === daysInRange(from, to)
  const figures = hasOwnDays ? known : known.filter((figure) => !isLength(figure))
  const length = `${integer(daysInRange(from, to))} días, del ${longDay(from)} al ${longDay(to)}`
  const rows = table.rows.length > 0 && <EvidenceTable {...table} currencyCode={currencyCode} />
  // Days of the whole account say nothing of what rows of some ads or pages show.
  const hasDays = !rows || recommendation.campaignId !== null || recommendation.adGroupId !== null
  return (
    <Part title="Qué hemos visto" note={hasOwnDays ? undefined : length}>
      <Figures figures={figures} currencyCode={currencyCode} />
      {picture ? (
        <CardPicture recommendation={recommendation} picture={picture} />
      ) : (
        hasDays && <EvidenceChart customerId={customerId} recommendation={recommendation} />
      )}
      {picture && rows ? (
        <details className="mt-2 text-sm">
          <summary className="w-fit rounded-control text-accent">
            Ver como tabla: {plural(table.rows.length, 'fila', 'filas')}
          </summary>
          <div className="mt-2">{rows}</div>
        </details>
      ) : (
        rows
      )}
    </Part>
  )
}

function Test({ card: { test, currencyCode } }: { card: EvidenceCard }) {
  return (
    <>
      <p className="text-sm text-pretty">{test.sentence}</p>
      {test.numbers.length > 0 && (
        <details className="mt-1 text-sm">
          <summary className="w-fit rounded-control text-accent">Ver los números</summary>
          <p className="mt-2 text-ink-faint">{test.name}</p>
          <dl className="tabular mt-1 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
            {test.numbers.map(({ key, label, value, unit }) => (
              <div key={key} className="col-span-2 grid grid-cols-subgrid">
                <dt className="text-ink-muted">{label}</dt>
                <dd className="text-right">{evidenceText(unit, value, currencyCode)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}

function Figures(props: { figures: EvidenceCard['figures']; currencyCode: string }) {
  if (props.figures.length === 0) return null
  return (
    <dl className="tabular mb-4 grid grid-cols-2 gap-x-6 gap-y-2 @min-[36rem]:grid-cols-4">
      {props.figures.map(({ key, label, unit, value }) => (
        <div key={key}>
          <dt className="text-xs text-ink-faint">{label}</dt>
          <dd className="font-semibold wrap-anywhere">
            {evidenceText(unit, value, props.currencyCode)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Part(props: { title: string; note?: string | undefined; children: ReactNode }) {
  const { title, note, children } = props
  return (
    <section className="min-w-0">
      <div className="mb-1.5 flex flex-wrap items-baseline gap-x-3">
        <h3 className="text-base font-semibold">{title}</h3>
        {note && <p className="text-sm text-ink-muted">{note}</p>}
      </div>
      {children}
    </section>
  )
}

function Change({ before, after }: { before: string; after: string }) {
  return (
    <dl className="grid gap-2 text-sm">
      <div className="rounded-control bg-sunken px-3 py-2">
        <dt className="text-xs text-ink-faint">Antes</dt>
        <dd className="wrap-anywhere">{before}</dd>
      </div>
      <div className="rounded-control bg-sunken px-3 py-2">
        <dt className="flex items-center gap-1 text-xs text-ink-muted">
          <ArrowDown aria-hidden="true" className="size-3" /> Después
        </dt>
        <dd className="font-medium wrap-anywhere">{after}</dd>
      </div>
    </dl>
  )
}
