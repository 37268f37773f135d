import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endSession, useSession } from '#features/auth/ui/session.ts'
import { classes } from '#kit/class-names.ts'
import { Button } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'

/** A visitor of the demo is told on every page what it is, and how to get an account. */
export function ReadOnlyNotice({ besideMenu }: { besideMenu: boolean }) {
  const session = useSession()
  const client = useQueryClient()
  const leave = useMutation({
    mutationFn: () => endSession(client),
    // Also after a failure. The full page load drops everything read in the demo.
    onSettled: () => window.location.assign(paths.register()),
  })
  if (session.state !== 'in' || !session.user.readOnly || session.user.team) return null
  return (
    <aside
      lang="es"
      aria-label="Aviso de la demostración"
      className={classes(
        'flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-accent-soft px-4 py-1.5 text-accent',
        besideMenu && 'md:pl-68',
      )}
    >
      <p className="font-medium">Estás en la demostración (solo lectura)</p>
      <Button size="sm" look="primary" busy={leave.isPending} onClick={() => leave.mutate()}>
        Crear cuenta
      </Button>
    </aside>
  )
}
