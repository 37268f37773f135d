import X from 'lucide-react/icons/x'
import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { classes } from '../class-names.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

export type ToastVariant = 'default' | 'destructive' | 'success' | 'warning'
type Notice = {
  title: string
  description?: string
  variant?: ToastVariant
  /** A button in the notice: 'Deshacer'. Pressing it closes the notice. */
  action?: { label: string; onSelect: () => void }
}
type Toast = Notice & { id: number; variant: ToastVariant }

const VISIBLE_MS = 5_000
const SWIPE_PX = 50

let shown: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a notice for 5 s; a new one takes the place of the old. */
export function toast(notice: Notice) {
  lastId += 1
  show({ variant: 'default', ...notice, id: lastId })
}

/** Rendered once, at the root. */
export function ToastRegion() {
  const current = useSyncExternalStore(subscribe, () => shown)
  return (
    <section
      aria-label="Avisos"
      aria-live={current?.variant === 'destructive' ? 'assertive' : 'polite'}
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex justify-end md:inset-x-8 md:bottom-8"
    >
      {current && <ToastCard key={current.id} {...current} />}
    </section>
  )
}

function ToastCard({ title, description, variant, action }: Toast) {
  const [isHeld, setHeld] = useState(false)
  const swipe = useSwipeRight(dismiss)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(dismiss, VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
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

function dismiss() {
  show(null)
}

function show(next: Toast | null) {
  shown = next
  for (const notify of listeners) notify()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
