import type { AccountSource, World } from '../account-source.ts'
import type { Exchange } from '../http.ts'
import type { Grants } from '../oauth/grants.ts'
import { failure, permissionDenied, requestError } from './google-error.ts'
import { reaches, withHierarchy } from './hierarchy.ts'

const ADWORDS = 'https://www.googleapis.com/auth/adwords'
const CUSTOMER_ID = /^\d{10}$/

/** The e-mail of the caller. @throws GoogleError 401 or 403. */
export function authenticate({ request }: Exchange, grants: Grants): string {
  if (request.headers['developer-token'] === '') {
    throw requestError('DEVELOPER_TOKEN_PARAMETER_MISSING', 'developer-token parameter is missing.')
  }
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const caller = bearer ? grants.caller(bearer) : undefined
  if (!caller) {
    throw failure(
      401,
      'authenticationError',
      'OAUTH_TOKEN_INVALID',
      'OAuth token in header is not valid.',
    )
  }
  if (!caller.scope.split(/\s+/).includes(ADWORDS)) {
    throw failure(
      403,
      'authorizationError',
      'ACTION_NOT_PERMITTED',
      'Request had insufficient authentication scopes.',
    )
  }
  return caller.email
}

/** Ids the user can open without a manager, closed accounts included. @throws GoogleError if there are none. */
export function directCustomerIds(world: World, email: string): readonly string[] {
  const ids = world.users.find((user) => user.email === email)?.customerIds ?? []
  if (ids.length > 0) return ids
  throw failure(
    401,
    'authenticationError',
    'NOT_ADS_USER',
    'User in the cookie is not a valid Ads user.',
  )
}

/**
 * The account a call is about, if the caller may open it: directly, or through the manager named in
 * `login-customer-id`.
 */
export function openAccount(
  { request }: Exchange,
  world: World,
  email: string,
  customerId: string,
): AccountSource {
  if (!CUSTOMER_ID.test(customerId)) {
    throw requestError('INVALID_CUSTOMER_ID', `Invalid customer ID '${customerId}'.`, customerId)
  }
  const login = request.headers['login-customer-id']
  if (login !== undefined && !CUSTOMER_ID.test(String(login))) {
    throw failure(
      400,
      'headerError',
      'INVALID_LOGIN_CUSTOMER_ID',
      'The login customer ID in the header is not valid: ten digits without dashes.',
    )
  }
  const through = login === undefined ? customerId : String(login)
  const direct = world.users.find((user) => user.email === email)?.customerIds ?? []
  const account = world.account(customerId)
  if (!account || !direct.includes(through) || !reaches(world, through, customerId)) {
    throw permissionDenied()
  }
  if (account.status !== 'ENABLED') {
    throw failure(
      403,
      'authorizationError',
      'CUSTOMER_NOT_ENABLED',
      "The customer account can't be accessed because it is not yet enabled or has been deactivated.",
    )
  }
  return withHierarchy(account, world)
}
