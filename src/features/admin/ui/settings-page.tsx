import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { TextField } from '#kit/components/field.tsx'
import { Section } from '#kit/components/section.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { obeys, showFieldErrors } from '#kit/form.ts'
import { invalidateData } from '#kit/query.ts'
import { type ProductSettings, updateSettings } from '../contract/endpoints.ts'
import { KeepLogsDays, SupportEmail, SyncEveryHours } from '../contract/form-shapes.ts'
import { adminErrorText } from './admin-error-text.ts'
import { settingsQuery } from './admin-queries.ts'

export function AdminSettingsPage() {
  const settings = useQuery(settingsQuery)
  return (
    <div className="page flex flex-col gap-5">
      <title>Configuración · Pujante</title>
      <h1 className="text-xl font-semibold">Configuración del producto</h1>
      <Section title="Ajustes" description="Valen para todos los usuarios desde que se guardan">
        {settings.data ? (
          <SettingsForm settings={settings.data} />
        ) : settings.isError ? (
          <ErrorPanel message={errorText(settings.error)} onRetry={() => void settings.refetch()} />
        ) : (
          <div role="status" aria-label="Cargando los ajustes" className="max-w-xl p-5">
            <Skeleton className="h-64 w-full" />
          </div>
        )}
      </Section>
    </div>
  )
}

type SettingsFields = {
  supportEmail: string
  syncEveryHours: number
  signUpOpen: boolean
  adminSecondFactor: boolean
  keepLogsDays: number
}

function SettingsForm({ settings }: { settings: ProductSettings }) {
  const form = useForm<SettingsFields>({
    // An untouched form follows what another administrator saved meanwhile.
    values: toFields(settings),
    resetOptions: { keepDirtyValues: true },
  })
  const { errors } = form.formState
  const save = useSave((saved) => form.reset(toFields(saved)))
  return (
    <form
      noValidate
      className="flex max-w-xl flex-col gap-5 p-4 md:p-5"
      onSubmit={form.handleSubmit((fields) =>
        save.mutate(fields, { onError: (error) => showFieldErrors(form, error) }),
      )}
    >
      <TextField
        label="Correo de soporte"
        type="email"
        autoCapitalize="none"
        hint="Sale en las páginas de ayuda, en la portada y en cada correo. Vacío, no sale ninguno."
        error={errors.supportEmail?.message}
        {...form.register('supportEmail', { validate: obeys(SupportEmail) })}
      />
      <TextField
        label="Horas entre sincronizaciones"
        type="number"
        min={1}
        max={48}
        step={1}
        inputMode="numeric"
        required
        hint="Cada cuánto se leen de Google Ads las cuentas conectadas. De 1 a 48."
        error={errors.syncEveryHours?.message}
        {...form.register('syncEveryHours', {
          valueAsNumber: true,
          validate: obeys(SyncEveryHours),
        })}
      />
      <TextField
        label="Días que se guardan los registros"
        type="number"
        min={30}
        max={3650}
        step={1}
        inputMode="numeric"
        required
        hint="Visitas, acciones de administradores y llamadas al modelo de lenguaje. De 30 a 3650."
        error={errors.keepLogsDays?.message}
        {...form.register('keepLogsDays', {
          valueAsNumber: true,
          validate: obeys(KeepLogsDays),
        })}
      />
      <Switch
        title="Registro abierto"
        explanation="Cerrado, solo un administrador puede crear usuarios. Los que ya existen siguen igual."
        {...form.register('signUpOpen')}
      />
      <Switch
        title="Segundo factor obligatorio para administradores"
        explanation="Sin la verificación en dos pasos, un administrador no verá nada de la administración."
        {...form.register('adminSecondFactor')}
      />
      <Button
        type="submit"
        look="primary"
        className="self-start"
        busy={save.isPending}
        busyLabel="Guardando..."
      >
        Guardar cambios
      </Button>
    </form>
  )
}

function Switch({
  title,
  explanation,
  ...input
}: ComponentProps<'input'> & { title: string; explanation: string }) {
  return (
    <label className="flex items-start gap-3">
      <input {...input} type="checkbox" className="mt-0.5 size-4.5 shrink-0 accent-accent" />
      <span>
        <span className="font-medium">{title}</span>
        <span className="block text-sm text-ink-faint">{explanation}</span>
      </span>
    </label>
  )
}

function useSave(onSaved: (settings: ProductSettings) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ supportEmail, ...rest }: SettingsFields) =>
      call(updateSettings, { ...rest, supportEmail: supportEmail.trim() || null }),
    onSuccess: ({ message, settings }) => {
      client.setQueryData(settingsQuery.queryKey, settings)
      onSaved(settings)
      toast({ title: message, variant: 'success' })
      // The session's status carries the support address too.
      return invalidateData(client)
    },
    onError: (error) =>
      toast({
        title: 'No se guardaron los ajustes',
        description: adminErrorText(error, 'Ha ocurrido un error inesperado.'),
        variant: 'destructive',
      }),
  })
}

function toFields({ supportEmail, ...rest }: ProductSettings): SettingsFields {
  return { ...rest, supportEmail: supportEmail ?? '' }
}
