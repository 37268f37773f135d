import Upload from 'lucide-react/icons/upload'
import { type DragEvent, useId, useState } from 'react'
import { classes } from '#kit/class-names.ts'
import { sizeText } from './file-state.ts'

type DropZoneProps = {
  onFiles: (files: File[]) => void
  maxBytes: number | null
  isDisabled: boolean
}

/** Files dropped on it or picked with the browser's own dialog, several at once. */
export function DropZone({ onFiles, maxBytes, isDisabled }: DropZoneProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isDisabled) onFiles([...event.dataTransfer.files])
  }
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classes(
        'relative flex flex-col items-center gap-1 rounded-card border-2 border-dashed px-4 py-10 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-sunken',
        isDisabled ? 'opacity-55' : 'cursor-pointer',
      )}
    >
      <Upload aria-hidden="true" className="mb-2 size-6 text-ink-faint" />
      <span className="font-semibold">Arrastra aquí tus informes o elige archivos</span>
      <span className="text-sm text-ink-faint">CSV o Excel de Google Ads, en español o inglés</span>
      <span className="min-h-5 text-sm text-ink-faint">
        {maxBytes !== null && `Hasta ${sizeText(maxBytes)}`}
      </span>
      <input
        id={id}
        type="file"
        multiple
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        disabled={isDisabled}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again after it was corrected.
          event.target.value = ''
        }}
      />
    </label>
  )
}
