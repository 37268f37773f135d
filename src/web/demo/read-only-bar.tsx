import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endSession } from '#features/auth/ui/session.ts'
import { classes } from '#kit/class-names.ts'
import { Button } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'

/** What the notice of the demonstration says, and the way to an account of one's own. */
export function ReadOnlyBar({ besideMenu }: { besideMenu: boolean }) {
  const client = useQueryClient()
  const leave = useMutation({
    mutationFn: () => endSession(client),
    // Also after a failure. The full page load drops everything read in the demo.
    onSettled: () => window.location.assign(paths.register()),
  })
  return (
    <aside
      lang="es"
      aria-label="Aviso de la demostración"
      className={classes(
        'flex min-h-10 flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-line bg-sunken px-4 py-1 max-sm:min-h-16',
        besideMenu && 'md:pl-62',
      )}
    >
      <p className="font-medium">Estás en la demostración (solo lectura)</p>
      <Button size="sm" look="primary" busy={leave.isPending} onClick={() => leave.mutate()}>
        Crear cuenta
      </Button>
    </aside>
  )
}
