import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#kit/query.ts'
import { getEvidence, type InboxRow } from '../../contract/inbox.ts'
import { ApplyDialog } from '../apply-dialog.tsx'
import { EvidenceDrawer } from '../evidence-drawer.tsx'

/** All that supports one row, or the ways to apply it, beside the list: nothing is left behind. */
export function WholeEvidence(props: {
  row: InboxRow
  startsWithWays: boolean
  onClose: () => void
  onDismiss: () => void
}) {
  const { row, startsWithWays, onClose, onDismiss } = props
  const [isApplying, setApplying] = useState(startsWithWays)
  const query = useQuery(queryOf(getEvidence, { id: row.id }))
  if (query.isPending) return null
  if (isApplying && query.data) return <ApplyDialog recommendation={query.data} onClose={onClose} />
  return (
    <EvidenceDrawer
      recommendation={query.data ?? null}
      customerId={row.customerId}
      onClose={onClose}
      onApply={() => setApplying(true)}
      onDismiss={onDismiss}
    />
  )
}
