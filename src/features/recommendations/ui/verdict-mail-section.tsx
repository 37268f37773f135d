import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { getVerdictMail, setVerdictMail } from '../contract/verdict-mail.ts'

/** What was measured, by mail, unless it is turned off. */
export function VerdictMailSection({ readOnly }: { readOnly: boolean }) {
  const query = useQuery(queryOf(getVerdictMail, {}))
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (activo: boolean) => call(setVerdictMail, { activo }),
    onSuccess: (reply) => {
      client.setQueryData(queryOf(getVerdictMail, {}).queryKey, reply)
      toast({
        title: reply.activo
          ? 'Recibirás los resultados por correo'
          : 'Ya no recibirás los resultados por correo',
        variant: 'success',
      })
    },
    onError: (error) =>
      toast({ title: 'No se ha guardado', description: errorText(error), variant: 'destructive' }),
  })
  return (
    <Section
      title="Resultados por correo"
      description="Un solo correo al día para todas tus cuentas, a partir de las 7:00"
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
              Enviarme qué ha hecho cada cambio
              <span className="block text-sm text-ink-muted">
                Los cambios que has aplicado, y los de las cuentas que son tuyas, cuando su
                resultado ya está medido. Los días en que no hay ninguno no se envía.
              </span>
            </span>
          </label>
        )}
      </div>
    </Section>
  )
}
