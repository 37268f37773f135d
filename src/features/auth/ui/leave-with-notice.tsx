import { useEffect } from 'react'
import { toast } from '#kit/components/toast.tsx'
import { paths } from '#kit/paths.ts'
import { Navigate, useLocation } from '#kit/router/router.tsx'

type LeaveProps = {
  to: 'error' | 'expired'
  title: string
  description: string
  /** Offers the present address again on the page it leads to. */
  canRetry?: boolean
}

/** Leaves for one of the two link-problem pages, saying why. */
export function LeaveWithNotice({ to, title, description, canRetry = false }: LeaveProps) {
  const { pathname, search } = useLocation()
  useEffect(() => toast({ title, description, variant: 'destructive' }), [title, description])
  return (
    <Navigate
      replace
      to={to === 'error' ? paths.linkError() : paths.linkExpired()}
      state={canRetry ? { retryPath: pathname + search } : null}
    />
  )
}
