import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Bookmark from 'lucide-react/icons/bookmark'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { ExampleLine } from '#kit/components/example-line.tsx'
import { TextField } from '#kit/components/field.tsx'
import { IconButton } from '#kit/components/icon-button.tsx'
import { toast } from '#kit/components/toast.tsx'
import { quickNamed } from '#kit/date-choice.ts'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { shortDay } from '#shared/spanish-numbers.ts'
import { deleteView, listViews, type SavedView, saveView, VIEW_NAME_LENGTH } from '../contract.ts'

/** Keeps this screen under a name, and forgets those that are not wanted any more. */
export function ViewsDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(proposedName)
  const views = useQuery(queryOf(listViews, {}))
  const { save, forget } = useViews()
  const isTaken = views.data?.some((view) => view.name === name.trim())
  return (
    <Dialog
      title="Vistas guardadas"
      description="Una vista es esta pantalla con su periodo, sus filtros y su orden. «Este mes» será siempre el mes en que la abras. Solo las ves tú."
      onClose={onClose}
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(name, { onSuccess: onClose })
        }}
      >
        <TextField
          label="Nombre de esta vista"
          required
          autoFocus
          maxLength={VIEW_NAME_LENGTH}
          value={name}
          onFocus={({ target }) => target.select()}
          hint={isTaken ? 'Ya hay una con ese nombre: pasará a ser esta pantalla.' : undefined}
          error={save.isError ? errorText(save.error) : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <div>
          <Button type="submit" look="primary" busy={save.isPending} busyLabel="Guardando…">
            Guardar vista
          </Button>
        </div>
      </form>
      {views.data?.length === 0 && (
        <div className="mt-5 border-t border-line pt-3">
          <ExampleLine
            lead="Ejemplo: así quedará en «Vistas», en cualquier pantalla"
            icon={<Bookmark />}
            title={name.trim() || 'Sin nombre'}
          />
        </div>
      )}
      {views.data && views.data.length > 0 && (
        <ul
          aria-label="Vistas guardadas"
          className="mt-5 divide-y divide-line border-t border-line"
        >
          {views.data.map((view) => (
            <li key={view.id} className="flex items-center gap-3 py-1">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {view.name}
                {view.isGone && (
                  <span className="block text-sm text-ink-muted">Aquí no tienes esa cuenta</span>
                )}
              </span>
              <IconButton
                label={`Borrar la vista «${view.name}»`}
                icon={<X />}
                onClick={() => forget.mutate(view)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** What the page is called, and the days that were asked for. */
function proposedName(): string {
  const title = document.title.replace(/ · Pujante$/, '')
  const params = new URLSearchParams(window.location.search)
  const [from, to] = [params.get('from'), params.get('to')]
  const moving = quickNamed(params.get('range'))?.label.toLowerCase()
  const days = from && to ? `del ${shortDay(from)} al ${shortDay(to)}` : moving
  return (days ? `${title}, ${days}` : title).slice(0, VIEW_NAME_LENGTH)
}

function useViews() {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [listViews.path] })
  const save = useMutation({
    mutationFn: (name: string) => {
      const { pathname, search, hash } = window.location
      return call(saveView, { name, address: pathname + search + hash })
    },
    onSuccess: async ({ name }) => {
      await refresh()
      toast({ title: `Vista «${name}» guardada`, variant: 'success' })
    },
  })
  const forget = useMutation({
    mutationFn: ({ id }: SavedView) => call(deleteView, { viewId: id }),
    onSuccess: async (_, { name, address }) => {
      await refresh()
      const undo = () =>
        void call(saveView, { name, address }).then(refresh, (error) =>
          toast({
            title: 'No se ha recuperado la vista',
            description: errorText(error),
            variant: 'destructive',
          }),
        )
      toast({
        title: `Vista «${name}» borrada`,
        action: { label: 'Deshacer', onSelect: undo },
      })
    },
    onError: (error) =>
      toast({
        title: 'No se ha borrado la vista',
        description: errorText(error),
        variant: 'destructive',
      }),
  })
  return { save, forget }
}
