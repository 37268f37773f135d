import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { InboxRow } from '../../contract/inbox.ts'
import { readEvidenceAnew } from '../evidence-reads.ts'

/** A row that comes back with other figures was judged anew: what was read to support it is of the judgement before. */
export function useFreshEvidence(rows: readonly InboxRow[] | undefined): void {
  const client = useQueryClient()
  const seen = useRef(rows)
  useEffect(() => {
    // Rows that say the same remain the same objects when they are read again.
    const before = new Map(seen.current?.map((row) => [row.id, row]))
    seen.current = rows
    const isOther = (row: InboxRow) => before.has(row.id) && before.get(row.id) !== row
    if (rows?.some(isOther)) readEvidenceAnew(client)
  }, [client, rows])
}
