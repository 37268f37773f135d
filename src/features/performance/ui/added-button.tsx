import { useQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import { Suspense, useState } from 'react'
import { Button } from '#kit/components/button.tsx'
import { late } from '#kit/late.tsx'
import { queryOf } from '#kit/query.ts'
import { listOwnChanges } from '../contract/changes.ts'

const AddedDialog = late(() => import('./added-dialog.tsx').then((module) => module.AddedDialog))

/** The way to what was added by hand, however long ago; nothing where nothing was. */
export function AddedButton({ customerId }: { customerId: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data: changes = [] } = useQuery(queryOf(listOwnChanges, { customerId, only: 'keywords' }))
  if (changes.length === 0) return null
  return (
    <>
      <Button
        size="sm"
        icon={<History />}
        title="Añadidas desde aquí"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="max-xl:sr-only">Añadidas desde aquí</span>
      </Button>
      {isOpen && (
        <Suspense>
          <AddedDialog changes={changes} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
