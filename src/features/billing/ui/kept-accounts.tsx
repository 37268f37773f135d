import { useId } from 'react'
import { customerIdText } from '#shared/customer-id-text.ts'
import { integer } from '#shared/spanish-numbers.ts'
import type { CountedAccount } from '../contract/subscription.ts'

/** A smaller plan: which accounts stay, `limit` at most. `kept` holds Google's ids. */
export function KeptAccounts(props: {
  accounts: readonly CountedAccount[]
  limit: number
  kept: ReadonlySet<string>
  onChange: (kept: ReadonlySet<string>) => void
}) {
  const { accounts, limit, kept, onChange } = props
  const base = useId()
  const toggle = (accountId: string, isKept: boolean) => {
    const next = new Set(kept)
    if (isKept) next.add(accountId)
    else next.delete(accountId)
    onChange(next)
  }
  return (
    <fieldset className="rounded-card border border-line p-3">
      <legend className="px-1 font-semibold">Elige las cuentas que se quedan</legend>
      <p aria-live="polite" className="tabular mb-2 text-sm text-ink-muted text-pretty">
        {integer(kept.size)} de {integer(limit)} elegidas. Las demás se desconectarán ese día y sus
        datos se conservarán 30 días.
      </p>
      <ul className="flex flex-col gap-1">
        {accounts.map(({ accountId, accountName }) => (
          <li key={accountId} className="flex items-start gap-2.5">
            <input
              id={`${base}-${accountId}`}
              type="checkbox"
              checked={kept.has(accountId)}
              disabled={!kept.has(accountId) && kept.size >= limit}
              onChange={(event) => toggle(accountId, event.target.checked)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <label htmlFor={`${base}-${accountId}`} className="min-w-0 wrap-anywhere">
              {accountName}{' '}
              <span className="tabular text-sm text-ink-faint">{customerIdText(accountId)}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
