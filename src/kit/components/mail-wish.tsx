import { type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../error-text.ts'
import { ErrorPanel } from './error-panel.tsx'
import { Section } from './section.tsx'
import { Skeleton } from './skeleton.tsx'
import { toast } from './toast.tsx'

/** As replies have it. */
type Wish = { activo: boolean }

/** A mail of ours that a person turns on and off. `isHiddenWhileOff`: it is only there to be turned off. */
export function MailWish(props: {
  title: string
  description: string
  label: string
  hint: ReactNode
  /** Notices, once saved. */
  saved: { on: string; off: string }
  query: UseQueryOptions<Wish>
  save: (activo: boolean) => Promise<Wish>
  readOnly: boolean
  isHiddenWhileOff?: boolean
}) {
  const { title, description, label, hint, saved, readOnly, isHiddenWhileOff = false } = props
  const query = useQuery(props.query)
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: props.save,
    onSuccess: (reply) => {
      client.setQueryData(props.query.queryKey, reply)
      toast({ title: reply.activo ? saved.on : saved.off, variant: 'success' })
    },
    onError: (error) =>
      toast({ title: 'No se ha guardado', description: errorText(error), variant: 'destructive' }),
  })
  if (isHiddenWhileOff && !query.data?.activo) return null
  return (
    <Section title={title} description={description}>
      <div className="px-4 py-3 md:px-5">
        {query.isPending ? (
          <Skeleton className="h-6 w-64" />
        ) : !query.data ? (
          <ErrorPanel message={errorText(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <label className="flex items-start gap-3">
            <input
              type="checkbox"
              className="mt-0.5 size-4.5 shrink-0 accent-accent"
              checked={query.data.activo}
              disabled={readOnly || isPending}
              onChange={({ target }) => mutate(target.checked)}
            />
            <span>
              {label}
              <span className="block text-sm text-ink-muted">{hint}</span>
            </span>
          </label>
        )}
      </div>
    </Section>
  )
}
