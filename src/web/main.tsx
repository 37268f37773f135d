import '#kit/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { statusQuery } from '#features/auth/ui/session.ts'
import { ToastRegion } from '#kit/components/toast.tsx'
import { createQueryClient } from '#kit/query.ts'
import { applyTheme } from '#kit/theme.ts'
import { preloadReads } from './preload-reads.ts'
import { preloadScreens, Screens } from './routes.tsx'

applyTheme()
const queryClient = createQueryClient()
// Asked before anything is drawn: every guard waits for it.
void queryClient.prefetchQuery(statusQuery)
preloadScreens(window.location.pathname)
preloadReads(queryClient, window.location.pathname)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Screens />
      <ToastRegion />
    </QueryClientProvider>
  </StrictMode>,
)
