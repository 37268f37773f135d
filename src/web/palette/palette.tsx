import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { listAccounts } from '#features/accounts/contract.ts'
import { classes } from '#kit/class-names.ts'
import { useModal } from '#kit/components/dialog.tsx'
import { queryOf } from '#kit/query.ts'
import { useNavigate } from '#kit/router/router.tsx'
import { type Entry, entriesOf, foundEntries } from './entries.ts'
import { recentAccounts } from './recent-accounts.ts'

/** One box for everything: accounts, screens and actions; arrows choose, Enter goes there. */
export function Palette({ onClose }: { onClose: () => void }) {
  const ref = useModal(onClose)
  const id = useId()
  const navigate = useNavigate()
  const accounts = useQuery(queryOf(listAccounts, {}))
  const [recent] = useState(recentAccounts)
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const found = foundEntries(entriesOf(accounts.data ?? [], recent), search)
  const go = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    navigate(entry.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move) setAt((at + move + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') go(found[at])
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={ref}
      aria-label="Buscar"
      className="mx-auto mt-[15vh] mb-auto max-h-[70vh] w-[calc(100vw-2rem)] max-w-160 overflow-hidden rounded-card border border-line bg-surface text-ink shadow-floating open:flex open:flex-col"
    >
      <input
        type="text"
        role="combobox"
        aria-label="Buscar cuentas, pantallas y acciones"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
        autoComplete="off"
        placeholder="Cuenta, pantalla o acción"
        value={search}
        onChange={({ target }) => {
          setSearch(target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        className="h-12 shrink-0 border-b border-line bg-transparent px-4 text-lg placeholder:text-ink-faint focus-visible:-outline-offset-2"
      />
      <div role="listbox" id={`${id}-list`} aria-label="Resultados" className="overflow-y-auto p-2">
        {found.map((entry, place) => (
          <Choice
            key={`${entry.group} ${entry.to}`}
            id={`${id}-${place}`}
            entry={entry}
            isFirstOfGroup={found[place - 1]?.group !== entry.group}
            isActive={place === at}
            onChoose={() => go(entry)}
          />
        ))}
      </div>
      {found.length === 0 && (
        <p role="status" className="px-4 pb-6 text-center text-ink-muted">
          Nada se llama así.
        </p>
      )}
    </dialog>
  )
}

function Choice(props: {
  id: string
  entry: Entry
  isFirstOfGroup: boolean
  isActive: boolean
  onChoose: () => void
}) {
  const { id, entry, isFirstOfGroup, isActive, onChoose } = props
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <>
      {isFirstOfGroup && (
        <p role="presentation" className="px-2 pt-2 pb-1 text-xs text-ink-muted">
          {entry.group}
        </p>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys */}
      <div
        ref={ref}
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isActive}
        onClick={onChoose}
        className={classes(
          'flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2 py-1',
          isActive ? 'bg-accent-soft' : 'hover:bg-hover',
        )}
      >
        <span className="min-w-0 flex-1 truncate">
          {entry.text}
          {entry.note && <span className="text-sm text-ink-muted"> · {entry.note}</span>}
        </span>
        {entry.keys && <kbd className="font-mono text-xs text-ink-muted">{entry.keys}</kbd>}
      </div>
    </>
  )
}
