import type { Recommendation as Analysed } from '#engine/recommendation.ts'

export type Status = 'pendiente' | 'aplicada' | 'descartada' | 'cerrada'
export type Known = { id: string; fingerprint: string; status: Status }

export type Difference = {
  /** New problems, never seen before. */
  added: Analysed[]
  /** Known ones seen again: the card is renewed, id and history stay. */
  renewed: { id: string; status: Status; analysed: Analysed }[]
  /** Pending ones whose problem is no longer there. */
  vanished: { id: string }[]
}

/** What the user has decided (applied, dismissed) stays as he decided; a closed problem that is back is pending. */
export function differenceOf(known: readonly Known[], analysed: readonly Analysed[]): Difference {
  const byFingerprint = new Map(known.map((row) => [row.fingerprint, row]))
  const seen = new Set(analysed.map(({ fingerprint }) => fingerprint))
  return {
    added: analysed.filter(({ fingerprint }) => !byFingerprint.has(fingerprint)),
    renewed: analysed.flatMap((one) => {
      const row = byFingerprint.get(one.fingerprint)
      if (!row || row.status === 'aplicada' || row.status === 'descartada') return []
      return [{ id: row.id, status: 'pendiente' as const, analysed: one }]
    }),
    vanished: known
      .filter((row) => row.status === 'pendiente' && !seen.has(row.fingerprint))
      .map(({ id }) => ({ id })),
  }
}
