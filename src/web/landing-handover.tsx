import { useEffect } from 'react'
import { LoadingScreen } from '#kit/components/loading-screen.tsx'

/** The landing page is a document of its own, so the application only leaves for it. */
export function LandingHandover() {
  useEffect(() => window.location.reload(), [])
  return <LoadingScreen />
}
