import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#kit/query.ts'
import { getEvidence, type InboxRow } from '../../contract/inbox.ts'
import { EvidenceDrawer } from '../evidence-drawer.tsx'

/** All that supports one row, beside the list: nothing is left behind. */
export function WholeEvidence(props: {
  row: InboxRow
  onClose: () => void
  onApply: () => void
  onDismiss: () => void
}) {
  const { row, ...deeds } = props
  const query = useQuery(queryOf(getEvidence, { id: row.id }))
  if (query.isPending) return null
  return (
    <EvidenceDrawer recommendation={query.data ?? null} customerId={row.customerId} {...deeds} />
  )
}
