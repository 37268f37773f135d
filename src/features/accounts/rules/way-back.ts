import type { ConnectError } from './connect-failures.ts'
import type { SeenAccount } from './hierarchy.ts'

type Refused = Pick<SeenAccount, 'googleCustomerId' | 'refusal'>

const ONBOARDING_MARK = '.onboarding'

/** Where connecting began travels in the `state` that Google sends back, and is covered by its hash. */
export function stateFor(token: string, next: string | undefined): string {
  return next === 'onboarding' ? token + ONBOARDING_MARK : token
}

export type WayBack = {
  /** `leftOut`: what Google refuses, which no list of choices has named. */
  connected: (leftOut: readonly Refused[]) => string
  failed: (error: ConnectError) => string
  choose: (connectionId: string) => string
}

/** The pages on which a connection that began here or there goes on. */
export function wayBack(state: string): WayBack {
  if (state.endsWith(ONBOARDING_MARK)) {
    return {
      connected: (leftOut) => `/onboarding?step=2&connected=true${leftOutText(leftOut)}`,
      failed: (error) => `/onboarding?step=1&connect_error=${error}`,
      choose: (connectionId) => `/dashboard/connect/${connectionId}?next=onboarding`,
    }
  }
  return {
    connected: (leftOut) => `/dashboard?connected=true${leftOutText(leftOut)}`,
    failed: (error) => `/dashboard?connect_error=${error}`,
    choose: (connectionId) => `/dashboard/connect/${connectionId}`,
  }
}

/** An address holds no more. */
const MOST_NAMED = 20

function leftOutText(leftOut: readonly Refused[]): string {
  const named = leftOut.slice(0, MOST_NAMED)
  const told = named.map(({ googleCustomerId, refusal }) => `${googleCustomerId}-${refusal}`)
  const more = leftOut.length - named.length
  if (more > 0) told.push(`more-${more}`)
  return told.length > 0 ? `&left_out=${told.join(',')}` : ''
}
