import { useState } from 'react'
import { ConfirmDialog } from '#kit/components/confirm-dialog.tsx'
import { TextField } from '#kit/components/field.tsx'
import { Obstacle } from '#kit/components/obstacle.tsx'
import { Select } from '#kit/components/select.tsx'
import { errorText } from '#kit/error-text.ts'
import type { Recommendation } from '../contract/recommendations.ts'
import { useDismiss } from './use-changes.ts'

const REASONS = [
  'No encaja con la estrategia',
  'Ya lo he resuelto de otra forma',
  'Los datos no me convencen',
  'Ahora no es el momento',
  'Otro motivo',
] as const
const OTHER = REASONS[4]

/** Puts a recommendation away; the reason is kept with it. */
export function DismissDialog(props: {
  recommendation: Recommendation
  onClose: () => void
  onDismissed: () => void
}) {
  const { recommendation, onClose, onDismissed } = props
  const [reason, setReason] = useState<string>(REASONS[0])
  const [own, setOwn] = useState('')
  const dismiss = useDismiss()
  const motivo = reason === OTHER && own.trim() ? own.trim() : reason
  return (
    <ConfirmDialog
      title="Descartar recomendación"
      description={recommendation.titulo}
      onClose={onClose}
      confirm={{
        text: 'Descartar',
        look: 'danger',
        busy: dismiss.isPending,
        busyLabel: 'Descartando...',
        act: () => dismiss.mutate({ id: recommendation.id, motivo }, { onSuccess: onDismissed }),
      }}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-muted text-pretty">
          Dejará de salir en la lista. Solo volverá si lo que está en juego crece al menos la mitad.
        </p>
        <Select label="Motivo" value={reason} onChange={(event) => setReason(event.target.value)}>
          {REASONS.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </Select>
        {reason === OTHER && (
          <TextField
            label="¿Cuál?"
            value={own}
            maxLength={500}
            onChange={(event) => setOwn(event.target.value)}
          />
        )}
        {dismiss.isError && (
          <div role="alert">
            <Obstacle className="mt-2" isBlocking>
              {errorText(dismiss.error)}
            </Obstacle>
          </div>
        )}
      </div>
    </ConfirmDialog>
  )
}
