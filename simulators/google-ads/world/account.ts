import type { AccountSource, FieldRow } from '../account-source.ts'
import { localTime } from './calendar.ts'
import { entityRows } from './entities/entity-rows.ts'
import { type ChangeRecord, earlierChanges } from './entities/history-rows.ts'
import { createRowBook, type RowBook } from './entities/row-book.ts'
import { factsOf } from './facts/facts.ts'
import type { Market } from './market.ts'
import { type Preparation, prepareOperation } from './mutations/prepare.ts'
import { textHash } from './random.ts'
import type { Neglect } from './vocabulary/trade.ts'

export type AccountProfile = Omit<
  AccountSource,
  'entities' | 'facts' | 'mutate' | 'childIds' | 'manager' | 'testAccount'
> & {
  childIds?: readonly string[]
  tracking?: Neglect['tracking']
}

/** A mutation as it is kept over restarts. `effectiveDay`: first day whose traffic knows it. */
export type LoggedMutation = {
  operation: unknown
  effectiveDay: number
  at: string
  clientType: string
  userEmail: string
}

export type LiveAccount = {
  source: AccountSource
  log: readonly LoggedMutation[]
  /** Forgets all mutations and applies these instead. */
  replay(log: readonly LoggedMutation[]): void
}

/** Days are the first day asked for, per account time zone. */
type Epoch = { dayIn(timeZone: string, now: Date): number }

function customerRow(profile: AccountProfile): FieldRow {
  const tag = 10_000_000_000 + (textHash(profile.customerId) % 999_999_999)
  return {
    'customer.resource_name': `customers/${profile.customerId}`,
    'customer.id': BigInt(profile.customerId),
    'customer.descriptive_name': profile.descriptiveName,
    'customer.currency_code': profile.currencyCode,
    'customer.time_zone': profile.timeZone,
    'customer.manager': profile.childIds !== undefined,
    'customer.test_account': false,
    'customer.status': profile.status,
    ...trackingFields(profile.tracking),
    'customer.optimization_score': 0.5 + (tag % 40) / 100,
    'customer.conversion_tracking_setting.conversion_tracking_id': BigInt(tag),
    'customer.conversion_tracking_setting.conversion_tracking_status':
      'CONVERSION_TRACKING_MANAGED_BY_SELF',
  }
}

function trackingFields(tracking: Neglect['tracking'] = {}): FieldRow {
  const setting = 'customer.conversion_tracking_setting'
  return {
    'customer.auto_tagging_enabled': tracking.autoTagging ?? true,
    [`${setting}.accepted_customer_data_terms`]: tracking.customerDataTerms ?? true,
    [`${setting}.enhanced_conversions_for_leads_enabled`]: tracking.enhancedLeads ?? true,
  }
}

/** An account without campaigns: a manager, a new one, a cancelled one. */
export function quietAccount(profile: AccountProfile): AccountSource {
  const row = customerRow(profile)
  return {
    ...profile,
    manager: profile.childIds !== undefined,
    testAccount: false,
    childIds: profile.childIds ?? [],
    entities: (resource) => (resource === 'customer' ? [row] : []),
    facts: () => [],
    mutate: () => ({
      ok: false,
      failure: {
        code: { mutateError: 'RESOURCE_NOT_FOUND' },
        message: 'Resource was not found.',
        fieldPath: [],
      },
    }),
  }
}

/** An account with traffic. `brokenTrackingDays` before the epoch its conversions stopped being reported. */
export function liveAccount(profile: AccountProfile, market: Market, epoch: Epoch): LiveAccount {
  const customer = customerRow(profile)
  const prefix = `customers/${profile.customerId}`
  // Of the account as it was: later changes must not rewrite its history.
  const earlier = earlierChanges(
    createRowBook(market.state, customer),
    market.blueprint.trade.plants.neglect,
  )
  let log: LoggedMutation[] = []
  let records: ChangeRecord[] = []
  let book: { revision: number; rows: RowBook } | undefined

  const bookNow = (): RowBook => {
    if (book?.revision !== market.revision())
      book = { revision: market.revision(), rows: createRowBook(market.state, customer) }
    return book.rows
  }
  const brokenFrom = (epochDay: number) => {
    const days = market.blueprint.trade.plants.brokenTrackingDays
    return days === undefined ? Number.POSITIVE_INFINITY : epochDay - days
  }
  const perform = (
    mutation: LoggedMutation,
    prepared: Extract<Preparation, { ok: true }>['prepared'],
  ) => {
    log.push(mutation)
    if (prepared.info) records.push({ ...mutation, info: prepared.info })
    market.change(mutation.effectiveDay, (state) => {
      const again = prepareOperation(mutation.operation, state, prefix, mutation.at)
      if (again.ok) again.prepared.apply()
    })
  }

  const source: AccountSource = {
    ...profile,
    manager: false,
    testAccount: false,
    childIds: [],
    entities(resource, now) {
      const rows = bookNow()
      const epochDay = epoch.dayIn(profile.timeZone, now)
      const history = resource.startsWith('change_') ? [...earlier(epochDay), ...records] : []
      const local = localTime(now, profile.timeZone)
      return entityRows(resource, market, rows, history, local, brokenFrom(epochDay))
    },
    facts(resource, wanted) {
      const epochDay = epoch.dayIn(profile.timeZone, wanted.now)
      const now = localTime(wanted.now, profile.timeZone)
      return factsOf(market, bookNow, resource, wanted, now, brokenFrom(epochDay))
    },
    mutate(operation, { validateOnly, now, clientType, userEmail, partialFailure = false }) {
      const { day, text } = localTime(now, profile.timeZone)
      const preparation = prepareOperation(operation, market.state, prefix, text, partialFailure)
      if (!preparation.ok) return preparation
      const { prepared, resultKey } = preparation
      if (!validateOnly) {
        const kept = structuredClone(operation)
        perform(
          { operation: kept, effectiveDay: day + 1, at: text, clientType, userEmail },
          prepared,
        )
      }
      return { ok: true, resultKey, resourceName: prepared.resourceName }
    },
  }

  return {
    source,
    get log() {
      return log
    },
    replay(next) {
      if (next.length === log.length && next.every((m, i) => isSame(m, log[i]))) return
      market.reset()
      log = []
      records = []
      for (const mutation of next) {
        const preparation = prepareOperation(mutation.operation, market.state, prefix, mutation.at)
        if (preparation.ok) perform(mutation, preparation.prepared)
      }
    },
  }
}

function isSame(a: LoggedMutation, b: LoggedMutation | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
