import type {
  AccountSource,
  FactRow,
  FieldRow,
  Measures,
  MutateOutcome,
  World,
} from './account-source.ts'
import { addDays } from './gaql/days.ts'

/**
 * A world small enough to check by hand, for the tests of the wire: `ana` opens the shop directly and the agency
 * (manager) of a clinic and a closed account; `luis` opens nothing. Every enabled account has the same two campaigns.
 */
export const ANA = 'ana@example.com'
export const LUIS = 'luis@example.com'
export const SHOP = '1000000001'
export const AGENCY = '1000000002'
export const CLINIC = '1000000003'
export const CLOSED = '1000000004'

/** Per day and campaign. Campaign 11 is shown on a tenth of its eligible searches, campaign 12 never. */
export const DAILY: Measures = {
  impressions: 100,
  clicks: 10,
  costMicros: 5_000_000,
  conversions: 0.5,
  conversionsValue: 20,
  allConversions: 1,
  eligibleImpressions: 2000,
  lostToBudgetImpressions: 1890,
  lostToRankImpressions: 10,
  topImpressions: 60,
  absoluteTopImpressions: 30,
  exactMatchEligibleImpressions: 50,
}
export const TERMS_PER_DAY = 4000

type Budgets = Record<string, number>
type State = { budgets: Budgets; lists: string[] }

export function tinyWorld(): World {
  let state: State = { budgets: {}, lists: [] }
  const accounts = [
    account(SHOP, 'Zapatería Ñandú', () => state, {}),
    account(AGENCY, 'Agencia', () => state, { manager: true, childIds: [CLINIC, CLOSED] }),
    account(CLINIC, 'Clínica', () => state, {}),
    account(CLOSED, 'Cerrada', () => state, { status: 'CANCELED' }),
  ]
  return {
    users: [
      { email: ANA, name: 'Ana "Pruebas"', customerIds: [SHOP, AGENCY] },
      { email: LUIS, name: 'Luis', customerIds: [] },
    ],
    account: (id) => accounts.find((candidate) => candidate.customerId === id),
    exportState: () => state,
    importState: (saved) => {
      state = saved as State
    },
  }
}

function account(
  customerId: string,
  descriptiveName: string,
  state: () => State,
  more: Partial<AccountSource>,
): AccountSource {
  const customer: FieldRow = {
    'customer.resource_name': `customers/${customerId}`,
    'customer.id': BigInt(customerId),
    'customer.descriptive_name': descriptiveName,
    'customer.manager': more.manager ?? false,
    'customer.test_account': more.testAccount ?? false,
  }
  return {
    customerId,
    descriptiveName,
    currencyCode: 'EUR',
    timeZone: 'Europe/Madrid',
    manager: false,
    testAccount: false,
    status: 'ENABLED',
    childIds: [],
    entities: (resource) => {
      if (resource === 'customer') return [customer]
      if (resource === 'campaign') return campaigns(customer, customerId, state().budgets)
      if (resource === 'campaign_budget') return campaigns(customer, customerId, state().budgets)
      return resource === 'shared_set' ? sharedSets(customerId, state().lists) : []
    },
    facts: (resource, wanted) => facts(resource, wanted.from, wanted.to, customer, customerId),
    mutate: (operation) => mutate(customerId, state(), operation as Operation),
    ...more,
  }
}

function campaigns(customer: FieldRow, customerId: string, budgets: Budgets): FieldRow[] {
  return [
    { id: 11, name: 'Búsqueda · Marca', status: 'ENABLED' },
    { id: 12, name: 'Rebajas 100%', status: 'PAUSED' },
  ].map(({ id, name, status }) => ({
    ...customer,
    'campaign.resource_name': `customers/${customerId}/campaigns/${id}`,
    'campaign.id': BigInt(id),
    'campaign.name': name,
    'campaign.status': status,
    'campaign.primary_status_reasons': id === 12 ? ['CAMPAIGN_PAUSED'] : [],
    'campaign.target_roas.target_roas': id === 11 ? 4.2 : undefined,
    'campaign_budget.resource_name': `customers/${customerId}/campaignBudgets/${id}`,
    'campaign_budget.amount_micros': BigInt(budgets[`${customerId}/${id}`] ?? 20_000_000),
  }))
}

function sharedSets(customerId: string, lists: string[]): FieldRow[] {
  return lists.map((name, index) => ({
    'shared_set.resource_name': `customers/${customerId}/sharedSets/${index + 1}`,
    'shared_set.id': BigInt(index + 1),
    'shared_set.name': name,
  }))
}

function* facts(
  resource: string,
  from: string,
  to: string,
  customer: FieldRow,
  customerId: string,
): Generator<FactRow> {
  const [brand] = campaigns(customer, customerId, {})
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (resource === 'campaign' || resource === 'customer') {
      for (const [device, part] of [
        ['MOBILE', 0.6],
        ['DESKTOP', 0.4],
      ] as const) {
        const fields = { ...brand, 'segments.date': day, 'segments.device': device }
        yield { fields, measures: scaled(part) }
      }
    }
    for (let i = 0; resource === 'search_term_view' && i < TERMS_PER_DAY; i++) {
      const name = `customers/${customerId}/searchTermViews/11~111~${i}`
      const fields = {
        ...brand,
        'segments.date': day,
        'search_term_view.resource_name': name,
        'search_term_view.search_term': `zapatos número ${i}`,
      }
      yield { fields, measures: DAILY }
    }
  }
}

function scaled(part: number): Measures {
  const entries = Object.entries(DAILY).map(([name, value]) => [name, value * part])
  return Object.fromEntries(entries) as Measures
}

type Operation = {
  campaignBudgetOperation?: { update: { resourceName: string; amountMicros: string } }
  sharedSetOperation?: { create: { name: string } }
  sharedCriterionOperation?: { create: { sharedSet: string } }
}

/** Budgets must be whole cents; shared criteria need an existing list. */
function mutate(customerId: string, state: State, operation: Operation): MutateOutcome {
  const { campaignBudgetOperation: budget, sharedSetOperation: list } = operation
  if (budget) {
    const { resourceName, amountMicros } = budget.update
    if (Number(amountMicros) % 10_000 !== 0) {
      return refusal({ campaignBudgetError: 'NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT' }, [
        'campaign_budget_operation',
        'update',
        'amount_micros',
      ])
    }
    state.budgets[`${customerId}/${resourceName.split('/')[3]}`] = Number(amountMicros)
    return { ok: true, resultKey: 'campaignBudgetResult', resourceName }
  }
  if (list) {
    const resourceName = `customers/${customerId}/sharedSets/${state.lists.push(list.create.name)}`
    return { ok: true, resultKey: 'sharedSetResult', resourceName }
  }
  const set = operation.sharedCriterionOperation?.create.sharedSet ?? ''
  if (Number(set.split('/')[3]) > state.lists.length || set.includes('-')) {
    return refusal({ mutateError: 'RESOURCE_NOT_FOUND' }, ['shared_criterion_operation'])
  }
  const resourceName = `customers/${customerId}/sharedCriteria/${set.split('/')[3]}~9`
  return { ok: true, resultKey: 'sharedCriterionResult', resourceName }
}

function refusal(code: Record<string, string>, fieldPath: string[]): MutateOutcome {
  return { ok: false, failure: { code, message: 'Refused.', fieldPath, trigger: 'x' } }
}
