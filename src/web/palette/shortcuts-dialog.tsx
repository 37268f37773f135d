import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'

const SHORTCUTS: [keys: string, what: string][] = [
  ['Ctrl K / ⌘ K', 'Buscar cuentas, pantallas y acciones'],
  ['/', 'Ir al buscador de la pantalla'],
  ['j / k', 'Decisión siguiente / anterior'],
  ['Enter / o', 'Abrir o cerrar la evidencia'],
  ['a', 'Aplicar: abre la evidencia; otra vez, aplica'],
  ['m', 'De golpe o en mitades'],
  ['h', 'Posponer 7 días'],
  ['e', 'Descartar'],
  ['x', 'Elegir'],
  ['Mayús J / K', 'Elegir también la siguiente / anterior'],
  ['Mayús A', 'Aplicar las elegidas'],
  ['u', 'Deshacer lo último'],
  ['g h / r / c / i', 'Hoy, Resultados, Campañas, Informes'],
  ['?', 'Esta lista'],
]

/** What the keys do; they can be switched off for people who dictate. */
export function ShortcutsDialog(props: {
  areOn: boolean
  onSwitch: (areOn: boolean) => void
  onClose: () => void
}) {
  const { areOn, onSwitch, onClose } = props
  return (
    <Dialog
      title="Atajos de teclado"
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          Entendido
        </Button>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        {SHORTCUTS.map(([keys, what]) => (
          <div key={keys} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <kbd className="font-mono text-sm">{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex items-center gap-2">
        <input
          type="checkbox"
          checked={areOn}
          onChange={({ target }) => onSwitch(target.checked)}
          className="size-4 accent-accent"
        />
        Usar los atajos de una sola tecla
      </label>
    </Dialog>
  )
}
