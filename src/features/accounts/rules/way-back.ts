import type { ConnectError } from './connect-failures.ts'

const ONBOARDING_MARK = '.onboarding'

/** Where connecting began travels in the `state` that Google sends back, and is covered by its hash. */
export function stateFor(token: string, next: string | undefined): string {
  return next === 'onboarding' ? token + ONBOARDING_MARK : token
}

export type WayBack = {
  connected: string
  failed: (error: ConnectError) => string
  choose: (connectionId: string) => string
}

/** The pages on which a connection that began here or there goes on. */
export function wayBack(state: string): WayBack {
  if (state.endsWith(ONBOARDING_MARK)) {
    return {
      connected: '/onboarding?step=2&connected=true',
      failed: (error) => `/onboarding?step=1&connect_error=${error}`,
      choose: (connectionId) => `/dashboard/connect/${connectionId}?next=onboarding`,
    }
  }
  return {
    connected: '/dashboard?connected=true',
    failed: (error) => `/dashboard?connect_error=${error}`,
    choose: (connectionId) => `/dashboard/connect/${connectionId}`,
  }
}
