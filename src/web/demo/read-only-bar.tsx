import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endSession } from '#features/auth/ui/session.ts'
import { Button } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'

/** What the notice of the demonstration says, and the way to an account of one's own. */
export function ReadOnlyBar() {
  const client = useQueryClient()
  const leave = useMutation({
    mutationFn: () => endSession(client),
    // Also after a failure. The full page load drops everything read in the demo.
    onSettled: () => window.location.assign(paths.register()),
  })
  return (
    <>
      <p className="font-medium">Estás en la demostración (solo lectura)</p>
      <Button size="sm" look="primary" busy={leave.isPending} onClick={() => leave.mutate()}>
        Crear cuenta
      </Button>
    </>
  )
}
