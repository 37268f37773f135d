import type { QueryClient } from '@tanstack/react-query'
import { getPromise, previewChange } from '../contract/changes.ts'
import { getEvidence } from '../contract/inbox.ts'
import { getTermDays } from '../contract/term-days.ts'

const EVIDENCE_READS = [getEvidence, previewChange, getPromise, getTermDays]

/** A card may stay with other figures and operations: what stands open of it is of the same analysis as its row. */
export function readEvidenceAnew(client: QueryClient): void {
  for (const { path } of EVIDENCE_READS) void client.invalidateQueries({ queryKey: [path] })
}
