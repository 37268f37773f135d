import X from 'lucide-react/icons/x'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { classes } from '../class-names.ts'
import { joinModals } from '../open-modals.ts'
import { IconButton } from './icon-button.tsx'

type DialogProps = {
  title: ReactNode
  /** Sits under the title and describes the dialog to screen readers. */
  description?: ReactNode
  onClose: () => void
  /** Buttons at the bottom right. */
  actions?: ReactNode
  wide?: boolean
  /** Esc or a press outside would lose what is shown this once. What was typed keeps any dialog open at such a press. */
  keepOpen?: boolean
  children?: ReactNode
}

/**
 * A modal dialog: open while it is rendered. The browser keeps the focus inside, closes on Esc and
 * gives the focus back.
 */
export function Dialog(props: DialogProps) {
  const { title, description, onClose, actions, wide, keepOpen = false, children } = props
  const id = useId()
  const isTyped = useRef(false)
  const ref = useModal(onClose, () => (keepOpen ? 'always' : isTyped.current ? 'pressed' : 'never'))
  return (
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      onInput={() => {
        isTyped.current = true
      }}
      aria-describedby={description ? `${id}-description` : undefined}
      className={classes(
        'm-auto max-h-[min(90dvh,56rem)] w-[calc(100vw-2rem)] animate-rise overflow-hidden rounded-card border border-line bg-surface text-ink shadow-floating open:flex open:flex-col',
        wide ? 'max-w-4xl' : 'max-w-lg',
      )}
    >
      <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
        <div className="min-w-0">
          <h2 id={`${id}-title`} className="text-lg font-semibold text-balance">
            {title}
          </h2>
          {description && (
            <p id={`${id}-description`} className="text-sm text-ink-faint">
              {description}
            </p>
          )}
        </div>
        <IconButton label="Cerrar" icon={<X />} onClick={onClose} className="-mt-1 -mr-2" />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div className="min-h-0 overflow-y-auto px-5 pb-5" tabIndex={0}>
        {children}
      </div>
      {actions && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
          {actions}
        </footer>
      )}
    </dialog>
  )
}

/** Opens the dialog it is given to as a modal; closes on Esc and on a click outside, unless it is kept then. */
export function useModal(
  onClose: () => void,
  isKept: () => 'always' | 'pressed' | 'never' = () => 'never',
) {
  const ref = useRef<HTMLDialogElement>(null)
  const latest = useRef({ onClose, isKept })
  latest.current = { onClose, isKept }
  // In a layout effect, for the browser gives the focus back only while the dialog is in the page.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const close = (event: Event) => {
      event.preventDefault()
      if (latest.current.isKept() !== 'always') latest.current.onClose()
    }
    // A second Esc the browser takes without asking.
    const openAgain = () => {
      if (!dialog.open && latest.current.isKept() === 'always') dialog.showModal()
    }
    const closeOutside = (event: MouseEvent) => {
      if (event.target !== dialog || !isOutside(dialog, event)) return
      if (latest.current.isKept() === 'never') latest.current.onClose()
    }
    dialog.showModal()
    const leaveModals = joinModals(dialog)
    // What asks for the focus could not have it while the dialog was closed.
    dialog.querySelector<HTMLElement>('[data-first]')?.focus()
    dialog.addEventListener('cancel', close)
    dialog.addEventListener('close', openAgain)
    dialog.addEventListener('mousedown', closeOutside)
    return () => {
      leaveModals()
      dialog.removeEventListener('cancel', close)
      dialog.removeEventListener('close', openAgain)
      dialog.removeEventListener('mousedown', closeOutside)
      dialog.close()
    }
  }, [])
  return ref
}

function isOutside(dialog: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const box = dialog.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}
