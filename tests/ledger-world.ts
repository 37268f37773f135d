import type {
  AccountSource,
  FactRow,
  FieldRow,
  Measures,
  World,
} from '../simulators/google-ads/account-source.ts'

/**
 * A Google Ads world whose every row a test writes and rewrites itself: what it holds is the truth that
 * the product's tables must end up with.
 */
export type Ledger = {
  world: World
  /** Rows by FROM resource, in any order. */
  facts: Map<string, LedgerRow[]>
  entities: Map<string, FieldRow[]>
}

export type LedgerRow = { day: string; fields: FieldRow; measures: Partial<Measures> }

/** `toldZone`: what is told of its time zone, which the simulator itself need not know. */
export type LedgerAccount = Partial<AccountSource> & { customerId: string; toldZone?: string }

const NOTHING: Measures = {
  impressions: 0,
  clicks: 0,
  costMicros: 0,
  conversions: 0,
  conversionsValue: 0,
  allConversions: 0,
  eligibleImpressions: 0,
  lostToBudgetImpressions: 0,
  lostToRankImpressions: 0,
  topImpressions: 0,
  absoluteTopImpressions: 0,
  exactMatchEligibleImpressions: 0,
}

/** Every account shows the same ledger; `users`: Google e-mail → customer ids it opens directly. */
export function ledgerWorld(
  accounts: readonly LedgerAccount[],
  users: Record<string, readonly string[]>,
): Ledger {
  const facts = new Map<string, LedgerRow[]>()
  const entities = new Map<string, FieldRow[]>()
  const sources = accounts.map((account) => toSource(account, facts, entities))
  const world: World = {
    users: Object.entries(users).map(([email, customerIds]) => ({
      email,
      name: email,
      customerIds,
    })),
    account: (id) => sources.find((source) => source.customerId === id),
    exportState: () => null,
    importState: () => {},
  }
  return { world, facts, entities }
}

function toSource(
  account: LedgerAccount,
  facts: Ledger['facts'],
  entities: Ledger['entities'],
): AccountSource {
  const name = account.descriptiveName ?? `Cuenta ${account.customerId}`
  const customer: FieldRow = {
    'customer.resource_name': `customers/${account.customerId}`,
    'customer.id': BigInt(account.customerId),
    'customer.descriptive_name': name,
    'customer.currency_code': account.currencyCode ?? 'EUR',
    'customer.time_zone': account.toldZone ?? 'Europe/Madrid',
    'customer.manager': account.manager ?? false,
    'customer.test_account': account.testAccount ?? false,
    'customer.status': account.status ?? 'ENABLED',
  }
  return {
    descriptiveName: name,
    currencyCode: 'EUR',
    timeZone: 'Europe/Madrid',
    manager: false,
    testAccount: false,
    status: 'ENABLED',
    childIds: [],
    entities: (resource) =>
      resource === 'customer'
        ? [customer]
        : (entities.get(resource) ?? []).map((row) => ({ ...customer, ...row })),
    facts: (resource, { from, to }) => inOrder(facts.get(resource) ?? [], from, to, customer),
    mutate: () => {
      throw new Error('a ledger is written by its test')
    },
    ...account,
  }
}

function inOrder(rows: readonly LedgerRow[], from: string, to: string, more: FieldRow): FactRow[] {
  return rows
    .filter((row) => row.day >= from && row.day <= to)
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
    .map(({ day, fields, measures }) => ({
      fields: { ...more, ...fields, 'segments.date': day },
      measures: { ...NOTHING, ...measures },
    }))
}
