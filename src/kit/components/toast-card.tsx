import X from 'lucide-react/icons/x'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { classes } from '../class-names.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

type ToastVariant = 'default' | 'destructive' | 'success' | 'warning'
export type Notice = {
  title: string
  description?: string
  variant?: ToastVariant
  /** A button in the notice: 'Deshacer'. Pressing it closes the notice. */
  action?: { label: string; onSelect: () => void }
}
export type Toast = Notice & { id: number; variant: ToastVariant }

const VISIBLE_MS = 5_000
const SWIPE_PX = 50

/** One notice with its buttons; closes itself unless it stays, or the pointer or the focus is on it. */
export function ToastCard({ title, description, variant, action, stays, dismiss }: ToastCardProps) {
  const [isHeld, setHeld] = useState(false)
  const swipe = useSwipeRight(dismiss)
  useEffect(() => {
    if (isHeld || stays) return
    const timer = setTimeout(dismiss, VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [isHeld, stays, dismiss])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swipe and hover only repeat the close button
    <div
      {...swipe}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={classes(
        'pointer-events-auto flex w-full max-w-sm animate-rise touch-pan-y items-start gap-2 rounded-card border border-l-4 border-line bg-surface py-3 pr-2 pl-4 shadow-floating',
        EDGES[variant],
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {description && <p className="text-ink-muted">{description}</p>}
      </div>
      {action && (
        <Button
          size="sm"
          onClick={() => {
            dismiss()
            action.onSelect()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label="Cerrar aviso" icon={<X />} onClick={dismiss} className="-mt-1" />
    </div>
  )
}

type ToastCardProps = Toast & { stays: boolean; dismiss: () => void }

const EDGES: Record<ToastVariant, string> = {
  default: 'border-l-accent',
  destructive: 'border-l-danger',
  success: 'border-l-success',
  warning: 'border-l-warning',
}

function useSwipeRight(onSwipe: () => void) {
  const startX = useRef<number | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      startX.current = event.clientX
    },
    onPointerUp: (event: PointerEvent) => {
      if (startX.current !== null && event.clientX - startX.current > SWIPE_PX) onSwipe()
      startX.current = null
    },
  }
}
