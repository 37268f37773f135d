import { Spinner } from './spinner.tsx'

/** Whole page while the session or a route is on its way. */
export function LoadingScreen() {
  return (
    <main className="grid flex-1 place-items-center">
      <Spinner label="Cargando..." />
    </main>
  )
}
