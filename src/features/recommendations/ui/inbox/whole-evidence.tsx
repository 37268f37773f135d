import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#kit/query.ts'
import { getEvidence, type InboxRow } from '../../contract/inbox.ts'
import { STATUS_WORDS } from '../../contract/wire-words.ts'
import { ApplyDialog } from '../apply-dialog.tsx'
import { EvidenceDrawer } from '../evidence-drawer.tsx'

/** All that supports one row, or the ways to apply it, beside the list: nothing is left behind. */
export function WholeEvidence(props: {
  row: InboxRow
  startsWithWays: boolean
  /** Sent, and not known to be done: it cannot be sent again from here either. */
  isHeld: boolean
  onClose: () => void
  onDismiss: () => void
}) {
  const { row, startsWithWays, isHeld, onClose, onDismiss } = props
  const [isApplying, setApplying] = useState(startsWithWays)
  const query = useQuery(queryOf(getEvidence, { id: row.id }))
  if (query.isPending) return null
  const estado = isHeld ? STATUS_WORDS.applying : query.data?.estado
  if (isApplying && query.data) return <ApplyDialog recommendation={query.data} onClose={onClose} />
  return (
    <EvidenceDrawer
      recommendation={query.data && estado ? { ...query.data, estado } : null}
      customerId={row.customerId}
      onClose={onClose}
      onApply={() => setApplying(true)}
      onDismiss={onDismiss}
    />
  )
}
