import FileSearch from 'lucide-react/icons/file-search'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import type { GoogleRecommendation } from '../contract.ts'
import { BeforeAfter } from './before-after.tsx'
import { adviceName, VERDICTS } from './verdicts.ts'

export type AdviceStep = 'evidencia' | 'aplicar' | 'descartar'

/** One of Google's recommendations: our verdict first, then why. */
export function AdviceCard(props: {
  advice: GoogleRecommendation
  onOpen: (step: AdviceStep) => void
}) {
  const { advice, onOpen } = props
  const { titulo, campaignName, cambio, razon, noAplicable } = advice
  const name = adviceName(advice)
  return (
    <article className="flex flex-col gap-x-6 gap-y-3 px-4 py-3 md:px-5 @min-[42rem]:flex-row @min-[42rem]:items-center">
      <div className="min-w-0 flex-1">
        <p className="mb-1.5 flex flex-wrap items-center gap-2">
          <VerdictBadge advice={advice} />
          {campaignName && (
            <span
              className="line-clamp-2 text-sm text-ink-faint wrap-anywhere"
              title={campaignName}
            >
              {campaignName}
            </span>
          )}
        </p>
        <h3 className="font-semibold text-balance wrap-anywhere">{titulo}</h3>
        {cambio && (
          <p className="tabular mt-0.5 text-sm wrap-anywhere">
            <BeforeAfter before={cambio.antes} after={cambio.despues} />
          </p>
        )}
        <p className="mt-1 text-ink-muted text-pretty wrap-anywhere">{razon}</p>
      </div>
      <div className="flex flex-wrap gap-2 @min-[42rem]:flex-nowrap">
        {!noAplicable && (
          <Button
            onClick={() => onOpen('aplicar')}
            aria-haspopup="dialog"
            aria-label={`Aplicar: ${name}`}
          >
            Aplicar
          </Button>
        )}
        <Button
          onClick={() => onOpen('descartar')}
          aria-haspopup="dialog"
          aria-label={`Descartar: ${name}`}
        >
          Descartar
        </Button>
        <Button
          look="ghost"
          icon={<FileSearch />}
          onClick={() => onOpen('evidencia')}
          aria-haspopup="dialog"
          aria-label={`Ver los números: ${name}`}
        >
          Ver los números
        </Button>
      </div>
    </article>
  )
}

export function VerdictBadge({ advice }: { advice: GoogleRecommendation }) {
  const { text, tone } = VERDICTS[advice.veredicto]
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  )
}
