import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { call } from '#kit/api.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { TextField } from '#kit/components/field.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { obeys, showFieldErrors } from '#kit/form.ts'
import { dropDraft, readDraft, writeDraft } from '#kit/form-draft.ts'
import { EmailText, OptionalPhone, PersonName } from '#shared/person-shapes.ts'
import { type Profile, updateProfile } from '../contract/endpoints.ts'
import { useLeaveSoon } from './use-leave-soon.ts'

type ProfileFields = { name: string; email: string; phone: string }

/** What is typed survives a log-in in between; a saved change ends in the log-in page. */
export function ProfileForm(props: {
  userId: string
  profile: Profile
  readOnly: boolean
  onLeave: () => void
}) {
  const { profile, readOnly } = props
  const draftName = `profile:${props.userId}`
  const [draft, setDraft] = useState(() => unsaved(profile, draftName))
  const form = useForm<ProfileFields>({ defaultValues: draft ?? saved(profile) })
  const { errors } = form.formState
  useDraft(form, draftName)
  const { mutate, isPending, isSuccess } = useSave(form, draftName)
  useLeaveSoon(isSuccess, props.onLeave)
  return (
    <form
      noValidate
      className="flex flex-col gap-4 p-4 md:p-5"
      onSubmit={form.handleSubmit((fields) => mutate(fields))}
    >
      {draft && !isSuccess && (
        <Banner
          tone="accent"
          actions={
            <Button
              size="sm"
              onClick={() => {
                form.reset(saved(profile))
                dropDraft(draftName)
                setDraft(null)
              }}
            >
              Descartar
            </Button>
          }
        >
          Hemos recuperado lo que habías escrito y no estaba guardado.
        </Banner>
      )}
      <fieldset disabled={readOnly || isSuccess} className="flex max-w-xl flex-col gap-4">
        <TextField
          label="Nombre completo"
          autoComplete="name"
          required
          error={errors.name?.message}
          {...form.register('name', { validate: obeys(PersonName) })}
        />
        <TextField
          label="Correo electrónico"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          required
          hint={emailHint(profile)}
          error={errors.email?.message}
          {...form.register('email', { validate: obeys(EmailText) })}
        />
        <TextField
          label="Teléfono"
          type="tel"
          autoComplete="tel"
          hint="Opcional."
          error={errors.phone?.message}
          {...form.register('phone', { validate: obeys(OptionalPhone) })}
        />
        <Button
          type="submit"
          look="primary"
          className="self-start"
          busy={isPending}
          busyLabel="Guardando..."
        >
          Guardar cambios
        </Button>
      </fieldset>
    </form>
  )
}

function useDraft(form: UseFormReturn<ProfileFields>, draftName: string) {
  const { watch } = form
  useEffect(() => {
    const watching = watch((fields) => writeDraft(draftName, fields as ProfileFields))
    return () => watching.unsubscribe()
  }, [watch, draftName])
}

function useSave(form: UseFormReturn<ProfileFields>, draftName: string) {
  return useMutation({
    mutationFn: (fields: ProfileFields) => call(updateProfile, fields),
    onSuccess: ({ message }) => {
      dropDraft(draftName)
      toast({ title: 'Cambios guardados', description: message, variant: 'success' })
    },
    onError: (error) => {
      showFieldErrors(form, error)
      toast({
        title: 'No se guardaron los cambios',
        description: errorText(error, 'Error al actualizar el perfil'),
        variant: 'destructive',
      })
    },
  })
}

/** What this tab kept, when it differs from what is saved. */
function unsaved(profile: Profile, draftName: string): ProfileFields | null {
  const before = saved(profile)
  const draft = { ...before, ...readDraft(draftName) }
  const isSame = draft.name === before.name && draft.email === before.email
  return isSame && draft.phone === before.phone ? null : draft
}

function saved({ name, email, phone }: Profile): ProfileFields {
  return { name, email, phone: phone ?? '' }
}

function emailHint({ pendingEmail }: Profile): string {
  return pendingEmail
    ? `Falta confirmar ${pendingEmail}: sigue el enlace que enviamos a esa dirección.`
    : 'Si lo cambias, enviaremos un enlace a la dirección nueva para confirmarla.'
}
