import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { Button } from '#kit/components/button.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { TextField } from '#kit/components/field.tsx'
import { Section } from '#kit/components/section.tsx'
import { UpgradeNotice } from '#kit/components/upgrade-notice.tsx'
import { errorText } from '#kit/error-text.ts'
import {
  type Branding,
  deleteLogo,
  LOGO_MAX_BYTES,
  updateBranding,
  uploadLogo,
} from '../contract/endpoints.ts'
import { brandingQuery, useReportChange } from './use-reports.ts'

export function BrandingSection({ readOnly }: { readOnly: boolean }) {
  const query = useQuery(brandingQuery)
  const { data: branding } = query
  if (!branding && !query.isError) return null
  return (
    <Section title="Tu marca" description="Nombre, color y logotipo que llevan los informes">
      {!branding ? (
        <ErrorPanel message={errorText(query.error)} onRetry={() => void query.refetch()} />
      ) : branding.available ? (
        <div className="flex flex-col gap-6 p-4 md:p-5">
          <Logo branding={branding} readOnly={readOnly} />
          <BrandForm
            key={`${branding.name} ${branding.color}`}
            branding={branding}
            readOnly={readOnly}
          />
        </div>
      ) : (
        <UpgradeNotice plan="Premium">Los informes salen con el nombre de Pujante.</UpgradeNotice>
      )}
    </Section>
  )
}

type Props = { branding: Branding; readOnly: boolean }

function BrandForm({ branding, readOnly }: Props) {
  const [name, setName] = useState(branding.name)
  const [color, setColor] = useState(branding.color)
  const save = useReportChange(() => call(updateBranding, { name, color }), {
    done: 'Marca guardada',
    refusal: 'No se pudo guardar la marca',
  })
  const errors = save.error instanceof ApiError ? save.error.fields : {}
  const colorId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  return (
    <form noValidate className="flex max-w-md flex-col gap-4" onSubmit={submit}>
      <TextField
        label="Nombre de la agencia"
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex items-center gap-3">
        <input
          id={colorId}
          type="color"
          className="size-9 shrink-0 rounded-control border border-line-strong bg-surface p-1"
          value={color}
          onChange={(event) => setColor(event.target.value)}
        />
        <label htmlFor={colorId} className="text-sm font-medium text-ink-muted">
          Color de los informes
        </label>
      </div>
      <Button type="submit" className="self-start" disabled={readOnly} busy={save.isPending}>
        Guardar la marca
      </Button>
    </form>
  )
}

function Logo({ branding, readOnly }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useReportChange(
    async (file: File) => {
      const base64 = await base64Of(file)
      await call(uploadLogo, { base64 })
    },
    { done: 'Logotipo guardado', refusal: 'No se pudo guardar el logotipo' },
  )
  const remove = useReportChange(() => call(deleteLogo, {}), {
    done: 'Logotipo quitado',
    refusal: 'No se pudo quitar el logotipo',
  })
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // So that the same file can be chosen again after it was mended.
    event.target.value = ''
    if (file) upload.mutate(file)
  }
  return (
    <div className="flex flex-col gap-3">
      {branding.logoUrl && (
        // On white, as on the report's paper.
        <span className="self-start rounded-card border border-line bg-[white] p-3">
          <img src={branding.logoUrl} alt="Tu logotipo" className="max-h-16 max-w-60" />
        </span>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          aria-label="Logotipo"
          className="sr-only"
          tabIndex={-1}
          onChange={choose}
        />
        <Button disabled={readOnly} busy={upload.isPending} onClick={() => input.current?.click()}>
          {branding.logoUrl ? 'Cambiar el logotipo' : 'Subir un logotipo'}
        </Button>
        {branding.logoUrl && (
          <Button
            look="danger"
            disabled={readOnly}
            busy={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            Quitar
          </Button>
        )}
        <span className="text-sm text-ink-faint">PNG o JPEG de 512 KB como mucho</span>
      </div>
    </div>
  )
}

/** Throws with the text to show when it is too large to be sent at all. */
async function base64Of(file: File): Promise<string> {
  if (file.size > LOGO_MAX_BYTES)
    throw new ApiError({
      status: 413,
      code: 'too_large',
      message: 'El logotipo puede pesar 512 KB como mucho.',
    })
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
