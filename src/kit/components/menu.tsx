import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { classes } from '../class-names.ts'

type MenuProps = {
  /** Name of the menu and, unless `trigger` has text, of its button. */
  label: string
  trigger: ReactNode
  triggerClass: string
  /** It is fetched because it was asked for. */
  opensAtOnce?: boolean
  /** It has been opened: what it lists may be read. */
  onOpen?: () => void
  /** MenuItem, MenuChoice and MenuLabel elements. */
  children: ReactNode
}

/** A button with a drop-down of commands: arrows, Home, End and Esc as in a desktop menu. */
export function Menu(props: MenuProps) {
  const { label, trigger, triggerClass, opensAtOnce = false, onOpen, children } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  // The button that was pressed is gone: focus is in the menu before a key can come.
  useLayoutEffect(() => {
    if (!opensAtOnce) return
    list.current?.showPopover()
    enter(list.current, button.current)
  }, [opensAtOnce])
  const onToggle = (isOpen: boolean) => {
    setOpen(isOpen)
    if (!isOpen) return
    onOpen?.()
    enter(list.current, button.current)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
        className={triggerClass}
      >
        {trigger}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onToggle={(event) => onToggle(event.newState === 'open')}
        onKeyDown={(event) => {
          moveFocus(event)
          if (event.key !== 'Escape') return
          event.currentTarget.hidePopover()
          // One that opened as its code came was not opened by its button, as far as the browser knows.
          button.current?.focus()
        }}
        className="fixed m-0 min-w-52 rounded-card border border-line bg-surface p-1 text-ink shadow-floating open:animate-rise"
      >
        {children}
      </div>
    </>
  )
}

export function MenuItem(props: { icon?: ReactNode; onSelect: () => void; children: ReactNode }) {
  const { icon, onSelect, children } = props
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={run(onSelect)}
      className={itemClass}
    >
      {icon}
      {children}
    </button>
  )
}

/** One of several exclusive choices. */
export function MenuChoice(props: {
  icon?: ReactNode
  chosen: boolean
  onSelect: () => void
  children: ReactNode
}) {
  const { icon, chosen, onSelect, children } = props
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={chosen}
      tabIndex={-1}
      onClick={run(onSelect)}
      className={classes(itemClass, chosen && 'font-medium text-accent')}
    >
      {icon}
      {children}
    </button>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" className="px-2.5 pt-2 pb-1 text-xs text-ink-faint">
      {children}
    </div>
  )
}

const itemClass =
  'flex w-full items-center gap-2.5 rounded-control px-2.5 py-1.5 text-left text-base hover:bg-sunken focus-visible:bg-sunken focus-visible:outline-offset-[-2px] [&_svg]:size-4 [&_svg]:text-ink-faint'

function run(onSelect: () => void) {
  return (event: { currentTarget: HTMLElement }) => {
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    onSelect()
  }
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = itemsOf(event.currentTarget)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  if (next === undefined) return
  event.preventDefault()
  items.at(next % items.length)?.focus()
}

function enter(list: HTMLElement | null, button: HTMLElement | null) {
  if (!list || !button || list.contains(document.activeElement)) return
  placeBelow(list, button)
  itemsOf(list)[0]?.focus()
}

function itemsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
}

// CSS anchor positioning is not everywhere yet.
function placeBelow(list: HTMLElement, button: HTMLElement) {
  const box = button.getBoundingClientRect()
  const pageWidth = document.body.clientWidth
  const left = Math.min(box.left, pageWidth - list.offsetWidth - 8)
  const fitsBelow = box.bottom + 4 + list.offsetHeight <= window.innerHeight - 8
  list.style.left = `${Math.max(8, left)}px`
  list.style.top = `${fitsBelow ? box.bottom + 4 : Math.max(8, box.top - 4 - list.offsetHeight)}px`
}
