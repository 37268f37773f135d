import Check from 'lucide-react/icons/check'
import FileSearch from 'lucide-react/icons/file-search'
import Play from 'lucide-react/icons/play'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import type { Recommendation } from '../contract/recommendations.ts'
import { STATUS_WORDS } from '../contract/wire-words.ts'
import { impactLabel, impactText, probabilityText } from './evidence-values.ts'
import { CATEGORY_TEXTS, PRIORITIES } from './recommendation-list.ts'

type RecommendationCardProps = {
  recommendation: Recommendation
  /** Undefined where nothing can be chosen (the list of all accounts). */
  choice?: { isChosen: boolean; onChoose: (isChosen: boolean) => void }
  onOpen: () => void
  onApply: () => void
}

/** One recommendation of the list; its evidence opens in a drawer, its change in a dialog. */
export function RecommendationCard(props: RecommendationCardProps) {
  const { recommendation, choice, onOpen, onApply } = props
  const { titulo, descripcion, categoria, prioridad, impacto_estimado, evidence } = recommendation
  const priority = PRIORITIES[prioridad]
  return (
    <article className="flex flex-col gap-x-6 gap-y-3 px-4 py-4 md:px-5 @min-[42rem]:flex-row @min-[42rem]:items-center">
      <div className="flex min-w-0 flex-1 gap-3">
        {choice && (
          // The label is only room around the box for a finger.
          <label className="-m-3 shrink-0 self-start p-3">
            <input
              type="checkbox"
              aria-label={`Elegir: ${titulo}`}
              checked={choice.isChosen}
              onChange={(event) => choice.onChoose(event.target.checked)}
              className="mt-1 block size-4 accent-accent"
            />
          </label>
        )}
        <div className="min-w-0 flex-1">
          <p className="mb-1.5 flex flex-wrap items-center gap-2">
            <Badge tone={priority.tone} dot>
              {priority.text}
            </Badge>
            <Badge>{CATEGORY_TEXTS[categoria]}</Badge>
          </p>
          <h3 className="font-semibold text-balance wrap-anywhere">{titulo}</h3>
          <p className="mt-0.5 line-clamp-3 text-ink-muted text-pretty wrap-anywhere">
            {descripcion}
          </p>
          <dl className="tabular mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
            <div className="flex flex-wrap gap-x-1.5">
              <dt className="text-ink-faint">{impactLabel(evidence)}</dt>
              <dd className="font-semibold">{impactText(evidence, impacto_estimado)}</dd>
            </div>
            <div className="flex flex-wrap gap-x-1.5">
              <dt className="text-ink-faint">Probabilidad de acierto</dt>
              <dd className="font-medium">{probabilityText(recommendation.probability)}</dd>
            </div>
          </dl>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 @min-[42rem]:w-48 @min-[42rem]:flex-col @min-[42rem]:items-stretch">
        <ApplyButton recommendation={recommendation} onApply={onApply} />
        <Button
          icon={<FileSearch />}
          onClick={onOpen}
          aria-haspopup="dialog"
          aria-label={`Ver evidencia: ${titulo}`}
        >
          Ver evidencia
        </Button>
      </div>
    </article>
  )
}

/** 'Aplicar' where there is a change to make in Google Ads, or why not any more. */
export function ApplyButton(props: { recommendation: Recommendation; onApply: () => void }) {
  const { recommendation, onApply } = props
  const { estado, titulo, evidence } = recommendation
  if (estado === STATUS_WORDS.applying)
    return (
      <Button look="primary" busy>
        Aplicando...
      </Button>
    )
  if (estado === STATUS_WORDS.applied)
    return (
      <Button disabled title="Ya aplicada">
        Aplicado
      </Button>
    )
  const isByHand = (evidence.change?.operations.length ?? 0) === 0
  const text = isByHand ? 'Marcar como hecha' : 'Aplicar'
  return (
    <Button
      look={isByHand ? 'secondary' : 'primary'}
      icon={isByHand ? <Check /> : <Play />}
      onClick={onApply}
      aria-haspopup="dialog"
      aria-label={`${text}: ${titulo}`}
    >
      {text}
    </Button>
  )
}
