import { startTransition, useOptimistic } from 'react'
import { useNavigate } from '#kit/router/router.tsx'
import { useUrlState } from '#kit/url-state.ts'

/** How long a click may wait for rows already on their way; then their place is shown empty. */
const PATIENCE_MS = 100

/** Opens the level at an address; `rows` settles when its rows are there. */
export type OpenLevel = (href: string, rows: Promise<unknown>) => void

/** The block that was clicked in changes at once; the page around it follows as React finds time. */
export function useLevelAhead(): { ahead: URLSearchParams; open: OpenLevel } {
  const navigate = useNavigate()
  const { params } = useUrlState()
  const [ahead, goAhead] = useOptimistic(params)
  const open: OpenLevel = (href, rows) =>
    startTransition(async () => {
      await Promise.race([rows, patience()])
      // After an await it is a transition only if it says so again.
      startTransition(() => {
        goAhead(new URLSearchParams(href))
        navigate(href)
      })
    })
  return { ahead, open }
}

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
}
