import { timeAgo } from '#shared/spanish-numbers.ts'

/** When the data of an account was last updated. */
export function LastSync({ at }: { at: string | null }) {
  return <p>{at ? `Actualizado ${timeAgo(new Date(at), new Date())}` : 'Todavía sin datos'}</p>
}
