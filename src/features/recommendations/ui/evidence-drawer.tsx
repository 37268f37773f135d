import ArrowRight from 'lucide-react/icons/arrow-right'
import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'
import { classes } from '#kit/class-names.ts'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { useModal } from '#kit/components/dialog.tsx'
import { IconButton } from '#kit/components/icon-button.tsx'
import { evidenceText } from '#kit/evidence-text.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import type { EvidenceCard, Recommendation } from '../contract/recommendations.ts'
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
      {recommendation && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
          <Button onClick={onDismiss}>Descartar</Button>
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
  const picture = pictureOf(recommendation)
  const { currencyCode } = card
  // The figures of the test stand with it, further down; days of its own make the window's superfluous.
  const ofTest = new Set(card.test.numbers.map(({ key }) => key))
  const figures = card.figures.filter(({ key, value }) => value !== null && !ofTest.has(key))
  return (
    <div className="flex flex-col gap-6">
      <p className="text-pretty text-ink-muted wrap-anywhere">{recommendation.descripcion}</p>
      <Part title="Qué hemos visto">
        {!figures.some(({ unit }) => unit === 'day') && (
          <p className="mb-2 text-sm text-ink-faint">
            Del {longDay(card.window.from)} al {longDay(card.window.to)}
          </p>
        )}
        <Figures figures={figures} currencyCode={currencyCode} />
        {picture ? (
          <div className="mb-4">
            <CardPicture recommendation={recommendation} picture={picture} />
          </div>
        ) : (
          <EvidenceChart customerId={customerId} recommendation={recommendation} />
        )}
        {card.table.rows.length > 0 && (
          <EvidenceTable {...card.table} currencyCode={currencyCode} />
        )}
      </Part>
      <Part title="Por qué no es casualidad">
        <p className="text-pretty">{card.test.sentence}</p>
        {card.test.numbers.length > 0 && (
          <details className="mt-2 text-sm">
            <summary className="w-fit rounded-sm text-accent">Ver los números</summary>
            <p className="mt-2 text-ink-faint">{card.test.name}</p>
            <dl className="tabular mt-1 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
              {card.test.numbers.map(({ key, label, value, unit }) => (
                <div key={key} className="col-span-2 grid grid-cols-subgrid">
                  <dt className="text-ink-muted">{label}</dt>
                  <dd className="text-right">{evidenceText(unit, value, currencyCode)}</dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </Part>
      {card.change && (
        <Part title="Qué cambiaría">
          <Change before={card.change.before} after={card.change.after} />
        </Part>
      )}
      <Part title="Qué esperar al mes">
        {card.forecast && <ForecastBar forecast={card.forecast} currencyCode={currencyCode} />}
        <p className={classes('text-pretty', card.forecast && 'mt-2')}>
          {recommendation.impacto_estimado}
        </p>
      </Part>
      {card.counterEvidence.length > 0 && (
        <Part title="Argumentos en contra">
          <ul className="list-disc space-y-1 pl-5">
            {card.counterEvidence.map((text) => (
              <li key={text} className="text-pretty">
                {text}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {recommendation.whyNow && (
        <Part title="Por qué ahora">
          <p className="text-pretty">{recommendation.whyNow}</p>
        </Part>
      )}
    </div>
  )
}

function Figures(props: { figures: EvidenceCard['figures']; currencyCode: string }) {
  if (props.figures.length === 0) return null
  return (
    <dl className="tabular mb-3 grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3">
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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-base font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Change({ before, after }: { before: string; after: string }) {
  return (
    <dl className="grid gap-2 sm:grid-cols-2">
      <div className="rounded-control bg-sunken px-3 py-2">
        <dt className="text-xs text-ink-faint">Antes</dt>
        <dd className="wrap-anywhere">{before}</dd>
      </div>
      <div className="rounded-control bg-sunken px-3 py-2">
        <dt className="flex items-center gap-1 text-xs text-ink-muted">
          <ArrowRight aria-hidden="true" className="size-3 max-sm:rotate-90" /> Después
        </dt>
        <dd className="font-medium wrap-anywhere">{after}</dd>
      </div>
    </dl>
  )
}
