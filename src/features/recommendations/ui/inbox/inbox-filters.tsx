import { classes } from '#kit/class-names.ts'
import { Select } from '#kit/components/select.tsx'
import type { UrlChanges } from '#kit/url-state.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { integer } from '#shared/spanish-numbers.ts'
import { spanishOrder } from '#shared/spanish-order.ts'
import type { getInbox } from '../../contract/inbox.ts'
import { type InboxFilter, KIND_TEXTS, KINDS, kindOf } from './inbox-rows.ts'

/** What the list shows of all; in the address, so that a link brings it back. */
export function InboxFilters(props: {
  inbox: ReplyOf<typeof getInbox>
  filter: InboxFilter
  onChange: (changes: UrlChanges) => void
}) {
  const { inbox, filter, onChange } = props
  const kinds = Map.groupBy(inbox.rows, kindOf)
  const accounts = new Map(inbox.rows.map((row) => [row.customerId, row.accountName]))
  return (
    <>
      <fieldset className="flex min-w-0 max-w-full gap-1 overflow-x-auto">
        <legend className="sr-only">Qué se ve</legend>
        <Choice
          text="Todo"
          count={inbox.rows.length}
          isPressed={filter.kind === null}
          onPress={() => onChange({ ver: null })}
        />
        {KINDS.filter((kind) => kinds.has(kind)).map((kind) => (
          <Choice
            key={kind}
            text={KIND_TEXTS[kind]}
            count={kinds.get(kind)?.length ?? 0}
            isPressed={filter.kind === kind}
            onPress={() => onChange({ ver: kind })}
          />
        ))}
      </fieldset>
      {accounts.size > 1 && (
        <Select
          label="Cuenta"
          hideLabel
          className="min-w-0 flex-1 sm:max-w-52"
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
