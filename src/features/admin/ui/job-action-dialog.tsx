import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import type { AdminJob } from '../contract/jobs.ts'
import { reloadPanel } from './admin-queries.ts'
import type { JobAction } from './job-actions.ts'
import { kindWord } from './job-words.ts'

/** Says what is about to happen to which task, and only then does it. A refusal is shown in place. */
export function JobActionDialog(props: { action: JobAction; job: AdminJob; onClose: () => void }) {
  const { action, job, onClose } = props
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => action.run(job),
    onSuccess: ({ message }) => {
      toast({ title: message, variant: 'success' })
      onClose()
    },
    // Also after a refusal: a worker may have ended it under us.
    onSettled: () => reloadPanel(client),
  })
  return (
    <Dialog
      title={action.question}
      description={kindWord(job.kind)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cerrar</Button>
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
      <p className="text-pretty">{action.consequences}</p>
      {error && (
        <div className="mt-4">
          <Banner tone="danger">{errorText(error)}</Banner>
        </div>
      )}
    </Dialog>
  )
}
