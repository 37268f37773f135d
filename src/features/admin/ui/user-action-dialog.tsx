import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { toast } from '#kit/components/toast.tsx'
import type { AdminUser } from '../contract/endpoints.ts'
import { adminErrorText } from './admin-error-text.ts'
import { reloadPanel } from './admin-queries.ts'
import type { UserAction } from './user-actions.ts'

/** Says what is about to happen to whom, and only then does it. A refusal is shown in place. */
export function UserActionDialog(props: {
  action: UserAction
  user: AdminUser
  onClose: () => void
}) {
  const { action, user, onClose } = props
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => action.run(user),
    onSuccess: ({ message }) => {
      toast({ title: message, variant: 'success' })
      onClose()
    },
    // Also after a refusal: the list may have changed under us.
    onSettled: () => reloadPanel(client),
  })
  return (
    <Dialog
      title={action.question}
      description={user.name}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            look={action.isDangerous ? 'danger' : 'primary'}
            busy={isPending}
            busyLabel={action.busyLabel}
            onClick={() => mutate()}
          >
            {action.title}
          </Button>
        </>
      }
    >
      <p className="text-pretty wrap-anywhere">{action.consequences(user)}</p>
      {error && (
        <div className="mt-4">
          <Banner tone="danger">
            {adminErrorText(error, action.failure, action.failurePrefix)}
          </Banner>
        </div>
      )}
    </Dialog>
  )
}
