import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { ToastRegion } from '#kit/components/toast.tsx'
import type { Location } from '#kit/router/location.ts'
import { Screens } from './routes.tsx'

/** All there is in `#root`; `at`: the address, where there is no browser to ask. */
export function Program({ client, at }: { client: QueryClient; at?: Location }) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <Screens {...(at && { at })} />
        <ToastRegion />
      </QueryClientProvider>
    </StrictMode>
  )
}
