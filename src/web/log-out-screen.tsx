import { useEffect, useRef } from 'react'
import { useLogOut } from '#features/auth/ui/session.ts'
import { LoadingScreen } from '#kit/components/loading-screen.tsx'

/** An address that logs out: the administrators' menu links to it. */
export function LogOutScreen() {
  const logOut = useLogOut()
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    logOut()
  }, [logOut])
  return <LoadingScreen />
}
