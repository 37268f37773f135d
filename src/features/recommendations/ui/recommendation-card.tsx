import FileSearch from 'lucide-react/icons/file-search'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import type { Recommendation } from '../contract.ts'
import { impactLabel, impactText, probabilityText } from './evidence-values.ts'
import { CATEGORY_TEXTS, PRIORITIES } from './recommendation-list.ts'

/** One recommendation of the list; its evidence opens in a drawer. */
export function RecommendationCard(props: { recommendation: Recommendation; onOpen: () => void }) {
  const { recommendation, onOpen } = props
  const { titulo, descripcion, categoria, prioridad, impacto_estimado, evidence } = recommendation
  const priority = PRIORITIES[prioridad]
  return (
    <article className="flex flex-col gap-x-6 gap-y-3 px-4 py-4 md:px-5 @min-[42rem]:flex-row @min-[42rem]:items-center">
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
          <div className="flex gap-1.5">
            <dt className="text-ink-faint">{impactLabel(evidence)}</dt>
            <dd className="font-semibold">{impactText(evidence, impacto_estimado)}</dd>
          </div>
          <div className="flex gap-1.5">
            <dt className="text-ink-faint">Probabilidad</dt>
            <dd className="font-medium">{probabilityText(recommendation.probability)}</dd>
          </div>
        </dl>
      </div>
      <Button
        icon={<FileSearch />}
        onClick={onOpen}
        aria-haspopup="dialog"
        aria-label={`Ver evidencia: ${titulo}`}
        className="self-start @min-[42rem]:self-center"
      >
        Ver evidencia
      </Button>
    </article>
  )
}
