import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { getProfile } from '../contract/endpoints.ts'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'

export function ProfileTab(props: {
  userId: string
  readOnly: boolean
  onLeave: () => void
  secondFactor: ReactNode
  ownData: ReactNode
}) {
  const { userId, readOnly, onLeave, secondFactor, ownData } = props
  return (
    <div className="flex flex-col gap-5 pt-5">
      <Section title="Información personal">
        <PersonalData {...props} />
      </Section>
      <Section title="Cambiar contraseña">
        <PasswordForm key={userId} readOnly={readOnly} onLeave={onLeave} />
      </Section>
      {secondFactor}
      <Section
        title="Sesiones abiertas"
        description="Los navegadores en los que se ha entrado con tu cuenta."
      >
        <SessionList readOnly={readOnly} onLeave={onLeave} />
      </Section>
      {ownData}
    </div>
  )
}

function PersonalData(props: { userId: string; readOnly: boolean; onLeave: () => void }) {
  // Read again on every opening: another device may have changed it.
  const profile = useQuery({ ...queryOf(getProfile, {}), retry: false, staleTime: 0 })
  const { isError } = profile
  useEffect(() => {
    if (!isError) return
    toast({
      title: 'Error al cargar el perfil',
      description: 'No se pudo obtener el perfil',
      variant: 'destructive',
    })
  }, [isError])
  if (profile.isPending) return <ProfileSkeleton />
  if (!profile.data) {
    return (
      <ErrorPanel
        title="Error al obtener usuario"
        message={errorText(profile.error)}
        onRetry={() => void profile.refetch()}
      />
    )
  }
  return <ProfileForm key={props.userId} profile={profile.data} {...props} />
}

function ProfileSkeleton() {
  return (
    <div role="status" aria-label="Cargando el perfil" className="flex max-w-xl flex-col gap-4 p-5">
      {['name', 'email', 'phone'].map((field) => (
        <div key={field} className="flex flex-col gap-1.5">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-9 w-full" />
        </div>
      ))}
      <Skeleton className="h-9 w-36" />
    </div>
  )
}
