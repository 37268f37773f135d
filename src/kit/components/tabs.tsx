import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { classes } from '../class-names.ts'

export type Tab<Id extends string> = { id: Id; label: string; count?: number }

/** Tabs with one panel; arrows, Home and End move and select. */
export function Tabs<Id extends string>(props: {
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
  /** In a card: the labels stand in line with its title. */
  inset?: boolean
  /** Stands before the labels, in their line: the title of a block. */
  lead?: ReactNode
  children: ReactNode
}) {
  const { label, tabs, selected, onSelect, inset = false, lead, children } = props
  const base = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    // The focus is ahead of `selected` while fast key presses are still being drawn.
    const at = tabs.findIndex((tab) => `${base}-${tab.id}` === document.activeElement?.id)
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const next = target === undefined ? undefined : tabs.at(target % tabs.length)
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    document.getElementById(`${base}-${next.id}`)?.focus()
  }
  return (
    <div>
      <div className="flex flex-wrap items-center border-b border-line">
        {lead}
        <div
          role="tablist"
          aria-label={label}
          onKeyDown={onKeyDown}
          className={classes('flex min-w-0 gap-1 overflow-x-auto', inset && 'px-1 md:px-2')}
        >
          {tabs.map((tab) => (
            <button
              key={tab.id}
              id={`${base}-${tab.id}`}
              type="button"
              role="tab"
              aria-selected={tab.id === selected}
              aria-controls={`${base}-panel`}
              tabIndex={tab.id === selected ? 0 : -1}
              onClick={() => onSelect(tab.id)}
              className={tabClass(tab.id === selected)}
            >
              {tab.label}
              {tab.count !== undefined && (
                <span className="tabular text-xs text-ink-faint">{tab.count}</span>
              )}
            </button>
          ))}
        </div>
      </div>
      <div id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${selected}`}>
        {children}
      </div>
    </div>
  )
}

function tabClass(isSelected: boolean): string {
  return classes(
    'inline-flex h-10 shrink-0 items-center gap-2 border-b-2 px-3 text-base font-medium max-sm:gap-1.5 max-sm:px-2 max-sm:text-sm whitespace-nowrap transition-colors focus-visible:outline-offset-[-2px]',
    isSelected ? 'border-accent text-ink' : 'border-transparent text-ink-muted hover:text-ink',
  )
}
