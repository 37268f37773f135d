import type { AccountSource, FieldRow, World } from '../account-source.ts'

/**
 * The two resources that describe who stands below whom. They belong to the tree of accounts, not to one
 * account, so they are made here and laid over the account's own entities.
 */
export function withHierarchy(source: AccountSource, world: World): AccountSource {
  return {
    ...source,
    mutate: (operation, options) => source.mutate(operation, options),
    facts: (resource, wanted) => source.facts(resource, wanted),
    entities: (resource, now) => {
      if (resource === 'customer_client') return clients(source, world, now)
      if (resource === 'customer_manager_link') return managerLinks(source, world, now)
      return source.entities(resource, now)
    },
  }
}

/** True if `ancestor` is the account or stands somewhere above it. */
export function reaches(world: World, ancestor: string, customerId: string): boolean {
  if (ancestor === customerId) return world.account(customerId) !== undefined
  const children = world.account(ancestor)?.childIds ?? []
  return children.some((child) => reaches(world, child, customerId))
}

/** The account itself at level 0, then everything below it. */
function* clients(source: AccountSource, world: World, now: Date): Generator<FieldRow> {
  const own = customerFields(source, now)
  for (const { account, level } of descendants(source, world, 0)) {
    yield {
      ...own,
      'customer_client.resource_name': `customers/${source.customerId}/customerClients/${account.customerId}`,
      'customer_client.client_customer': `customers/${account.customerId}`,
      'customer_client.id': BigInt(account.customerId),
      'customer_client.level': BigInt(level),
      'customer_client.descriptive_name': account.descriptiveName,
      'customer_client.currency_code': account.currencyCode,
      'customer_client.time_zone': account.timeZone,
      'customer_client.manager': account.manager,
      'customer_client.test_account': account.testAccount,
      'customer_client.status': account.status,
      'customer_client.hidden': false,
    }
  }
}

function* descendants(
  account: AccountSource,
  world: World,
  level: number,
): Generator<{ account: AccountSource; level: number }> {
  yield { account, level }
  for (const id of account.childIds) {
    const child = world.account(id)
    if (child) yield* descendants(child, world, level + 1)
  }
}

function* managerLinks(source: AccountSource, world: World, now: Date): Generator<FieldRow> {
  const own = customerFields(source, now)
  for (const manager of managersOf(source.customerId, world)) {
    const linkId = BigInt(manager.customerId) + BigInt(source.customerId)
    yield {
      ...own,
      'customer_manager_link.resource_name': `customers/${source.customerId}/customerManagerLinks/${manager.customerId}~${linkId}`,
      'customer_manager_link.manager_customer': `customers/${manager.customerId}`,
      'customer_manager_link.manager_link_id': linkId,
      'customer_manager_link.status': 'ACTIVE',
    }
  }
}

function managersOf(customerId: string, world: World): AccountSource[] {
  const found = new Map<string, AccountSource>()
  const roots = world.users.flatMap((user) => user.customerIds)
  for (const root of roots) {
    const account = world.account(root)
    if (!account) continue
    for (const { account: candidate } of descendants(account, world, 0)) {
      if (candidate.childIds.includes(customerId)) found.set(candidate.customerId, candidate)
    }
  }
  return [...found.values()]
}

function customerFields(source: AccountSource, now: Date): FieldRow {
  for (const row of source.entities('customer', now)) return row
  return {}
}
