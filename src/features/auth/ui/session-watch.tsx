import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { getStatus, type SessionUser } from '../contract.ts'
import { homeOf, statusQuery, USER_KEY } from './session.ts'

/**
 * Asks again who is logged in whenever the tab comes to the front. Another user than the one on
 * screen stops the page: what it shows, and would save, belongs to somebody else.
 */
export function SessionWatch({ user }: { user: SessionUser }) {
  const other = useOtherUser(user.id)
  if (!other) return null
  const goOn = () => window.location.assign(homeOf(other))
  return (
    <Dialog
      title="Has cambiado de usuario"
      onClose={goOn}
      actions={
        <Button look="primary" onClick={goOn}>
          Continuar como {other.name || other.email}
        </Button>
      }
    >
      <p className="text-pretty">
        En otra pestaña se ha iniciado sesión como{' '}
        <strong className="wrap-anywhere">{other.email}</strong>. Esta página era de{' '}
        <strong className="wrap-anywhere">{user.email}</strong> y se va a recargar.
      </p>
    </Dialog>
  )
}

function useOtherUser(userId: string): SessionUser | null {
  const client = useQueryClient()
  const [other, setOther] = useState<SessionUser | null>(null)
  useEffect(() => {
    const check = async () => {
      if (document.visibilityState === 'hidden') return
      // A check that fails says nothing about the session.
      const status = await call(getStatus, {}).catch(() => null)
      if (!status) return
      if (status.user && status.user.id !== userId) setOther(status.user)
      else client.setQueryData(statusQuery.queryKey, status)
    }
    const checkOnChange = ({ key }: StorageEvent) => void (key === USER_KEY && check())
    window.addEventListener('focus', check)
    window.addEventListener('storage', checkOnChange)
    return () => {
      window.removeEventListener('focus', check)
      window.removeEventListener('storage', checkOnChange)
    }
  }, [client, userId])
  return other
}
