import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Banner } from '#kit/components/banner.tsx'
import { ConfirmDialog } from '#kit/components/confirm-dialog.tsx'
import { toast } from '#kit/components/toast.tsx'
import { adminErrorText } from './admin-error-text.ts'
import { reloadPanel } from './admin-queries.ts'
import type { RowAction } from './row-action.ts'

/** Says what is about to happen to which row, and only then does it. A refusal is shown in place. */
export function RowActionDialog<Row>(props: {
  action: RowAction<Row>
  row: Row
  /** What the row is called. */
  name: string
  /** The way out. */
  keep?: string
  onClose: () => void
}) {
  const { action, row, name, keep = 'Cancelar', onClose } = props
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => action.run(row),
    onSuccess: ({ message }) => {
      toast({ title: message, variant: 'success' })
      onClose()
    },
    // Also after a refusal: the list may have changed under us.
    onSettled: () => reloadPanel(client),
  })
  return (
    <ConfirmDialog
      title={action.question}
      description={name}
      onClose={onClose}
      keep={keep}
      confirm={{
        text: action.title,
        look: action.isDangerous ? 'danger' : 'primary',
        busy: isPending,
        busyLabel: action.busyLabel,
        act: () => mutate(),
      }}
    >
      <p className="text-pretty wrap-anywhere">{action.consequences(row)}</p>
      {error && (
        <div className="mt-4">
          <Banner tone="danger">
            {adminErrorText(error, action.failure, action.failurePrefix)}
          </Banner>
        </div>
      )}
    </ConfirmDialog>
  )
}
