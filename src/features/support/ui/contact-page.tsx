import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '#kit/api.ts'
import { Badge } from '#kit/components/badge.tsx'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { Card } from '#kit/components/card.tsx'
import { TextField } from '#kit/components/field.tsx'
import { controlClass, FieldFrame } from '#kit/components/field-frame.tsx'
import { Logo } from '#kit/components/logo.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { obeys, showFieldErrors } from '#kit/form.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { Link } from '#kit/router/link.tsx'
import { EmailText, PersonName } from '#shared/person-shapes.ts'
import { plural, timeAgo } from '#shared/spanish-numbers.ts'
import {
  CONTACT_LENGTH,
  contactTeam,
  getVendorHealth,
  type Vendor,
  type VendorHealth,
} from '../contract/contact.ts'

/** For who cannot get in, or has not yet: the team by mail, and whether the vendors answer. */
export function ContactPage() {
  return (
    <main className="mx-auto grid w-full max-w-xl flex-1 content-center gap-6 px-4 py-10">
      <title>Ayuda y contacto · Pujante</title>
      <Link to={paths.landing()} className="justify-self-center rounded-control text-lg">
        <Logo />
      </Link>
      <Card className="p-6 md:p-8">
        <h1 className="text-xl font-semibold">Ayuda y contacto</h1>
        <p className="mt-1 text-ink-muted text-pretty">
          Cuéntanos qué necesitas y te respondemos por correo. Si ya tienes cuenta, en Ayuda dentro
          del panel la respuesta llega antes.
        </p>
        <ContactForm />
      </Card>
      <Health />
    </main>
  )
}

function ContactForm() {
  const form = useForm({ defaultValues: { name: '', email: '', text: '' } })
  const { errors } = form.formState
  const { mutate, isPending, isSuccess, data, error } = useMutation({
    mutationFn: (input: { name: string; email: string; text: string }) => call(contactTeam, input),
    onError: (error) => showFieldErrors(form, error),
  })
  if (isSuccess)
    return (
      <div role="status" className="mt-6">
        <Banner tone="success">{data.message}</Banner>
      </div>
    )
  return (
    <form
      noValidate
      className="mt-6 flex flex-col gap-4"
      onSubmit={form.handleSubmit((input) => mutate(input))}
    >
      <TextField
        label="Nombre"
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
        error={errors.email?.message}
        {...form.register('email', { validate: obeys(EmailText) })}
      />
      <FieldFrame label="Mensaje" inputId="contact-text" error={errors.text?.message}>
        <textarea
          id="contact-text"
          rows={5}
          required
          maxLength={CONTACT_LENGTH}
          aria-invalid={errors.text ? true : undefined}
          className={`${controlClass} h-auto py-2`}
          {...form.register('text', { required: 'Escribe el mensaje.' })}
        />
      </FieldFrame>
      {error && <Banner tone="danger">{errorText(error)}</Banner>}
      <Button type="submit" look="primary" busy={isPending} busyLabel="Enviando…">
        Enviar mensaje
      </Button>
    </form>
  )
}

const NAMES: Record<Vendor, string> = {
  'google-ads': 'Google Ads',
  stripe: 'Stripe (pagos)',
  mail: 'Correo',
}
const STATES = {
  working: { tone: 'success', text: 'Responde' },
  slow: { tone: 'warning', text: 'Con retrasos' },
  failing: { tone: 'danger', text: 'No responde' },
  unused: { tone: undefined, text: 'Sin actividad hoy' },
} as const

function Health() {
  const { data, isError, refetch } = useQuery(queryOf(getVendorHealth, {}))
  return (
    <section aria-labelledby="estado" className="min-h-40">
      <h2 id="estado" className="font-semibold">
        Estado de los servicios
      </h2>
      {!data && !isError && (
        <div role="status" aria-label="Cargando el estado" className="mt-4 flex flex-col gap-4">
          {Object.keys(NAMES).map((vendor) => (
            <Skeleton key={vendor} className="h-5 w-full" />
          ))}
        </div>
      )}
      {!data && isError && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
          No se ha podido consultar ahora. El mensaje de arriba se puede enviar igual.
          <Button size="sm" onClick={() => void refetch()}>
            Reintentar
          </Button>
        </p>
      )}
      <ul className="mt-2 divide-y divide-line">
        {data?.vendors.map((one) => (
          <li key={one.vendor} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="w-32">{NAMES[one.vendor]}</span>
            <Badge
              dot
              isUsual={STATES[one.state].tone === 'success'}
              {...(STATES[one.state].tone && { tone: STATES[one.state].tone })}
            >
              {STATES[one.state].text}
            </Badge>
            <span className="text-sm text-ink-muted">{detailOf(one)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function detailOf({ answeredAt, waiting }: VendorHealth): string {
  const parts = [
    ...(answeredAt ? [`última respuesta ${timeAgo(new Date(answeredAt), new Date())}`] : []),
    ...(waiting > 0
      ? [`${plural(waiting, 'tarea se vuelve', 'tareas se vuelven')} a intentar`]
      : []),
  ]
  return parts.join('; ')
}
