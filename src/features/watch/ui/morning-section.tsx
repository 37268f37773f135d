import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { getMorningMail, setMorningMail } from '../contract/morning.ts'

type MorningSectionProps = { readOnly: boolean; inTeam?: boolean }

/** 'Hoy' by mail, for who wants it. In a team of others it is only there to be turned off: it tells of one's own accounts. */
export function MorningSection({ readOnly, inTeam = false }: MorningSectionProps) {
  const query = useQuery(queryOf(getMorningMail, {}))
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (activo: boolean) => call(setMorningMail, { activo }),
    onSuccess: (reply) => {
      client.setQueryData(queryOf(getMorningMail, {}).queryKey, reply)
      toast({
        title: reply.activo ? 'Recibirás Hoy por correo' : 'Ya no recibirás Hoy por correo',
        variant: 'success',
      })
    },
    onError: (error) =>
      toast({ title: 'No se ha guardado', description: errorText(error), variant: 'destructive' }),
  })
  if (inTeam && !query.data?.activo) return null
  return (
    <Section
      title="Hoy por correo"
      description={
        inTeam
          ? 'De tus propias cuentas, no de las de este equipo'
          : 'Un solo correo para todas tus cuentas, a partir de las 7:00'
      }
    >
      <div className="px-4 py-3 md:px-5">
        {query.isPending ? (
          <Skeleton className="h-6 w-64" />
        ) : !query.data ? (
          <ErrorPanel message={errorText(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <label className="flex items-start gap-3">
            <input
              type="checkbox"
              className="mt-0.5 size-4 accent-accent"
              checked={query.data.activo}
              disabled={readOnly || isPending}
              onChange={({ target }) => mutate(target.checked)}
            />
            <span>
              Enviarme lo nuevo cada mañana
              <span className="block text-sm text-ink-muted">
                Lo que se ha salido de lo normal, los presupuestos que se agotan y las decisiones
                nuevas. Las mañanas en que no hay nada nuevo no se envía.
              </span>
            </span>
          </label>
        )}
      </div>
    </Section>
  )
}
