import { useQuery } from '@tanstack/react-query'
import { listAccounts } from '#features/accounts/contract.ts'
import { classes } from '#kit/class-names.ts'
import { Select } from '#kit/components/select.tsx'
import { queryOf } from '#kit/query.ts'
import type { UrlChanges } from '#kit/url-state.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { integer } from '#shared/spanish-numbers.ts'
import { spanishOrder } from '#shared/spanish-order.ts'
import type { getInbox, InboxRow } from '../../contract/inbox.ts'
import { type InboxFilter, KIND_TEXTS, KINDS, kindOf, shownRows } from './inbox-rows.ts'

/** What the list shows of all; in the address, so that a link brings it back. What is chosen can be seen and left also after its last row. */
export function InboxFilters(props: {
  inbox: ReplyOf<typeof getInbox>
  filter: InboxFilter
  onChange: (changes: UrlChanges) => void
}) {
  const { inbox, filter, onChange } = props
  const ofAccount = shownRows(inbox.rows, { ...filter, kind: null })
  const kinds = Map.groupBy(ofAccount, kindOf)
  const accounts = useAccountNames(inbox.rows, filter.customerId)
  return (
    <>
      <fieldset className="flex min-w-0 max-w-full gap-1 overflow-x-auto">
        <legend className="sr-only">Qué se ve</legend>
        <Choice
          text="Todo"
          count={ofAccount.length}
          isPressed={filter.kind === null}
          onPress={() => onChange({ ver: null })}
        />
        {KINDS.filter((kind) => kinds.has(kind) || kind === filter.kind).map((kind) => (
          <Choice
            key={kind}
            text={KIND_TEXTS[kind]}
            count={kinds.get(kind)?.length ?? 0}
            isPressed={filter.kind === kind}
            onPress={() => onChange({ ver: kind })}
          />
        ))}
      </fieldset>
      {(accounts.size > 1 || filter.customerId !== null) && (
        <Select
          label="Cuenta"
          hideLabel
          className="min-w-40 flex-1 sm:max-w-52"
          value={filter.customerId ?? ''}
          onChange={({ target }) => onChange({ cuenta: target.value || null })}
        >
          <option value="">Todas las cuentas</option>
          {[...accounts]
            .toSorted(([, one], [, other]) => spanishOrder.compare(one, other))
            .map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </Select>
      )}
    </>
  )
}

/** Those that wait for a decision, and the chosen one. */
function useAccountNames(rows: readonly InboxRow[], chosenId: string | null): Map<string, string> {
  const { data: all } = useQuery(queryOf(listAccounts, {}))
  const names = new Map(rows.map((row) => [row.customerId, row.accountName]))
  if (chosenId !== null && !names.has(chosenId)) {
    const chosen = all?.find(({ accountId }) => accountId === chosenId)
    names.set(chosenId, chosen?.accountName ?? 'Otra cuenta')
  }
  return names
}

function Choice(props: { text: string; count: number; isPressed: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={props.isPressed}
      onClick={props.onPress}
      className={classes(
        'filter-choice',
        props.isPressed ? 'bg-accent-soft text-accent' : 'text-ink-muted hover:bg-sunken',
      )}
    >
      {props.text}
      <span className="tabular text-xs">{integer(props.count)}</span>
    </button>
  )
}
