import Ban from 'lucide-react/icons/ban'
import Plus from 'lucide-react/icons/plus'
import { useSyncExternalStore } from 'react'
import { Badge } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { IconButton } from '#kit/components/icon-button.tsx'
import { TERM_STATUSES } from '#shared/ads-words/entities.ts'
import type { SearchTermRow } from '../contract/entity-lists.ts'
import { changeOf, followTermChanges } from './term-changes.ts'
import { useUndo } from './use-undo.ts'

/** What the user wants to do with a search term, before confirming it. */
export type TermWish = { kind: 'keyword' | 'negative'; row: SearchTermRow }

/** The buttons of a row, or what has become of its term. */
export function TermActions(props: { row: SearchTermRow; onWish: (wish: TermWish) => void }) {
  const { row, onWish } = props
  const change = useSyncExternalStore(followTermChanges, () => changeOf(row))
  const undo = useUndo()
  if (change) {
    return (
      <span className="flex items-center justify-end gap-2">
        <Badge tone="success">
          {change.kind === 'add_keyword' ? 'Añadido' : 'Negativa añadida'}
        </Badge>
        <Button
          size="sm"
          look="ghost"
          busy={undo.isPending}
          onClick={() => undo.mutate(change)}
          aria-label={`Deshacer: ${change.summary}`}
        >
          Deshacer
        </Button>
      </span>
    )
  }
  return (
    <span className="flex items-center justify-end gap-1">
      {row.status === 'ADDED' && <Badge tone="success">{TERM_STATUSES.ADDED}</Badge>}
      {row.status === 'EXCLUDED' && <Badge>{TERM_STATUSES.EXCLUDED}</Badge>}
      {row.status !== 'ADDED' && row.ad_group_id !== '' && (
        <IconButton
          label={`Añadir como palabra clave: ${row.search_term}`}
          icon={<Plus />}
          onClick={() => onWish({ kind: 'keyword', row })}
        />
      )}
      {row.status !== 'EXCLUDED' && (
        <IconButton
          label={`Añadir como negativa: ${row.search_term}`}
          icon={<Ban />}
          onClick={() => onWish({ kind: 'negative', row })}
        />
      )}
    </span>
  )
}
