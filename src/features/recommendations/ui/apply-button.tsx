import Check from 'lucide-react/icons/check'
import Play from 'lucide-react/icons/play'
import { Button } from '#kit/components/button.tsx'
import type { Recommendation } from '../contract/recommendations.ts'
import { STATUS_WORDS } from '../contract/wire-words.ts'

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
