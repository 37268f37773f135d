import type { ReactNode } from 'react'
import { ApiError } from '#kit/api-error.ts'
import { Banner } from '#kit/components/banner.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { isLost, OPEN } from '#kit/google-change.ts'

/** Of a call behind which Stripe is asked: longer than the program goes on asking. */
export const STRIPE_CHANGE = { timeoutMs: 90_000 }

const UNKNOWN =
  'La respuesta no llegó y todavía no sabemos si se ha hecho. Lo comprobamos y aquí se verá en unos minutos: no lo envíes otra vez.'

/** What became of a change that failed; `refusal`: where it is certain that it was not made. */
function failureOf(refusal: string, error: unknown) {
  if (isLost(error)) return { title: OPEN, reason: UNKNOWN, isOpen: true }
  if (error instanceof ApiError && error.code === 'outcome_unknown')
    return { title: OPEN, reason: errorText(error, UNKNOWN), isOpen: true }
  return { title: refusal, reason: reasonBeside(refusal, error), isOpen: false }
}

export function tellFailure(refusal: string, error: unknown): void {
  const { title, reason: description, isOpen } = failureOf(refusal, error)
  toast({ title, description, variant: isOpen ? 'warning' : 'destructive' })
}

/** The same in the dialog that asked for it; `actions` where it was refused. */
export function ChangeFailure(props: { refusal: string; error: unknown; actions?: ReactNode }) {
  const { title, reason, isOpen } = failureOf(props.refusal, props.error)
  return (
    <Banner
      tone={isOpen ? 'warning' : 'danger'}
      title={title}
      actions={isOpen ? undefined : props.actions}
    >
      {reason}
    </Banner>
  )
}

/** The failure's own reason stands below the title, unless it says the same. */
export function reasonBeside(title: string, error: unknown): string | undefined {
  const reason = errorText(error, title)
  return reason === title ? undefined : reason
}
