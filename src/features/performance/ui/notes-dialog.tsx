import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Flag from 'lucide-react/icons/flag'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { ExampleLine } from '#kit/components/example-line.tsx'
import { TextField } from '#kit/components/field.tsx'
import { IconButton } from '#kit/components/icon-button.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import type { DayRange } from '#shared/dates.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import {
  type AccountNote,
  deleteAccountNote,
  listAccountNotes,
  NOTE_LENGTH,
  writeAccountNote,
} from '../contract/notes.ts'

type NotesDialogProps = { customerId: string; range: DayRange; onClose: () => void }

/** What happened on a day besides the account: a sale, a holiday, a new website. */
export function NotesDialog({ customerId, range, onClose }: NotesDialogProps) {
  const [day, setDay] = useState(range.to)
  const [text, setText] = useState('')
  const notes = useQuery(queryOf(listAccountNotes, { customerId, ...range }))
  const { write, remove } = useNotes(customerId)
  return (
    <Dialog
      title="Notas del periodo"
      description="Se ven en el gráfico, para quien vea la cuenta. No cambian nada en Google Ads."
      onClose={onClose}
    >
      <form
        className="grid items-start gap-3 sm:grid-cols-[auto_1fr]"
        onSubmit={(event) => {
          event.preventDefault()
          write.mutate({ day, text }, { onSuccess: () => setText('') })
        }}
      >
        <TextField
          label="Día"
          type="date"
          required
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        <TextField
          label="Qué pasó"
          required
          autoFocus
          maxLength={NOTE_LENGTH}
          placeholder="Rebajas, web nueva, huelga…"
          value={text}
          error={write.isError ? errorText(write.error) : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="sm:col-span-2">
          <Button type="submit" look="primary" busy={write.isPending} busyLabel="Guardando…">
            Guardar nota
          </Button>
        </div>
      </form>
      {notes.isError && !notes.data ? (
        <ErrorPanel message={errorText(notes.error)} onRetry={() => void notes.refetch()} />
      ) : (
        <NoteList notes={notes.data} onRemove={(note) => remove.mutate(note)} />
      )}
    </Dialog>
  )
}

function NoteList(props: {
  notes: readonly AccountNote[] | undefined
  onRemove: (note: AccountNote) => void
}) {
  const { notes, onRemove } = props
  if (!notes) return <p className="mt-5 text-sm text-ink-muted">Cargando las notas…</p>
  if (notes.length === 0)
    return (
      <div className="mt-5 flex flex-col gap-3 border-t border-line pt-3">
        <p className="text-sm text-ink-muted">Todavía no hay ninguna nota en este periodo.</p>
        <ExampleLine
          lead="Ejemplo: así se verá, y con una bandera en su día del gráfico"
          icon={<Flag />}
          title="Empiezan las rebajas"
          detail="7 ene · Marta"
        />
      </div>
    )
  return (
    <ul aria-label="Notas" className="mt-5 divide-y divide-line border-t border-line">
      {notes.map((note) => (
        <li key={note.id} className="flex items-start gap-3 py-2">
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere">{note.text}</p>
            <p className="text-xs text-ink-muted">
              {longDay(note.day)}
              {note.author && ` · ${note.author}`}
            </p>
          </div>
          <IconButton
            label={`Borrar la nota «${note.text}»`}
            icon={<X />}
            onClick={() => onRemove(note)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Written and taken away at once, each with its way back. */
function useNotes(customerId: string) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [listAccountNotes.path] })
  const onError = (error: unknown) =>
    toast({
      title: 'No se ha guardado el cambio',
      description: errorText(error),
      variant: 'destructive',
    })
  const put = (note: { day: string; text: string }) =>
    call(writeAccountNote, { customerId, ...note })
  const take = ({ id }: AccountNote) => call(deleteAccountNote, { customerId, noteId: id })
  const undo = (work: () => Promise<unknown>) => ({
    label: 'Deshacer',
    onSelect: () => void work().then(refresh, onError),
  })
  const write = useMutation({
    mutationFn: put,
    onSuccess: async (note) => {
      await refresh()
      toast({ title: 'Nota guardada', variant: 'success', action: undo(() => take(note)) })
    },
  })
  const remove = useMutation({
    mutationFn: take,
    onSuccess: async (_, note) => {
      await refresh()
      toast({ title: 'Nota borrada', action: undo(() => put(note)) })
    },
    onError,
  })
  return { write, remove }
}
