import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { followModals, topModal } from '../open-modals.ts'
import type { Notice, Toast } from './toast-card.tsx'

/** Without a line its code may not come: then the words alone, and the next notice asks again. */
const cardOrWords = () =>
  lazy(() =>
    import('./toast-card.tsx')
      .then((module) => ({ default: module.ToastCard }))
      .catch(() => {
        ToastCard = cardOrWords()
        return { default: Words }
      }),
  )
let ToastCard: ReturnType<typeof cardOrWords> = cardOrWords()

const WORDS_VISIBLE_MS = 5_000

function Words({ title, description, stays }: Toast & { stays: boolean }) {
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(dismiss, WORDS_VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [stays])
  return (
    <p className="rounded-card border border-line bg-surface px-4 py-3 text-sm shadow-floating">
      {title} {description}
    </p>
  )
}

let shown: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Shows a notice for 5 s; a new one takes the place of the old. What a dialog could not do stays until it is closed: who filled
 * it in may be looking elsewhere.
 */
export function toast(notice: Notice) {
  lastId += 1
  show({ variant: 'default', ...notice, id: lastId })
}

/**
 * Rendered once, at the root: what is spoken aloud must be there before its words are. While a modal dialog is open notices
 * stand in it, for all outside of it is covered and inert.
 */
export function ToastRegion() {
  const modal = useSyncExternalStore(followModals, topModal, () => null)
  return (
    <>
      <Region isUsed={modal === null} />
      {modal && createPortal(<Region isUsed keepsFailures />, modal)}
    </>
  )
}

function Region({ isUsed, keepsFailures = false }: { isUsed: boolean; keepsFailures?: boolean }) {
  const latest = useSyncExternalStore(subscribe, present, present)
  const current = isUsed ? latest : null
  const stays = keepsFailures && current?.variant === 'destructive'
  return (
    <section
      aria-label={isUsed ? 'Avisos' : undefined}
      aria-live={current?.variant === 'destructive' ? 'assertive' : 'polite'}
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex justify-end md:inset-x-8 md:bottom-8"
    >
      {current && (
        <Suspense>
          <ToastCard key={current.id} {...current} stays={stays} dismiss={dismiss} />
        </Suspense>
      )}
    </section>
  )
}

function dismiss() {
  show(null)
}

function show(next: Toast | null) {
  shown = next
  for (const notify of listeners) notify()
}

const present = () => shown

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
