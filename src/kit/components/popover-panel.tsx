import { type ReactNode, useId, useRef, useState } from 'react'
import { buttonClass } from './button.tsx'

/** A button that opens a small panel of controls under itself; Esc and a click outside close it. */
export function PopoverPanel(props: {
  label: string
  icon: ReactNode
  /** Given `close`, which also gives the focus back to the button. */
  children: (close: () => void) => ReactNode
}) {
  const { label, icon, children } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => {
    panel.current?.hidePopover()
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        className={buttonClass('secondary')}
      >
        {icon}
        {label}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onToggle={(event) => {
          const isOpen = event.newState === 'open'
          setOpen(isOpen)
          if (isOpen && panel.current && button.current) placeUnder(panel.current, button.current)
        }}
        className="fixed m-0 max-h-[min(28rem,calc(100dvh-1rem))] w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-surface p-3 text-ink shadow-floating open:animate-rise"
      >
        {open && children(close)}
      </div>
    </>
  )
}

// CSS anchor positioning is not everywhere yet. The panel's content is drawn after it opens.
function placeUnder(panel: HTMLElement, button: HTMLElement) {
  requestAnimationFrame(() => {
    const box = button.getBoundingClientRect()
    const left = Math.min(box.left, document.body.clientWidth - panel.offsetWidth - 8)
    const top = Math.min(box.bottom + 4, window.innerHeight - panel.offsetHeight - 8)
    panel.style.left = `${Math.max(8, left)}px`
    panel.style.top = `${Math.max(8, top)}px`
    panel.querySelector<HTMLElement>('input, select, button')?.focus()
  })
}
